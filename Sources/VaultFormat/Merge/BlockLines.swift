extension LineTable {
  /// Splits a text into lines, with a fenced code block as one; a block without an end is split.
  mutating func text(ofBlocksIn bytes: [UInt8]) -> Text {
    text(ofGroups: bytes.withUnsafeBufferPointer(Self.blockStarts), in: bytes)
  }

  /// Where each line or block begins, and the end of the text.
  private static func blockStarts(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts = [0]
    var fence: CodeFence?
    /// The index in `starts` of the block that is open.
    var first = 0
    var at = 0
    while at < bytes.count {
      let line = Line(at: at, in: bytes)
      let isInBlock = fence != nil
      let isHeld = fence.holds(line, in: bytes)
      if isHeld { starts.append(line.next) }
      if isInBlock, fence == nil { starts.removeSubrange(first + 1..<starts.count - 1) }
      if !isHeld {
        let content = MarkdownLine(line, in: bytes, isInList: true)
        fence = CodeFence(opening: content, in: bytes)
        first = starts.count - 1
        starts.append(line.next)
      }
      at = line.next
    }
    return starts
  }
}
