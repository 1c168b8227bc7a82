/// The lines and columns of increasing offsets, in one pass over the text.
package struct PositionCounter {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var line = 1
  private var lineStart = 0
  private var lineEnd: Int

  /// - Parameter bytes: valid as long as the counter is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    lineEnd = bytes.offset(of: UInt8(ascii: "\n"), from: 0) ?? bytes.count
  }

  /// - Parameter offset: at least that of the last call.
  package mutating func position(of offset: Int) -> SourcePosition {
    let offset = min(offset, bytes.count)
    while lineEnd < offset {
      line += 1
      lineStart = lineEnd + 1
      lineEnd = bytes.offset(of: UInt8(ascii: "\n"), from: lineStart) ?? bytes.count
    }
    return SourcePosition(line: line, column: offset - lineStart + 1)
  }
}
