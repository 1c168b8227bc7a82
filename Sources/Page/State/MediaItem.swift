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
  let address: String
  /// The value of `srcset`; nil if there is no choice.
  let set: String?

  /// - Parameters:
  ///   - whole: the address of the picture itself.
  ///   - size: of a picture that has smaller copies, else nil.
  ///   - preferred: for browsers that choose no size.
  ///   - copy: the address of a smaller copy.
  init(
    _ whole: String, _ size: PictureSize?, preferred: VariantEdge, copy: (VariantEdge) -> String
  ) {
    address = size.map { copy(preferred.standIn(for: $0)) } ?? whole
    set = size.map { size in
      VariantEdge.needed(for: size)
        .map { "\(copy($0)) \(Self.width(of: size, within: $0.pixels))w" }.joined(separator: ", ")
    }
  }

  init(_ item: MediaItem, preferred: VariantEdge, on site: SiteAddress) {
    let size = site.hasVariants && item.type.hasVariants ? item.size : nil
    self.init(site.address(item.address), size, preferred: preferred) {
      site.address(item.address(of: $0))
    }
  }

  /// The width of a picture whose longest side was brought to an edge.
  static func width(of size: PictureSize, within edge: Int) -> Int {
    let longest = max(size.width, size.height)
    guard longest > edge else { return size.width }
    return max(1, (size.width * edge + longest / 2) / longest)
  }
}

extension SiteAddress {
  /// Of a picture, of about that size if there are smaller copies of it.
  func picture(_ item: MediaItem, _ size: VariantEdge) -> String {
    PictureSource(item, preferred: size, on: self).address
  }

  /// How much of a place a picture shows, as far as that is known: it is wide, and has a sky.
  func outlook(of item: MediaItem) -> Int {
    (item.size.map { $0.width > $0.height ? 2 : 0 } ?? 0) + (looks?.look(of: item)?.openness ?? 1)
  }
}

extension TemplateView {
  /// A small picture beside a line, or none: the values `src`, `srcset` and `look` of `pic.mustache`.
  mutating func setPicture(_ item: MediaItem?, on site: SiteAddress) {
    let source = item.map { PictureSource($0, preferred: .small, on: site) }
    self["src"] = .optional(source?.address)
    self["srcset"] = .optional(source?.set)
    self["look"] = .optional(item.flatMap { site.looks?.look(of: $0)?.classes })
  }
}
