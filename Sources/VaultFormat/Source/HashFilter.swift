/// A set of hashes that answers nearly every question for one that is not in it with a sure no, after one look
/// at a bit.
///
/// For a few hundred hashes, to be asked for many: what it does not rule out has to be looked up elsewhere.
package struct HashFilter: Sendable {
  private var words = [UInt64](repeating: 0, count: 64)

  package init() {}

  package mutating func insert(_ hash: UInt64) {
    let place = Self.place(hash)
    words[place.word] |= place.bit
  }

  /// False: the hash is surely not in the set.
  package func mayContain(_ hash: UInt64) -> Bool {
    let place = Self.place(hash)
    return words[place.word] & place.bit != 0
  }

  /// By the highest twelve bits of a product, on which all bits of the hash bear.
  private static func place(_ hash: UInt64) -> (word: Int, bit: UInt64) {
    let mixed = hash &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: mixed &>> 58), 1 &<< (mixed &>> 52 & 63))
  }
}
