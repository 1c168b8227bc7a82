import Synchronization

/// A clock that is set by hand.
package final class TestClock: Sendable {
  private let seconds: Mutex<Int64>

  /// - Parameter seconds: since 1970; 1795000000 is 2026-11-18T11:06:40Z.
  package init(_ seconds: Int64 = 1_795_000_000) { self.seconds = Mutex(seconds) }

  package var now: Int64 { seconds.withLock { $0 } }
  package func advance(_ count: Int64) { seconds.withLock { $0 += count } }
}
