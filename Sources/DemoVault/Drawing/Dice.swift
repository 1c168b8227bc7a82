/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers for a seed on every machine.
package struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 to below 1.
  mutating func unit() -> Float { Float(next() >> 40) / 16_777_216 }

  mutating func from(_ low: Float, to high: Float) -> Float { low + (high - low) * unit() }

  mutating func below(_ count: Int) -> Int { Int(next() >> 33) % max(count, 1) }

  mutating func from(_ low: Int, to high: Int) -> Int { low + below(high - low + 1) }

  mutating func chance(_ share: Float) -> Bool { unit() < share }
}
