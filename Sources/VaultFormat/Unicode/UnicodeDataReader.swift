/// Reads the rows of hexadecimal numbers in `UnicodeData`.
///
/// The bytes of a `StaticString` live as long as the process. A row holds at most `capacity` numbers; more are dropped.
enum UnicodeDataReader {
  private static let capacity = 24

  /// Calls `body` for each row with its first number, as an absolute value, and the others.
  @inline(__always)
  static func readRows(
    _ text: StaticString, _ body: (UInt32, UnsafeBufferPointer<UInt32>.SubSequence) -> Void
  ) {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { row in
      var (key, value, count) = (UInt32(0), UInt32(0), 0)
      for byte in bytes {
        if byte > UInt8(ascii: ";") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
          // Adds 9 for letters, which have bit 6 set.
          value = value << 4 | UInt32(byte & 15 &+ byte >> 6 &* 9)
        } else if byte >= UInt8(ascii: " ") {
          if count < capacity { row.initializeElement(at: count, to: value) }
          count &+= 1
          value = 0
          guard byte == UInt8(ascii: ";") else { continue }
          key &+= row[0]
          body(key, UnsafeBufferPointer(row)[1..<min(count, capacity)])
          count = 0
        }
      }
    }
  }

  /// Reads rows of `first count value`.
  static func readRanges(_ text: StaticString, _ body: (Range<UInt32>, UInt32) -> Void) {
    readRows(text) { first, numbers in
      guard numbers.count == 2 else { return }
      body(first..<(first &+ numbers[1]), numbers[2])
    }
  }
}
