import ArgumentParser
internal import VaultFormat
internal import VaultStore

/// The values of `--has`.
enum MediaRequirement: String, ExpressibleByArgument, CaseIterable {
  /// Any of the others.
  case media
  case photo, audio, video, file

  /// Nil for any kind.
  var kind: MediaKind? { MediaKind(rawValue: rawValue) }
}
