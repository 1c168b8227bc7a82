import ArgumentParser
internal import Media

extension MetadataExtent: ExpressibleByArgument {}

extension ArgumentHelp {
  /// Of `--strip`.
  static var strip: ArgumentHelp {
    ArgumentHelp(
      "Leave metadata out of the copies of photos and films: the position, or all",
      valueName: "what")
  }
}
