/// A map from some Unicode scalars to short sequences of scalars.
struct ScalarMap: Sendable {
  /// For each scalar, `start << 8 | count` of its sequence in `parts`; 0 for none.
  private var entries = ScalarTable<UInt32>(common: 0)
  private var parts: [UInt32] = []
  private(set) var keys: [UInt32] = []

  /// Reads rows of `scalar part…`.
  init(_ text: StaticString) {
    var (entries, parts, keys) = (self.entries, [UInt32](), [UInt32]())
    parts.reserveCapacity(text.utf8CodeUnitCount / 4)
    keys.reserveCapacity(text.utf8CodeUnitCount / 6)
    UnicodeDataReader.readRows(text) { scalar, row in
      entries[scalar] = UInt32(truncatingIfNeeded: parts.count << 8 | row.count)
      parts.append(contentsOf: row)
      keys.append(scalar)
    }
    (self.entries, self.parts, self.keys) = (entries, parts, keys)
  }

  /// The sequence of `scalar`; empty if it has none.
  func parts(of scalar: UInt32) -> ArraySlice<UInt32> {
    let entry = entries[scalar]
    let start = Int(entry >> 8)
    return parts[start..<(start + Int(entry & 255))]
  }
}
