/// A Bloom filter with one hash function and 4,096 bits.
///
/// For sets of a few hundred hashes that are queried often: a hash that it does not rule out has to be looked up
/// elsewhere.
package struct HashFilter: Sendable {
  private var words = [UInt64](repeating: 0, count: 64)

  package init() {}

  package mutating func insert(_ hash: UInt64) {
    let place = Self.place(hash)
    words[place.word] |= place.bit
  }

  /// False if the hash is certainly not in the set.
  package func mayContain(_ hash: UInt64) -> Bool {
    let place = Self.place(hash)
    return words[place.word] & place.bit != 0
  }

  /// Uses the highest twelve bits of a product, which depend on all bits of the hash.
  private static func place(_ hash: UInt64) -> (word: Int, bit: UInt64) {
    let mixed = hash &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: mixed &>> 58), 1 &<< (mixed &>> 52 & 63))
  }
}
