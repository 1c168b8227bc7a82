internal import VaultFormat
internal import VaultStore

/// `2 photos 1 audio`.
enum MediaSummary {
  static func text(of files: [MediaFile]) -> String { text(of: files.map(\.kind)) }

  static func text(of kinds: [MediaKind]) -> String { parts(of: kinds).joined(separator: " ") }

  /// Within a sentence: `2 photos and 1 video`.
  static func words(of files: [MediaFile]) -> String {
    parts(of: files.map(\.kind)).joined(last: "and")
  }

  private static func parts(of kinds: [MediaKind]) -> [String] {
    let names: [(MediaKind, one: String, many: String)] = [
      (.photo, "photo", "photos"), (.audio, "audio", "audios"), (.video, "video", "videos"),
      (.file, "file", "files"),
    ]
    return names.compactMap { kind, one, many in
      let count = kinds.count { $0 == kind }
      return count == 0 ? nil : count.counted(one, many)
    }
  }
}
