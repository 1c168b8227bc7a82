internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// A media file as a page shows it.
struct MediaItem: Hashable, Sendable {
  var path: VaultPath
  /// By the bytes of the file, not its name.
  var type: MediaType
  /// In bytes.
  var bytes: Int64
  /// As shown, after rotation; nil if it is unknown.
  var size: PictureSize?
  /// In milliseconds.
  var duration: Int64?
  var taken: PhotoDetails?

  /// The address of the file itself, without the site's prefix.
  var address: String { MediaItem.address(of: path) }

  static func address(of path: VaultPath) -> String {
    "/media/"
      + path.bytes.split(separator: UInt8(ascii: "/")).map(PercentEncoding.encoded)
      .joined(separator: "/")
  }

  /// Reads the head of a file; nil if that cannot be read.
  ///
  /// - Parameter bytes: the size of the file.
  init?(at path: VaultPath, bytes: Int64, in folder: VaultFolder) {
    guard let descriptor = try? folder.openFile(path),
      let source = try? ByteSource(descriptor)
    else { return nil }
    let facts = MediaFacts(of: source)
    self.path = path
    type = facts.type
    self.bytes = bytes
    size = facts.size
    duration = facts.duration
    taken = facts.details
  }

  /// Whether a browser can show it in the page as a picture.
  var isShownAsPicture: Bool {
    switch type.format {
    case .jpeg, .png, .gif, .webp, .avif: true
    default: false
    }
  }

  var isSound: Bool { type.kind == .sound }
  /// Films that browsers play.
  var isShownAsFilm: Bool { type.kind == .film && [.mp4, .m4v, .webm].contains(type.format) }
  var name: String { String(decoding: path.name, as: UTF8.self) }
}
