package import VaultFormat

/// A set of known keys, as bits of a number.
package struct KnownKeySet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  package init(arrayLiteral keys: KnownKey...) {
    for key in keys { insert(key) }
  }

  package init(_ keys: some Sequence<KnownKey>) {
    for key in keys { insert(key) }
  }

  mutating func insert(_ key: KnownKey) { bits |= 1 << UInt64(key.rawValue) }

  func isDisjoint(with other: KnownKeySet) -> Bool { bits & other.bits == 0 }
}
