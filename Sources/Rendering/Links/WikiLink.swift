internal import VaultFormat

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
    guard let heading, !heading.isEmpty else { return Array(path.isEmpty ? content[...] : path) }
    return path.isEmpty ? Array(heading) : path + Array(" › ".utf8) + heading
  }

  /// A link to a heading of the same note.
  var isWithinNote: Bool { path.isEmpty && heading?.isEmpty == false }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop(while: \.isBlank)
    while let last = text.last, last.isBlank { text.removeLast() }
    return text
  }
}
