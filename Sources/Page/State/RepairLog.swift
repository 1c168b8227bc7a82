internal import Synchronization
internal import VaultFormat
internal import VaultIndex

/// What the last check found and the last repair on the page did; for the pages after it.
final class RepairLog: Sendable {
  private struct State {
    var lines: [String] = []
    var problems: (generation: UInt64, count: Int)?
  }

  private let state = Mutex(State())
  private static let limit = 200

  var lines: [String] { state.withLock { $0.lines } }

  /// The errors and warnings of a check of this generation; nil if there was none.
  func problems(at generation: UInt64) -> Int? {
    state.withLock { $0.problems?.generation == generation ? $0.problems?.count : nil }
  }

  func remember(_ check: VaultCheck, at generation: UInt64) {
    let count = check.findings.count { $0.finding.severity != .info }
    state.withLock { $0.problems = (generation, count) }
  }

  func set(_ lines: [String]) {
    let more = lines.count - Self.limit
    let shown = lines.prefix(Self.limit) + (more > 0 ? [PageWords.more(more)] : [])
    state.withLock { $0.lines = Array(shown) }
  }
}
