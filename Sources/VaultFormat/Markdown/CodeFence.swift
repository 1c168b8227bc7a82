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
