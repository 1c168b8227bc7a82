/// An open fenced code block (CommonMark 0.31, section 4.5).
struct CodeFence {
  /// Backtick or tilde.
  var mark: UInt8
  /// Of the opening run; a closing one is at least as long.
  var length: Int
  /// How many `>` stand before it; a line with fewer ends the block.
  var quoteDepth: Int

  /// The fence that the line with this content opens; nil where it opens none.
  init?(opening line: MarkdownLine, in bytes: UnsafeBufferPointer<UInt8>) {
    guard line.content < line.end else { return nil }
    mark = bytes[line.content]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    let run = Self.run(of: mark, in: bytes, line.content..<line.end)
    let hasMark = bytes[run..<line.end].contains(mark)
    guard run - line.content >= 3, mark == UInt8(ascii: "~") || !hasMark else { return nil }
    length = run - line.content
    quoteDepth = line.quoteDepth
  }

  enum Verdict { case inside, closes, isLeft }

  /// What a later line is to this fence.
  func verdict(on line: Line, in bytes: UnsafeBufferPointer<UInt8>) -> Verdict {
    var at = line.start
    var depth = 0
    while true {
      while at < line.end, bytes[at].isBlank { at += 1 }
      guard depth < quoteDepth, at < line.end, bytes[at] == UInt8(ascii: ">") else { break }
      depth += 1
      at += 1
    }
    if depth < quoteDepth { return .isLeft }
    let run = Self.run(of: mark, in: bytes, at..<line.end)
    return run - at >= length && bytes[run..<line.end].allSatisfy(\.isBlank) ? .closes : .inside
  }

  private static func run(
    of mark: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int {
    var end = range.lowerBound
    while end < range.upperBound, bytes[end] == mark { end += 1 }
    return end
  }
}
