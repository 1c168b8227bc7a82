/// A line and the prefix of its text: blanks, `>` of quotes, list markers.
struct MarkdownLine {
  var start: Int
  var end: Int
  var next: Int
  /// The start of the text; `end` for a blank line.
  var content: Int
  /// The columns of blanks directly before the text; a tab reaches the next multiple of four.
  var indent = 0
  var quoteDepth = 0
  var hasListMarker = false

  var isBlank: Bool { content == end }

  /// - Parameter isInList: whether deep indentation may belong to a list, so that markers after it count.
  init(_ line: Line, in bytes: UnsafeBufferPointer<UInt8>, isInList: Bool) {
    (start, end, next) = (line.start, line.end, line.next)
    content = start
    while true {
      skipBlanks(bytes)
      guard content < end, indent < 4 || isInList else { return }
      if bytes[content] == UInt8(ascii: ">") {
        quoteDepth += 1
        content += 1
      } else if let length = ListMarker.length(bytes, content..<end) {
        hasListMarker = true
        content += length
      } else {
        return
      }
    }
  }

  private mutating func skipBlanks(_ bytes: UnsafeBufferPointer<UInt8>) {
    indent = 0
    while content < end, bytes[content].isBlank {
      indent += bytes[content] == UInt8(ascii: "\t") ? 4 - indent % 4 : 1
      content += 1
    }
  }
}

/// The marker of a list item (CommonMark 0.31, section 5.2).
package enum ListMarker {
  /// The length of a marker, `-`, `*`, `+`, `1.` or `1)`, before a blank or the end of the range; nil without one.
  ///
  /// - Parameter range: not empty.
  package static func length(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    var at = range.lowerBound
    switch bytes[at] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): at += 1
    default:
      while at < range.upperBound, bytes[at].isASCIIDigit { at += 1 }
      guard (1...9).contains(at - range.lowerBound), at < range.upperBound,
        bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: ")")
      else { return nil }
      at += 1
    }
    guard at == range.upperBound || bytes[at].isBlank else { return nil }
    return at - range.lowerBound
  }
}

/// An open fenced code block (CommonMark 0.31, section 4.5).
struct CodeFence {
  /// Backtick or tilde.
  var mark: UInt8
  /// The length of the opening fence; the closing one is at least as long.
  var length: Int
  /// The number of `>` before it; a line with fewer ends the block.
  var quoteDepth: Int

  /// The fence that the line opens; nil if it opens none.
  init?(opening line: MarkdownLine, in bytes: UnsafeBufferPointer<UInt8>) {
    guard line.content < line.end else { return nil }
    mark = bytes[line.content]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    let end = Self.endOfRun(of: mark, at: line.content..<line.end, in: bytes)
    let hasMark = bytes[end..<line.end].contains(mark)
    guard end - line.content >= 3, mark == UInt8(ascii: "~") || !hasMark else { return nil }
    length = end - line.content
    quoteDepth = line.quoteDepth
  }

  fileprivate enum LineRole { case content, closingFence, outside }

  /// The role of a later line; a line is outside if the quote that holds the block has ended.
  fileprivate func role(of line: Line, in bytes: UnsafeBufferPointer<UInt8>) -> LineRole {
    var at = line.start
    var depth = 0
    while true {
      while at < line.end, bytes[at].isBlank { at += 1 }
      guard depth < quoteDepth, at < line.end, bytes[at] == UInt8(ascii: ">") else { break }
      depth += 1
      at += 1
    }
    if depth < quoteDepth { return .outside }
    let end = Self.endOfRun(of: mark, at: at..<line.end, in: bytes)
    let isClosing = end - at >= length && bytes[end..<line.end].allSatisfy(\.isBlank)
    return isClosing ? .closingFence : .content
  }

  private static func endOfRun(
    of mark: UInt8, at range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var end = range.lowerBound
    while end < range.upperBound, bytes[end] == mark { end += 1 }
    return end
  }
}

extension CodeFence? {
  /// Whether the line belongs to this open block; a closing fence does, and ends the block.
  mutating func holds(_ line: Line, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let role = self?.role(of: line, in: bytes) else { return false }
    if role != .content { self = nil }
    return role != .outside
  }
}
