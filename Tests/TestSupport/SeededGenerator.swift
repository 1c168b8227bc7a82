private import Foundation
private import Synchronization
package import Testing

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

/// Runs `body` with a generator of numbers; whatever fails in it is followed by an issue that says
/// which `TL_TEST_SEED` brings the same numbers back.
///
/// The seed is the value of `TL_TEST_SEED`, else drawn anew each time.
package func withSeed(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (_ generator: inout SeededGenerator, _ seed: UInt64) throws -> Void
) throws {
  let asked = ProcessInfo.processInfo.environment["TL_TEST_SEED"].flatMap { UInt64($0) }
  let seed = asked ?? UInt64.random(in: 0...UInt64(UInt32.max))
  var generator = SeededGenerator(seed: seed)
  try withNote("repeat with TL_TEST_SEED=\(seed)", sourceLocation) { try body(&generator, seed) }
}

/// Runs `body`; if an expectation in it fails or it throws, records `note` as an issue of its own.
package func withNote(
  _ note: @autoclosure () -> String, _ sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) throws {
  let watch = FailureWatch()
  defer {
    if watch.sawFailure { Issue.record("\(note())", sourceLocation: sourceLocation) }
  }
  // Nothing is a known issue here: the matcher only listens, and lets every issue through.
  try withKnownIssue(isIntermittent: true, sourceLocation: sourceLocation) {
    try body()
  } matching: { _ in
    watch.note()
    return false
  }
}

/// Whether an issue was seen; reported from whichever thread the issue came up on.
private final class FailureWatch: Sendable {
  private let flag = Mutex(false)

  func note() { flag.withLock { $0 = true } }
  var sawFailure: Bool { flag.withLock { $0 } }
}
