/// A UUID as two words; in text form, 36 characters with lower-case letters, as tl writes them.
///
/// Nearly every id is one; with 16 bytes instead of 36, a million take 20 MB less.
struct PackedUUID: Sendable {
  private let high: UInt64
  private let low: UInt64

  static let textLength = 36
  private static let hyphen = UInt8(ascii: "-")

  /// Nil for any other text.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count == Self.textLength, text[8] == Self.hyphen, text[13] == Self.hyphen,
      text[18] == Self.hyphen, text[23] == Self.hyphen
    else { return nil }
    let bytes = UnsafeRawBufferPointer(text)
    func eight(_ start: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }
    func four(_ start: Int) -> UInt64 {
      UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
    }
    // Without a branch for each word, since nearly every id is a UUID.
    var others: UInt64 = 0
    let first = Self.value(ofDigits: eight(0), &others)
    let second = Self.value(ofDigits: four(9) | four(14) << 32, &others)
    let third = Self.value(ofDigits: four(19) | four(24) << 32, &others)
    let last = Self.value(ofDigits: eight(28), &others)
    guard others == 0 else { return nil }
    high = first | second << 32
    low = third | last << 32
  }

  /// Calls `body` with the text; the bytes are valid during the call.
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: Self.textLength, alignment: 1) { text in
      let (second, third) = (Self.digits(ofValue: high >> 32), Self.digits(ofValue: low))
      for place in [8, 13, 18, 23] { text[place] = Self.hyphen }
      text.storeBytes(of: prefix.littleEndian, toByteOffset: 0, as: UInt64.self)
      Self.store(second, in: text, at: (9, 14))
      Self.store(third, in: text, at: (19, 24))
      let last = Self.digits(ofValue: low >> 32)
      text.storeBytes(of: last.littleEndian, toByteOffset: 28, as: UInt64.self)
      return body(UnsafeBufferPointer(text.assumingMemoryBound(to: UInt8.self)))
    }
  }

  /// The first eight characters, the first in the lowest byte.
  var prefix: UInt64 { Self.digits(ofValue: high) }

  private static func store(
    _ digits: UInt64, in text: UnsafeMutableRawBufferPointer, at places: (Int, Int)
  ) {
    let (first, second) = (UInt32(truncatingIfNeeded: digits), UInt32(digits >> 32))
    text.storeBytes(of: first.littleEndian, toByteOffset: places.0, as: UInt32.self)
    text.storeBytes(of: second.littleEndian, toByteOffset: places.1, as: UInt32.self)
  }

  // Eight digits at a time in one word, the first digit in its lowest byte.

  /// In the lower half of the word; sets bits of `others` for characters that are not digits.
  @inline(__always)
  private static func value(ofDigits digits: UInt64, _ others: inout UInt64) -> UInt64 {
    let letters = digits >> 6 & everyByte(0x01)
    let values = (digits & everyByte(0x0F)) &+ letters &* 9
    others |= (values & everyByte(0xF0)) | (characters(values) ^ digits)
    var packed = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
    packed = (packed | packed >> 8) & 0x0000_FFFF_0000_FFFF
    return (packed | packed >> 16) & 0xFFFF_FFFF
  }

  /// The hex digits of the lower half of a word.
  @inline(__always)
  private static func digits(ofValue value: UInt64) -> UInt64 {
    var spread = value & 0xFFFF_FFFF
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    return characters((spread >> 4 | spread << 8) & everyByte(0x0F))
  }

  /// The characters of numbers from 0 to 15.
  @inline(__always)
  private static func characters(_ values: UInt64) -> UInt64 {
    let letters = (values &+ everyByte(0x06)) >> 4 & everyByte(0x01)
    return values &+ everyByte(0x30) &+ letters &* 0x27
  }

  @inline(__always)
  private static func everyByte(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
}
