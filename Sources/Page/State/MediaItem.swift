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
  var version: FileVersion

  /// The address of the file itself, without the site's prefix.
  var address: String { MediaItem.address(of: path) }

  static func address(of path: VaultPath) -> String { "/media/" + segments(of: path) }

  /// The address of a photo's page, without the site's prefix.
  static func pageAddress(of photo: VaultPath) -> String { "/p/" + segments(of: photo) }

  /// The address of a smaller copy, without the site's prefix.
  func address(of edge: VariantEdge) -> String {
    "/i/\(edge.rawValue)/\(version.text)/\(Self.segments(of: path))"
  }

  private static func segments(of path: VaultPath) -> String {
    path.bytes.split(separator: UInt8(ascii: "/")).map(PercentEncoding.encoded)
      .joined(separator: "/")
  }

  /// Reads the head of a file; nil if that cannot be read.
  ///
  init?(at path: VaultPath, in folder: VaultFolder) {
    guard let descriptor = try? folder.openFile(path), let status = try? descriptor.status(),
      let source = try? ByteSource(descriptor)
    else { return nil }
    let facts = MediaFacts(of: source)
    self.path = path
    type = facts.type
    bytes = status.size
    version = FileVersion(status)
    size = facts.size
    duration = facts.duration
    taken = facts.details
  }

  /// Whether a page of the site can show it as a picture.
  func isPicture(on site: SiteAddress) -> Bool {
    switch type.format {
    case .jpeg, .png, .gif, .webp, .avif: true
    case .heif: site.hasVariants && size != nil
    default: false
    }
  }

  /// Whether smaller copies can be made; one of a GIF would not move.
  var hasVariants: Bool {
    switch type.format {
    case .jpeg, .png, .webp, .avif, .heif: true
    default: false
    }
  }

  var isSound: Bool { type.kind == .sound }
  /// Films that browsers play.
  var isShownAsFilm: Bool { type.kind == .film && [.mp4, .m4v, .webm].contains(type.format) }
  var name: String { String(decoding: path.name, as: UTF8.self) }
}
