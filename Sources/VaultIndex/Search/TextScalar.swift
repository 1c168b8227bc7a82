/// A Unicode scalar read from bytes, or one byte of invalid UTF-8.
///
/// A copy of VaultFormat's `UTF8Scalar`, kept here because the compiler inlines it only within
/// its module, and search reads many scalars of each text.
struct TextScalar {
  /// The `value` of an invalid byte.
  static var invalid: UInt32 { 0x110000 }

  let value: UInt32
  /// The number of bytes, 1 to 4.
  let length: Int

  /// Reads at `index`, which must be within `bytes`.
  @inline(__always)
  init(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let lead = UInt32(bytes[index])
    let left = bytes.count &- index
    if lead < 0x80 {
      (value, length) = (lead, 1)
      return
    }
    if lead & 0xF0 == 0xE0, left > 2 {
      let (b, c) = (UInt32(bytes[index &+ 1]), UInt32(bytes[index &+ 2]))
      let scalar = (lead & 15) << 12 | (b & 63) << 6 | (c & 63)
      if (b | c << 8) & 0xC0C0 == 0x8080, scalar >= 0x800, scalar & 0xF800 != 0xD800 {
        (value, length) = (scalar, 3)
        return
      }
    } else if lead & 0xE0 == 0xC0, lead >= 0xC2, left > 1 {
      let b = UInt32(bytes[index &+ 1])
      if b & 0xC0 == 0x80 {
        (value, length) = ((lead & 31) << 6 | (b & 63), 2)
        return
      }
    } else if lead & 0xF8 == 0xF0, left > 3 {
      let (b, c, d) = (
        UInt32(bytes[index &+ 1]), UInt32(bytes[index &+ 2]), UInt32(bytes[index &+ 3])
      )
      let scalar = (lead & 7) << 18 | (b & 63) << 12 | (c & 63) << 6 | (d & 63)
      if (b | c << 8 | d << 16) & 0xC0C0C0 == 0x808080, scalar >= 0x10000, scalar < 0x110000 {
        (value, length) = (scalar, 4)
        return
      }
    }
    (value, length) = (Self.invalid, 1)
  }
}
