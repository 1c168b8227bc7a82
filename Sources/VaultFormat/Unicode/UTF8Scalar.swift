/// A Unicode scalar decoded from bytes, or one byte that is not part of a well-formed UTF-8 sequence.
package struct UTF8Scalar {
  /// The base of `value` for an invalid byte, which is `invalid + byte`: above every scalar.
  package static var invalid: UInt32 { 0x110000 }

  package var value: UInt32
  /// Its length in bytes, 1 to 4.
  package var length: Int

  package init(value: UInt32, length: Int) {
    self.value = value
    self.length = length
  }

  /// Decodes at `index`, which must be within `bytes`.
  package init(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let lead = bytes[index]
    guard lead >= 0x80 else {
      self.init(value: UInt32(lead), length: 1)
      return
    }
    let left = bytes.count &- index
    if lead & 0xF0 == 0xE0, left > 2 {
      let (b, c) = (bytes[index &+ 1], bytes[index &+ 2])
      let value = UInt32(lead & 15) << 12 | UInt32(b & 63) << 6 | UInt32(c & 63)
      if (b & 0xC0) == 0x80, (c & 0xC0) == 0x80, value >= 0x800, value & 0xF800 != 0xD800 {
        self.init(value: value, length: 3)
        return
      }
    } else if lead & 0xE0 == 0xC0, lead >= 0xC2, left > 1 {
      let b = bytes[index &+ 1]
      if (b & 0xC0) == 0x80 {
        self.init(value: UInt32(lead & 31) << 6 | UInt32(b & 63), length: 2)
        return
      }
    } else if lead & 0xF8 == 0xF0, left > 3 {
      let (b, c, d) = (bytes[index &+ 1], bytes[index &+ 2], bytes[index &+ 3])
      let value =
        UInt32(lead & 7) << 18 | UInt32(b & 63) << 12 | UInt32(c & 63) << 6 | UInt32(d & 63)
      if (b & 0xC0) == 0x80, (c & 0xC0) == 0x80, (d & 0xC0) == 0x80,
        value >= 0x10000, value < 0x110000
      {
        self.init(value: value, length: 4)
        return
      }
    }
    self.init(value: Self.invalid | UInt32(lead), length: 1)
  }

  /// Appends the UTF-8 of `value`, which must not be a surrogate, or the byte of an `invalid` one.
  package static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    switch value {
    case 0..<0x80: bytes.append(UInt8(truncatingIfNeeded: value))
    case 0x80..<0x800:
      bytes.append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 63))
    case 0x800..<0x10000:
      bytes.append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 63))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 63))
    case 0x10000..<invalid:
      bytes.append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 63))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 63))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 63))
    default: bytes.append(UInt8(truncatingIfNeeded: value))
    }
  }
}
