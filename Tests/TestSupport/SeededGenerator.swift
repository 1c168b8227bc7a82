import SystemCalls

/// Numbers of a seed, as tests need them.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var generator: SplitMix64

  package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  package mutating func next() -> UInt64 { generator.next() }

  /// `count` bytes, each equally likely.
  package mutating func bytes(count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// `count` elements drawn from `choices`, which must not be empty.
  package mutating func pick<T>(_ count: Int, of choices: [T]) -> [T] {
    (0..<count).map { _ in choices[Int.random(in: choices.indices, using: &self)] }
  }
}
