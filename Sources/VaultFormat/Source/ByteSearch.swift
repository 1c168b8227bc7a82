/// Searches over raw bytes, eight at a time, in plain integer arithmetic: every processor does it well.
// Invariant of all loads here: the eight bytes from the given offset on lie in the buffer.
extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first `byte` at or behind `start`, which lies in `0...count`.
  @inline(__always) package func offset(of byte: UInt8, from start: Int) -> Int? {
    var at = start
    let pattern = Self.ones &* UInt64(byte)
    while at &+ 8 <= count {
      let difference = word(at) ^ pattern
      // A zero byte of the difference sets its highest bit; the lowest such bit is exact.
      let hits = (difference &- Self.ones) & ~difference & Self.highs
      if hits != 0 { return at &+ hits.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    while at < count {
      if self[at] == byte { return at }
      at &+= 1
    }
    return nil
  }

  /// The offset of the first blank or control character at or behind `start`, which lies in `0...count`; `count`
  /// where there is none.
  @inline(__always) func endOfWord(from start: Int) -> Int {
    var at = start
    while at &+ 8 <= count {
      let word = word(at)
      // A byte's highest bit is set where the byte is more than a space.
      let isMore = ((word & ~Self.highs) &+ Self.ones &* (0x7F - 0x20)) | word
      let hits = ~isMore & Self.highs
      if hits != 0 { return at &+ hits.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    while at < count, self[at] > 0x20 { at &+= 1 }
    return at
  }

  /// Whether the eight bytes from `start` on lie between space and tilde, or are line feeds.
  @inline(__always) func isPlainASCII(eightBytesFrom start: Int) -> Bool {
    let word = word(start)
    let lower = word & ~Self.highs
    // In each of these a byte's highest bit is set where the byte, without its own highest bit, is what the
    // name says; no carry leaves a byte.
    let isSpaceOrMore = lower &+ Self.ones &* (0x80 - 0x20)
    let isNotLineFeed = (lower ^ Self.ones &* 0x0A) &+ Self.ones &* 0x7F
    let isDelete = lower &+ Self.ones
    return ((~isSpaceOrMore & isNotLineFeed) | isDelete | word) & Self.highs == 0
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// Eight bytes, the first of them lowest.
  @inline(__always) private func word(_ start: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(baseAddress.unsafelyUnwrapped)
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
  }

  /// The bytes of a range, at most eight of them, as a number: the first of them lowest, zeros above the last.
  @inline(__always) package func word(_ range: Range<Int>) -> UInt64 {
    if range.isEmpty { return 0 }
    let surplus = UInt64(64 &- 8 &* range.count)
    if range.lowerBound &+ 8 <= count { return word(range.lowerBound) & ~0 &>> surplus }
    if range.upperBound >= 8 { return word(range.upperBound &- 8) &>> surplus }
    return self[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether the bytes of two ranges are the same.
  package func areEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    var (i, j) = (a.lowerBound, b.lowerBound)
    while i &+ 8 <= a.upperBound {
      guard word(i) == word(j) else { return false }
      i &+= 8
      j &+= 8
    }
    while i < a.upperBound {
      guard self[i] == self[j] else { return false }
      i &+= 1
      j &+= 1
    }
    return true
  }

  /// A number that equal bytes share and other bytes hardly ever do.
  ///
  /// For tables in memory: it may differ from version to version.
  package var quickHash: UInt64 {
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var at = 0
    while at &+ 8 <= count {
      hash = Self.mixed(hash ^ word(at))
      at &+= 8
    }
    return Self.mixed(hash ^ word(at..<count))
  }

  /// The two halves of the full product, one upon the other.
  @inline(__always) private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    return product.high ^ product.low ^ value >> 32
  }
}
