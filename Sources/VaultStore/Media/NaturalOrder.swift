/// The natural order of numbered files: `img.jpg` before `img-2.jpg` before `img-10.jpg`.
///
/// Names compare without their extensions first, then by these. Runs of digits compare as numbers of any length,
/// everything else by bytes, ignoring the case of ASCII letters; names that are equal so far compare by bytes. A total
/// order on bytes.
package enum NaturalOrder {
  package static func precedes(
    _ a: some RandomAccessCollection<UInt8>, _ b: some RandomAccessCollection<UInt8>
  ) -> Bool {
    let (first, second) = (parts(of: a), parts(of: b))
    let stems = compare(first.stem, second.stem)
    let folded = stems == 0 ? compare(first.rest, second.rest) : stems
    return folded == 0 ? a.lexicographicallyPrecedes(b) : folded < 0
  }

  /// - Parameter name: or a path.
  private static func parts(
    of name: some RandomAccessCollection<UInt8>
  ) -> (stem: [UInt8], rest: [UInt8]) {
    let bytes = Array(name)
    let last = bytes.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    guard let last, bytes[last] == UInt8(ascii: ".") else { return (bytes, []) }
    return (Array(bytes[..<last]), Array(bytes[last...]))
  }

  /// Negative, zero or positive.
  private static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let (first, second) = (number(in: a, at: &i), number(in: b, at: &j))
        if first.count != second.count { return first.count - second.count }
        for (x, y) in zip(first, second) where x != y { return Int(x) - Int(y) }
      } else {
        let (x, y) = (folded(a[i]), folded(b[j]))
        if x != y { return Int(x) - Int(y) }
        i += 1
        j += 1
      }
    }
    return (a.count - i) - (b.count - j)
  }

  /// The digits from `index` on without leading zeros; moves `index` after them.
  private static func number(in bytes: [UInt8], at index: inout Int) -> ArraySlice<UInt8> {
    let digits = bytes[index...].prefix(while: isDigit)
    index = digits.endIndex
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
