internal import VaultFormat

/// In which order trackers are listed.
package enum TrackerOrder: String, Hashable, Sendable, CaseIterable {
  /// The newest event first.
  case recent
  /// The same the other way round.
  case oldest
  case name
  /// What is due longest first, then what will be due.
  case due

  /// Those that are equal by it are sorted by their names.
  package func sorted(_ statuses: [TrackerStatus]) -> [TrackerStatus] {
    let byName = statuses.map { ($0, NameKey($0.tracker.title.utf8).bytes) }.sorted {
      $0.1.elementsEqual($1.1)
        ? $0.0.tracker.path < $1.0.tracker.path : $0.1.lexicographicallyPrecedes($1.1)
    }.map(\.0)
    func stable(_ key: (TrackerStatus) -> Int64) -> [TrackerStatus] {
      byName.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
        .map(\.element)
    }
    let time = { (status: TrackerStatus) in status.tally.last?.time.seconds }
    switch self {
    case .name: return byName
    case .recent: return stable { time($0).map { -$0 } ?? .max }
    case .oldest: return stable { time($0) ?? .max }
    case .due: return stable { $0.due?.seconds ?? .max }
    }
  }
}
