/// The offset of the first non-ASCII byte at or after `start`; `text.count` if there is none.
///
/// Each load of 16 or 8 bytes ends within `text`.
func firstNonASCII(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  let bytes = UnsafeRawBufferPointer(text)
  func block(_ index: Int) -> SIMD16<UInt8> {
    bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
  }
  var index = start
  while index &+ 64 <= bytes.count {
    let any = block(index) | block(index &+ 16) | block(index &+ 32) | block(index &+ 48)
    let halves = unsafeBitCast(any, to: SIMD2<UInt64>.self)
    if (halves[0] | halves[1]) & 0x8080_8080_8080_8080 != 0 { break }
    index &+= 64
  }
  while index &+ 8 <= bytes.count {
    let high =
      bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      & 0x8080_8080_8080_8080
    if high != 0 { return index &+ high.trailingZeroBitCount / 8 }
    index &+= 8
  }
  while index < bytes.count, bytes[index] < 0x80 { index &+= 1 }
  return index
}

extension UInt8 {
  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// An ASCII capital in lower case; any other byte unchanged.
  var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  /// Whether it is a continuation byte of UTF-8.
  var isContinuation: Bool { self & 0xC0 == 0x80 }
}
