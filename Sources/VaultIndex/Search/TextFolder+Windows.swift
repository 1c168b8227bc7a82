internal import VaultFormat

extension TextFolder {
  /// Whether `finder`'s needle stands in the folding of `text` where that is not its own bytes.
  ///
  /// Only active scalars make a folding differ from the text, so only they and what a match with
  /// them can reach on both sides are folded. Windows do not overlap, but for a scalar cut in two;
  /// all of them together take linear time.
  mutating func contains(_ finder: ByteFinder, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let reach = finder.needle.count
    var window = 0..<0
    var index = firstNonASCII(in: text, from: 0)
    while index < text.count {
      let lead = text[index]
      if lead < 0x80 {
        index = firstNonASCII(in: text, from: index)
        continue
      }
      if lead >= 0xE4, lead <= 0xE9, index &+ 2 < text.count,
        text[index &+ 1].isContinuation, text[index &+ 2].isContinuation
      {
        // U+4000 to U+9FFF are ideographs, all of them passive.
        index &+= 3
        continue
      }
      let scalar = UTF8Scalar(in: text, at: index)
      if table.entry(of: scalar.value).isActive {
        if index &- reach > window.upperBound {
          if contains(finder, in: text, window) { return true }
          window = Self.start(of: index, reach: reach, in: text)..<index
        }
        window = window.lowerBound..<(index &+ scalar.length &+ reach)
      }
      index &+= scalar.length
    }
    return contains(finder, in: text, window)
  }

  private mutating func contains(
    _ finder: ByteFinder, in text: UnsafeBufferPointer<UInt8>, _ window: Range<Int>
  ) -> Bool {
    guard !window.isEmpty else { return false }
    var end = min(window.upperBound, text.count)
    while end < text.count, text[end].isContinuation { end &+= 1 }
    fold(text, window.lowerBound..<end)
    return folded.withBytes { finder.firstMatch(in: $0) >= 0 }
  }

  /// Where the window of an active scalar begins: with a whole scalar, and with the one before.
  private static func start(
    of index: Int, reach: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var start = max(0, index &- reach)
    while start > 0, text[start].isContinuation { start &-= 1 }
    return start
  }
}
