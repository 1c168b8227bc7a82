/// One line of a buffer: `start..<end` is its text, `end..<next` its line ending (LF, CRLF or nothing).
///
/// A CR without an LF after it is text: no note-taking tool ends lines with it.
package struct Line: Hashable, Sendable {
  package var start: Int
  package var end: Int
  package var next: Int

  package init(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.start = start
    let lineFeed = bytes.offset(of: UInt8(ascii: "\n"), from: start)
    next = lineFeed.map { $0 + 1 } ?? bytes.count
    end = lineFeed ?? bytes.count
    if lineFeed != nil, end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
  }

  /// Whether the line is three times `mark`, followed only by blanks.
  func isFence(of mark: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard end - start >= 3, bytes[start] == mark, bytes[start + 1] == mark, bytes[start + 2] == mark
    else { return false }
    var at = start + 3
    while at < end, bytes[at].isBlank { at += 1 }
    return at == end
  }
}

extension [UInt8] {
  /// Removes the LF or CRLF at the end; does nothing if there is none.
  mutating func removeLineEnd() {
    guard last == UInt8(ascii: "\n") else { return }
    removeLast()
    if last == UInt8(ascii: "\r") { removeLast() }
  }

  /// Appends lines, which begin on a line of their own: one that ends in a lone CR has no line ending.
  mutating func appendLines(_ lines: [UInt8]) {
    if let last, last != UInt8(ascii: "\n"), !lines.isEmpty { append(UInt8(ascii: "\n")) }
    append(contentsOf: lines)
  }
}

/// A position in a text: line and column from 1, the column in bytes.
package struct SourcePosition: Hashable, Sendable {
  package var line: Int
  package var column: Int

  init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  package init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let before = bytes[..<min(max(offset, 0), bytes.count)]
    line = 1 + bytes.count(of: UInt8(ascii: "\n"), in: before.indices)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    column = 1 + before.endIndex - lineStart
  }
}
