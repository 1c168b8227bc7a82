/// A small seeded generator of random numbers: the same seed gives the same numbers on every
/// platform, which the system's generators do not promise.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, not including, 1, in steps of 2⁻⁵³.
  package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A whole number from 0 up to, not including, `bound`; `bound` is at least 1.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A whole number in the closed range.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }
}
