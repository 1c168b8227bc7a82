/// Searches over raw bytes, sixteen at a time: `SIMD16` maps to one instruction on x86-64 and arm64
/// alike.
// Invariant of all loads here: `start + 16 <= count` is checked before bytes `start..<start + 16`
// are read.
extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first `byte` at or behind `start`, which lies in `0...count`.
  package func offset(of byte: UInt8, from start: Int) -> Int? {
    var at = start
    let pattern = SIMD16(repeating: byte)
    while at &+ 16 <= count {
      let hits = block(at) .== pattern
      if any(hits) {
        while self[at] != byte { at &+= 1 }
        return at
      }
      at &+= 16
    }
    while at < count {
      if self[at] == byte { return at }
      at &+= 1
    }
    return nil
  }

  /// Sixteen bytes from `start` on; all of them lie in the buffer.
  @inline(__always) func block(_ start: Int) -> SIMD16<UInt8> {
    UnsafeRawPointer(baseAddress.unsafelyUnwrapped).loadUnaligned(
      fromByteOffset: start, as: SIMD16<UInt8>.self)
  }

  /// Whether the eight bytes from `start` on, all of them in the buffer, lie between space and
  /// tilde.
  @inline(__always) func isPrintableASCII(eightBytesFrom start: Int) -> Bool {
    let word = UnsafeRawPointer(baseAddress.unsafelyUnwrapped).loadUnaligned(
      fromByteOffset: start, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Each term sets a high bit where it holds for a byte: below 0x20, 0x7F, at or above 0x80.
    let low = (word &- ones &* 0x20) & ~word
    let delete = ((word ^ ones &* 0x7F) &- ones) & ~(word ^ ones &* 0x7F)
    return (low | delete | word) & (ones &* 0x80) == 0
  }
}
