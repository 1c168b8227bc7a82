/// A position in a text: line and column from 1, the column in bytes.
package struct SourcePosition: Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let before = bytes[..<min(max(offset, 0), bytes.count)]
    line = 1 + before.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    column = 1 + before.endIndex - lineStart
  }
}
