/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers from the same seed on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// `count` bytes, each equally likely.
  package mutating func bytes(count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// `count` elements drawn from `choices`, which must not be empty.
  package mutating func pick<T>(_ count: Int, of choices: [T]) -> [T] {
    (0..<count).map { _ in choices[Int.random(in: choices.indices, using: &self)] }
  }
}
