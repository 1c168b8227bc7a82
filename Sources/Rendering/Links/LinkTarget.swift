package import VaultFormat

/// What a link or an embed of a note points to, for the caller to look up.
package struct LinkTarget: Hashable, Sendable {
  /// The link as VaultFormat reads it.
  package var link: FileLink
  /// The paths that it may mean, most likely first, resolved from the note's folder; none leads out of the vault.
  ///
  /// A link by name (`link.isByName`) may also mean any file whose path ends with it.
  package var paths: [VaultPath]
  /// The part after `#`, decoded; nil if there is none.
  ///
  /// `HeadingID.slug(of:)` gives the id of such a heading.
  package var fragment: String?
  /// `![…]`: shown in the text.
  package var isEmbed: Bool
}

/// The answer to a `LinkTarget`.
package enum LinkDestination: Hashable, Sendable {
  /// A page, usually that of a note: shown as a link, even where it is embedded.
  case page(address: String)
  case media(MediaAddress)

  var address: String {
    switch self {
    case .page(let address): address
    case .media(let media): media.address
    }
  }
}

/// Where a browser finds a media file.
package struct MediaAddress: Hashable, Sendable {
  package var address: String
  /// `file` is shown as a link; so are SVG files, which can contain scripts.
  package var kind: MediaKind
  /// The size in pixels after rotation; nil if it is unknown.
  package var size: PixelSize?

  package init(_ address: String, kind: MediaKind, size: PixelSize? = nil) {
    self.address = address
    self.kind = kind
    self.size = size
  }
}

/// The parts of `[[target#heading|alias]]`.
struct WikiLink {
  /// The whole content, as `FileLink` reads it.
  var content: [UInt8]
  var isEmbed: Bool
  /// The path as written, without blanks around it; empty in `[[#heading]]`.
  var path: ArraySlice<UInt8>
  /// The part after `#` without it; nil if there is none.
  var heading: ArraySlice<UInt8>?
  /// The text after the bar; nil if there is none, or only a size.
  var alias: [UInt8]?
  var size: RequestedSize?
  /// Whether the label has no folders.
  var showsNameAlone = false

  init(_ content: [UInt8], isEmbed: Bool) {
    self.content = content
    self.isEmbed = isEmbed
    let bar = content.firstIndex(of: UInt8(ascii: "|"))
    var target = content[..<(bar ?? content.endIndex)]
    // In a table the bar is escaped.
    if bar != nil, target.last == UInt8(ascii: "\\") { target.removeLast() }
    if let hash = target.firstIndex(of: UInt8(ascii: "#")) {
      heading = Self.trimmed(target[(hash + 1)...])
      target = target[..<hash]
    }
    path = Self.trimmed(target)
    if let bar {
      var text = Array(Self.trimmed(content[(bar + 1)...]))
      if isEmbed { (text, size) = RequestedSize.split(text) }
      alias = text.isEmpty ? nil : text
    }
  }

  /// The text that a reader sees.
  var label: [UInt8] {
    if let alias { return alias }
    guard let heading, !heading.isEmpty else { return Array(path.isEmpty ? content[...] : name) }
    return path.isEmpty ? Array(heading) : name + Array(" › ".utf8) + heading
  }

  private var name: ArraySlice<UInt8> { showsNameAlone ? path.lastName : path }

  /// A link to a heading of the same note.
  var isWithinNote: Bool { path.isEmpty && heading?.isEmpty == false }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop(while: \.isBlank)
    while let last = text.last, last.isBlank { text.removeLast() }
    return text
  }
}

extension ArraySlice<UInt8> {
  /// What follows the last slash.
  var lastName: ArraySlice<UInt8> {
    lastIndex(of: UInt8(ascii: "/")).map { self[($0 + 1)...] } ?? self
  }
}

/// The size of a picture in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// Nil unless both are from 1 to 1,000,000.
  package init?(width: Int, height: Int) {
    let range = 1...1_000_000
    guard range.contains(width), range.contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// This size, made smaller or larger to the given width.
  func scaled(toWidth width: Int) -> PixelSize? {
    // At most a million squared.
    PixelSize(width: width, height: max(1, (height * width + self.width / 2) / self.width))
  }
}

/// The size that a note asks for: `300` or `300x200`, the last part of an embed's text, as in Obsidian.
struct RequestedSize: Equatable {
  var width: Int
  var height: Int?

  /// Nil if `text` is no size of up to five digits each.
  init?(_ text: some Collection<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    let numbers = parts.compactMap { part -> Int? in
      guard (1...5).contains(part.count), part.allSatisfy(\.isASCIIDigit) else {
        return nil
      }
      return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard numbers.count == parts.count, numbers.allSatisfy({ $0 > 0 }) else { return nil }
    width = numbers[0]
    height = numbers.count > 1 ? numbers[1] : nil
  }

  /// Splits `alternative text|300` into text and size.
  static func split(_ text: [UInt8]) -> (text: [UInt8], size: RequestedSize?) {
    let bar = text.lastIndex(of: UInt8(ascii: "|"))
    let last = bar.map { text[($0 + 1)...] } ?? text[...]
    guard let size = RequestedSize(last) else { return (text, nil) }
    return (bar.map { Array(text[..<$0]) } ?? [], size)
  }
}
