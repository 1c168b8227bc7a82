/// Reads the rows of hexadecimal numbers of `UnicodeData`.
///
/// The bytes live as long as the process; every read is checked against their end.
struct UnicodeDataReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var key: UInt32 = 0

  init(_ text: StaticString) {
    bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// The first number of the next row, as an absolute value; nil at the end.
  mutating func nextRow() -> UInt32? {
    if index > 0 {
      while nextNumber() != nil {}
      if index < bytes.count { index += 1 }
    }
    guard let difference = nextNumber() else { return nil }
    key &+= difference
    return key
  }

  /// The next number of this row; nil at its end.
  mutating func nextNumber() -> UInt32? {
    while index < bytes.count, bytes[index] <= UInt8(ascii: " ") { index += 1 }
    let start = index
    var value: UInt32 = 0
    while index < bytes.count, let digit = Self.digit(bytes[index]) {
      value = value << 4 | digit
      index += 1
    }
    return index == start ? nil : value
  }

  /// Reads rows of `first count value`.
  static func readRanges(_ text: StaticString, _ body: (Range<UInt32>, UInt32) -> Void) {
    var reader = UnicodeDataReader(text)
    while let first = reader.nextRow() {
      guard let count = reader.nextNumber(), let value = reader.nextNumber() else { continue }
      body(first..<(first &+ count), value)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
    default: nil
    }
  }
}
