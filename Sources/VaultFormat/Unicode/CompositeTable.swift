/// The pairs of scalars that canonical composition combines, as a hash table with open addressing.
struct CompositeTable: Sendable {
  private static let slotBits = 11

  /// The first and second scalar, 32 bits each; 0 marks a free slot, and there are always some.
  private var keys = [UInt64](repeating: 0, count: 1 << slotBits)
  private var values = [UInt32](repeating: 0, count: 1 << slotBits)
  /// The second scalar of every pair.
  private(set) var seconds: [UInt32] = []
  private(set) var composites: [UInt32] = []

  /// Reads rows of `composite first second`.
  init(_ text: StaticString) {
    UnicodeDataReader.readRows(text) { composite, pair in
      guard pair.count == 2 else { return }
      let key = UInt64(pair[1]) << 32 | UInt64(pair[2])
      let slot = slot(of: key)
      keys[slot] = key
      values[slot] = composite
      seconds.append(pair[2])
      composites.append(composite)
    }
  }

  func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    let slot = slot(of: UInt64(first) << 32 | UInt64(second))
    return keys[slot] == 0 ? nil : values[slot]
  }

  /// The slot of `key`, or the free slot for it.
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.slotBits))
    while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }
}
