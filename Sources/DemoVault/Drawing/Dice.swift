internal import SystemCalls

/// Numbers of a seed, as what is drawn and told needs them.
package struct Dice: RandomNumberGenerator, Sendable {
  private var generator: SplitMix64

  package init(_ seed: UInt64) { generator = SplitMix64(seed: seed) }

  package mutating func next() -> UInt64 { generator.next() }

  /// From 0 to below 1.
  mutating func unit() -> Float { Float(next() >> 40) / 16_777_216 }

  mutating func from(_ low: Float, to high: Float) -> Float { low + (high - low) * unit() }

  mutating func below(_ count: Int) -> Int { Int(next() >> 33) % max(count, 1) }

  mutating func from(_ low: Int, to high: Int) -> Int { low + below(high - low + 1) }

  mutating func chance(_ share: Float) -> Bool { unit() < share }
}
