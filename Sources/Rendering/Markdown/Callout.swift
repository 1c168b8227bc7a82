internal import VaultFormat

/// The first line of an Obsidian callout: `[!note]`, `[!note]-` or `[!note]+` before a title.
struct Callout: Equatable {
  enum Folding { case none, closed, open }

  /// In lower case: ASCII letters, digits and `-`.
  var type: String
  var folding: Folding
  /// The length of the marker, with the blanks after it.
  var length: Int

  private static let longestType = 32

  /// Nil if the text does not begin with a marker.
  init?(_ text: [UInt8]) {
    guard text.starts(with: "[!".utf8), text.count > 3, text[2].isASCIILetter else { return nil }
    var at = 2
    while at < text.count, at - 2 <= Self.longestType,
      text[at].isASCIILetter || text[at].isASCIIDigit || text[at] == UInt8(ascii: "-")
    {
      at += 1
    }
    guard at < text.count, text[at] == UInt8(ascii: "]") else { return nil }
    type = String(decoding: text[2..<at], as: UTF8.self).lowercased()
    at += 1
    folding = .none
    if at < text.count, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") {
      folding = text[at] == UInt8(ascii: "-") ? .closed : .open
      at += 1
    }
    guard at == text.count || text[at].isBlank else { return nil }
    while at < text.count, text[at].isBlank { at += 1 }
    length = at
  }

  /// The title of a callout that has none: its type, as words.
  var defaultTitle: String {
    let words = type.split(separator: "-").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The callout that a block quote is, and its first paragraph; nil for other quotes.
  static func of(_ quote: MarkdownNode) -> (callout: Callout, paragraph: MarkdownNode)? {
    guard let paragraph = quote.firstChild, paragraph.kind == .paragraph,
      let text = paragraph.firstChild, text.kind == .text, let callout = Callout(text.literal)
    else { return nil }
    return (callout, paragraph)
  }
}
