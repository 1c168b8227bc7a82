import ArgumentParser
internal import VaultIndex

/// The key by which a list is ordered.
enum SortKey: String, ExpressibleByArgument, CaseIterable {
  case created, updated, date, title, order

  var key: TimelineOrder.Key {
    switch self {
    case .created: .created
    case .updated: .updated
    case .date: .date
    case .title: .title
    case .order: .order
    }
  }

  /// The time that `--since`, `--until` and `--on` compare: that of the order.
  var timeKey: NoteQuery.TimeKey {
    switch self {
    case .updated: .updated
    case .created: .created
    default: .date
    }
  }
}
