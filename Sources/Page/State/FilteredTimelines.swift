internal import Synchronization
internal import VaultFormat
internal import VaultIndex

/// The timelines of the last filters for which files had to be read.
final class FilteredTimelines: Sendable {
  struct Key: Hashable, Sendable {
    /// Of the snapshot.
    var generation: UInt64
    var filter: TimelineFilter
    /// Today, which a filter may mean.
    var day: CalendarDay
  }

  private let entries = Mutex<[(key: Key, index: TimelineIndex)]>([])

  /// Each has some 60 bytes for each note of the vault.
  private static let limit = 8
  private static let noteLimit = 1_000_000

  func timeline(for key: Key) -> TimelineIndex? {
    entries.withLock { entries in
      guard let found = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: found)
      entries.append(entry)
      return entry.index
    }
  }

  func keep(_ index: TimelineIndex, for key: Key) {
    let limit = max(1, min(Self.limit, Self.noteLimit / max(1, index.index.scannedCount)))
    entries.withLock { entries in
      entries.removeAll { $0.key.generation != key.generation || $0.key == key }
      entries.append((key, index))
      entries.removeFirst(max(0, entries.count - limit))
    }
  }
}
