/// A map from some Unicode scalars to short sequences of scalars.
struct ScalarMap: Sendable {
  /// Per scalar `start << 8 | count` of its sequence in `parts`; 0 for none.
  private var entries = ScalarTable<UInt32>(common: 0)
  private var parts: [UInt32] = []
  private(set) var keys: [UInt32] = []

  /// Reads rows of `scalar part…`.
  init(_ text: StaticString) {
    parts.reserveCapacity(text.utf8CodeUnitCount / 5)
    var reader = UnicodeDataReader(text)
    while let scalar = reader.nextRow() {
      let start = parts.count
      while let part = reader.nextNumber() { parts.append(part) }
      entries[scalar] = UInt32(truncatingIfNeeded: start << 8 | (parts.count - start))
      keys.append(scalar)
    }
  }

  /// The sequence of `scalar`; empty when it has none.
  func parts(of scalar: UInt32) -> ArraySlice<UInt32> {
    let entry = entries[scalar]
    let start = Int(entry >> 8)
    return parts[start..<(start + Int(entry & 255))]
  }
}
