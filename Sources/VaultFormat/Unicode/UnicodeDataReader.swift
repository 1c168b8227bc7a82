/// Reads the rows in `UnicodeData`, whose comment says what they mean.
///
/// The bytes of a `StaticString` live as long as the process. A row holds at most `capacity` numbers; more are dropped.
enum UnicodeDataReader {
  private static let capacity = 24

  /// Calls `body` for each scalar in order, with its numbers.
  @inline(__always)
  static func read(
    _ text: StaticString, _ body: (UInt32, UnsafeBufferPointer<UInt32>.SubSequence) -> Void
  ) {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { row in
      var (scalar, value, count) = (UInt32(0), UInt32(0), 0)
      for byte in bytes where byte >= UInt8(ascii: " ") {
        if byte > UInt8(ascii: ";") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
          // Adds 9 for letters, which have bit 6 set.
          value = value << 4 | UInt32(byte & 15 &+ byte >> 6 &* 9)
          continue
        }
        if count < capacity {
          row.initializeElement(at: count, to: value)
          count &+= 1
        }
        value = 0
        if byte == UInt8(ascii: " ") { continue }
        // Before a mark other than `;` is the number of scalars after the first one.
        var rest: UInt32 = 0
        if byte != UInt8(ascii: ";") {
          count &-= 1
          rest = row[count]
        }
        let numbers = UnsafeBufferPointer(row)[1..<count]
        scalar &+= max(row[0], 1)
        body(scalar, numbers)
        let step: UInt32 = byte == UInt8(ascii: ":") ? 2 : 1
        for _ in 0..<rest {
          scalar &+= step
          if byte != UInt8(ascii: ".") { row[count - 1] &+= step }
          body(scalar, numbers)
        }
        count = 0
      }
    }
  }
}
