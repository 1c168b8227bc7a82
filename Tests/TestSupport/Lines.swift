private import Synchronization

/// Lines in the order in which they came, from any thread.
package final class Lines: Sendable {
  private let kept = Mutex<[String]>([])

  package init() {}

  package func add(_ line: String) { kept.withLock { $0.append(line) } }
  package var all: [String] { kept.withLock { $0 } }
}
