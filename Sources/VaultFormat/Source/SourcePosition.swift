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
