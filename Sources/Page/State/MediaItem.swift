internal import Media
internal import Rendering
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

  var isSound: Bool { type.kind == .sound }
  /// Films that browsers play.
  var isShownAsFilm: Bool { type.kind == .film && [.mp4, .m4v, .webm].contains(type.format) }
  /// Whether the wall and the viewer show it.
  func isSeen(on site: SiteAddress) -> Bool { isPicture(on: site) || isShownAsFilm }
  var name: String { String(decoding: path.name, as: UTF8.self) }
}

extension MediaType {
  /// Whether smaller copies of pictures can be made; one of a GIF would not move.
  var hasVariants: Bool { [.jpeg, .png, .webp, .avif, .heif].contains(format) }
}

/// A version of a file, as an address names it: another one whenever the file was written.
struct FileVersion: Hashable, Sendable {
  /// Size and time of the last change, in hexadecimal digits.
  let text: String

  init(_ status: FileStatus) {
    let time = status.modified
    text =
      "\(String(status.size, radix: 16))-\(String(time.seconds, radix: 16)).\(String(time.nanoseconds, radix: 16))"
  }
}

/// Where a browser finds a picture: one address, and those of the sizes among which it chooses.
struct PictureSource: Hashable, Sendable {
  /// Without the site's prefix.
  var address: String
  /// The sizes that there are; none if there is only the picture itself.
  var sizes: [Size] = []

  struct Size: Hashable, Sendable {
    var address: String
    /// In pixels.
    var width: Int
  }

  /// - Parameters:
  ///   - preferred: for browsers that choose no size.
  ///   - hasVariants: smaller copies can be made.
  init(_ item: MediaItem, preferred: VariantEdge, hasVariants: Bool) {
    address = item.address
    guard hasVariants, item.type.hasVariants, let size = item.size else { return }
    address = item.address(of: preferred.standIn(for: size))
    sizes = VariantEdge.needed(for: size).map { edge in
      Size(address: item.address(of: edge), width: Self.width(of: size, within: edge.pixels))
    }
  }

  /// The width of a picture whose longest side was brought to an edge.
  static func width(of size: PictureSize, within edge: Int) -> Int {
    let longest = max(size.width, size.height)
    guard longest > edge else { return size.width }
    return max(1, (size.width * edge + longest / 2) / longest)
  }

  /// The value of `srcset`; nil if there is no choice.
  func set(on site: SiteAddress) -> String? {
    guard !sizes.isEmpty else { return nil }
    return sizes.map { "\(site.address($0.address)) \($0.width)w" }.joined(separator: ", ")
  }
}

extension SiteAddress {
  /// Of a picture, of about that size if there are smaller copies of it.
  func picture(_ item: MediaItem, _ size: VariantEdge) -> String {
    address(PictureSource(item, preferred: size, hasVariants: hasVariants).address)
  }
}

extension TemplateView {
  /// A small picture beside a line, or none: the values `src`, `srcset` and `look` of `pic.mustache`.
  mutating func setPicture(_ item: MediaItem?, on site: SiteAddress) {
    let source = item.map {
      PictureSource($0, preferred: .small, hasVariants: site.hasVariants)
    }
    self["src"] = .optional(source.map { site.address($0.address) })
    self["srcset"] = .optional(source?.set(on: site))
    self["look"] = .optional(item.flatMap { site.looks?.look(of: $0)?.classes })
  }
}
