/// Parses the parts of links at given offsets.
///
/// `text` ends at the end of the block that is read.
///
/// All calls together take linear time: each reads a bounded number of bytes, or bytes that no later call for the
/// same kind of part reads again.
struct LinkParser {
  private let text: UnsafeBufferPointer<UInt8>

  /// The maximum nesting of parentheses in a destination, as in cmark.
  private static let deepestParentheses = 32
  /// The maximum length of the label of a definition, in bytes (section 4.7: 999 characters).
  private static let longestLabel = 999

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  // MARK: - Parts

  /// The content of the `[[…]]` that begins at `start`; nil if there is none.
  func wikilink(at start: Int) -> Range<Int>? {
    guard start + 1 < text.count, text[start + 1] == UInt8(ascii: "[") else { return nil }
    var at = start + 2
    while at < text.count, !Self.endsWikilink[Int(text[at])] { at += 1 }
    guard at > start + 2, at + 1 < text.count, text[at] == UInt8(ascii: "]"),
      text[at + 1] == UInt8(ascii: "]")
    else { return nil }
    // `[[1]](note.md)` is an ordinary link with brackets in its text.
    if at + 2 < text.count, text[at + 2] == UInt8(ascii: "(") { return nil }
    return start + 2..<at
  }

  private static let endsWikilink: [Bool] = (0..<256).map { "[]\r\n".utf8.contains(UInt8($0)) }

  func beginsComment(at start: Int) -> Bool { text[start...].starts(with: "<!--".utf8) }

  /// The end of the comment `<!-- … -->` that begins at `start`; nil if it is not closed.
  func endOfComment(at start: Int) -> Int? {
    var at = start + 4
    while let close = text.offset(of: UInt8(ascii: ">"), from: at) {
      if close >= start + 6, text[close - 1] == UInt8(ascii: "-"),
        text[close - 2] == UInt8(ascii: "-")
      {
        return close + 1
      }
      at = close + 1
    }
    return nil
  }

  /// The destination in the `(destination "title")` that begins at `start`, and the end of the link.
  func inlineDestination(at start: Int) -> (destination: Range<Int>, end: Int)? {
    guard start < text.count, text[start] == UInt8(ascii: "(") else { return nil }
    let first = skippingSpace(from: start + 1)
    guard let (destination, end) = destination(at: first, inParentheses: true) else { return nil }
    var at = skippingSpace(from: end)
    if at > end, let titleEnd = endOfTitle(at: at) { at = skippingSpace(from: titleEnd) }
    guard at < text.count, text[at] == UInt8(ascii: ")") else { return nil }
    return (destination, at + 1)
  }

  /// The destination of `[label]: destination "title"` and the start of the next line.
  func definition(at start: Int) -> (destination: Range<Int>, end: Int)? {
    let bracket = skippingBlanks(from: start)
    guard bracket < text.count, text[bracket] == UInt8(ascii: "["),
      let labelEnd = endOfLabel(at: bracket)
    else { return nil }
    let first = skippingSpace(from: labelEnd)
    guard let (destination, end) = destination(at: first, inParentheses: false),
      !destination.isEmpty
    else { return nil }
    if let lineEnd = endOfLine(at: end) {
      // The title may be on the next line; if there is none, that line is text.
      let title = skippingSpace(from: end)
      if let titleEnd = endOfTitle(at: title), let next = endOfLine(at: titleEnd) {
        return (destination, next)
      }
      return (destination, lineEnd)
    }
    let title = skippingBlanks(from: end)
    guard title > end, let titleEnd = endOfTitle(at: title), let next = endOfLine(at: titleEnd)
    else { return nil }
    return (destination, next)
  }

  // MARK: - Smaller parts

  /// The offset after `label]:`; nil if there is no label, or it is that of a footnote.
  private func endOfLabel(at bracket: Int) -> Int? {
    var at = bracket + 1
    let limit = min(text.count, at + Self.longestLabel)
    guard at < limit, text[at] != UInt8(ascii: "^"), text[at] != UInt8(ascii: "]") else {
      return nil
    }
    while at < limit, text[at] != UInt8(ascii: "]") {
      if text[at] == UInt8(ascii: "[") { return nil }
      at += text[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard at + 1 < text.count, at < limit, text[at + 1] == UInt8(ascii: ":") else { return nil }
    return at + 2
  }

  private func destination(
    at start: Int, inParentheses: Bool
  ) -> (range: Range<Int>, end: Int)? {
    guard start < text.count else { return nil }
    if text[start] == UInt8(ascii: "<") { return bracketedDestination(at: start) }
    var depth = 0
    var at = start
    while at < text.count, text[at] > 0x20, text[at] != 0x7F {
      switch text[at] {
      case UInt8(ascii: "\\") where at + 1 < text.count && text[at + 1].isASCIIPunctuation: at += 1
      case UInt8(ascii: "("):
        depth += 1
        if depth > Self.deepestParentheses { return nil }
      case UInt8(ascii: ")"):
        if depth == 0, inParentheses { return (start..<at, at) }
        depth -= 1
      default: break
      }
      at += 1
    }
    return depth == 0 ? (start..<at, at) : nil
  }

  private func bracketedDestination(at start: Int) -> (range: Range<Int>, end: Int)? {
    var at = start + 1
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: ">"): return (start + 1..<at, at + 1)
      case UInt8(ascii: "<"), UInt8(ascii: "\n"): return nil
      case UInt8(ascii: "\\"): at += 2
      default: at += 1
      }
    }
    return nil
  }

  /// The offset after a title in `""`, `''` or `()`; nil if there is none, or it is not closed.
  private func endOfTitle(at start: Int) -> Int? {
    guard start < text.count else { return nil }
    let open = text[start]
    let isParenthesis = open == UInt8(ascii: "(")
    guard isParenthesis || open == UInt8(ascii: "\"") || open == UInt8(ascii: "'") else {
      return nil
    }
    let close = isParenthesis ? UInt8(ascii: ")") : open
    var at = start + 1
    while at < text.count {
      if text[at] == close { return at + 1 }
      if isParenthesis, text[at] == open { return nil }
      at += text[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// The start of the next line; nil if the rest of this one is not blank.
  private func endOfLine(at start: Int) -> Int? {
    var at = skippingBlanks(from: start)
    guard at < text.count else { return text.count }
    if text[at] == UInt8(ascii: "\r") { at += 1 }
    guard at < text.count else { return text.count }
    return text[at] == UInt8(ascii: "\n") ? at + 1 : nil
  }

  private func skippingBlanks(from start: Int) -> Int {
    var at = min(start, text.count)
    while at < text.count, text[at].isBlank { at += 1 }
    return at
  }

  /// The offset after blanks and at most one line ending.
  private func skippingSpace(from start: Int) -> Int {
    let at = skippingBlanks(from: start)
    guard let next = endOfLine(at: at), next > at else { return at }
    return skippingBlanks(from: next)
  }
}
