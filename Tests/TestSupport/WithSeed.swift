private import Foundation
private import Synchronization
package import Testing

/// Runs `body` with a generator of numbers; whatever fails in it is followed by an issue that says
/// which `TL_TEST_SEED` brings the same numbers back.
///
/// The seed is the value of `TL_TEST_SEED`, else drawn anew each time.
package func withSeed(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (_ generator: inout SeededGenerator, _ seed: UInt64) throws -> Void
) throws {
  let seed = seedOfThisRun()
  var generator = SeededGenerator(seed: seed)
  try withNote(repetition(of: seed), sourceLocation: sourceLocation) {
    try body(&generator, seed)
  }
}

/// The same for a law: runs `body` so many times, with numbers that go on from case to case.
package func withSeed(
  cases: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (_ generator: inout SeededGenerator) throws -> Void
) throws {
  try withSeed(sourceLocation: sourceLocation) { generator, _ in
    for _ in 0..<cases { try body(&generator) }
  }
}

private func repetition(of seed: UInt64) -> String {
  let cases = ProcessInfo.processInfo.environment["TL_CASES"].map { " TL_CASES=\($0)" } ?? ""
  return "repeat with TL_TEST_SEED=\(seed)\(cases)"
}

/// How many cases a law is tried with: `TL_CASES`, else the number that a test run has time for.
package func caseCount(_ usual: Int) -> Int {
  ProcessInfo.processInfo.environment["TL_CASES"].flatMap { UInt32($0) }.map { Int($0) } ?? usual
}

private func seedOfThisRun() -> UInt64 {
  let asked = ProcessInfo.processInfo.environment["TL_TEST_SEED"].flatMap { UInt64($0) }
  return asked ?? UInt64.random(in: 0...UInt64(UInt32.max))
}

/// Runs `body`; if an expectation in it fails or it throws, records `note` as an issue of its own.
package func withNote(
  _ note: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) throws {
  let sawFailure = Flag()
  defer {
    if sawFailure.isRaised { Issue.record("\(note())", sourceLocation: sourceLocation) }
  }
  // Nothing is a known issue here: the matcher only listens, and lets every issue through.
  try withKnownIssue(isIntermittent: true, sourceLocation: sourceLocation) {
    try body()
  } matching: { _ in
    sawFailure.raise()
    return false
  }
}

/// As above, for a body that waits.
package func withNote(
  _ note: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async throws {
  let sawFailure = Flag()
  defer {
    if sawFailure.isRaised { Issue.record("\(note())", sourceLocation: sourceLocation) }
  }
  try await withKnownIssue(isIntermittent: true, sourceLocation: sourceLocation) {
    try await body()
  } matching: { _ in
    sawFailure.raise()
    return false
  }
}

/// As the first `withSeed`, for a body that waits.
package func withSeed(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (_ generator: inout SeededGenerator, _ seed: UInt64) async throws -> Void
) async throws {
  let seed = seedOfThisRun()
  var generator = SeededGenerator(seed: seed)
  try await withNote(repetition(of: seed), sourceLocation: sourceLocation) {
    try await body(&generator, seed)
  }
}

/// Raised from whichever thread an issue came up on.
private final class Flag: Sendable {
  private let value = Mutex(false)

  func raise() { value.withLock { $0 = true } }
  var isRaised: Bool { value.withLock { $0 } }
}
