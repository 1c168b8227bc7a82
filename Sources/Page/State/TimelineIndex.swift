internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex

/// The notes of a snapshot, or those that match a filter, and what is computed from them on demand and then kept.
final class TimelineIndex: Sendable {
  let index: VaultIndex
  private let lazySorted = LazyValue<[VaultIndex.Position]>()
  private let lazyFirst = LazyValue<FirstNotes>()
  private let lazyMonths = LazyValue<MonthCounts>()
  private let lazyTags = LazyValue<[VaultIndex.TagCount]>()
  private let lazyNames = LazyValue<NoteNames>()
  private let lazyLast = LazyValue<[LastStates]>()
  private let lazyNotes = LazyValue<TimelineIndex?>()

  init(_ index: VaultIndex) { self.index = index }

  /// All notes by date, the newest first, and then by path.
  var sorted: [VaultIndex.Position] { lazySorted.value { index.notes(in: TimelineOrder(.date)) } }

  var months: MonthCounts { lazyMonths.value { MonthCounts(of: index) } }
  var tags: [VaultIndex.TagCount] { lazyTags.value { index.tagCounts } }
  var names: NoteNames { lazyNames.value { NoteNames(of: index) } }

  /// What is known of notes that were not in the vault any more when it was first asked for.
  func lastStates(_ make: () -> [LastStates]) -> [LastStates] { lazyLast.value(make) }

  /// The ordinary notes: pages such as those of persons and trackers stand in no timeline.
  var withoutPages: TimelineIndex {
    let notes = lazyNotes.value {
      let notes = index.withoutPages
      return notes.count == index.count ? nil : TimelineIndex(notes)
    }
    return notes ?? self
  }

  /// The notes of a page of a timeline.
  static let pageSize = 50

  /// The notes of the first page of a timeline.
  struct FirstNotes: Sendable {
    /// The newest pinned ones; further ones are in their places.
    var pinned: [VaultIndex.Position]
    /// The newest of all but these.
    var others: [VaultIndex.Position]

    static let pinnedLimit = 20
    /// One more than a page, which tells whether there are more.
    static let limit = TimelineIndex.pageSize + 1
  }

  var first: FirstNotes {
    lazyFirst.value {
      let head = index.notes(in: .timeline, limit: FirstNotes.pinnedLimit + FirstNotes.limit)
      let pinned = head.prefix(FirstNotes.pinnedLimit).filter { index[$0].flags.contains(.pinned) }
      if pinned.count < FirstNotes.pinnedLimit {
        return FirstNotes(
          pinned: pinned, others: Array(head[pinned.count...].prefix(FirstNotes.limit)))
      }
      // There may be more pinned ones, which stand in their places.
      let shown = Set(pinned)
      let notes = index.notes(in: TimelineOrder(.date), limit: FirstNotes.limit + pinned.count)
      let others = notes.lazy.filter { !shown.contains($0) }.prefix(FirstNotes.limit)
      return FirstNotes(pinned: pinned, others: Array(others))
    }
  }

  /// Where the notes from before a day begin among the sorted ones.
  func place(before day: CalendarDay) -> Int { place(before: day, in: sorted) }

  /// The same among some of them.
  ///
  /// Notes are sorted by instants, and their days are those of their own time zones: so behind this place, close to it, a
  /// note from far to the east can be of that day.
  func place(before day: CalendarDay, in sorted: [VaultIndex.Position]) -> Int {
    // No zone is further to the west.
    let latest = Int64(day.number) * 86_400 + 12 * 3600
    let start = sorted.partitioningIndex { seconds($0) < latest }
    return sorted[start...].firstIndex { index[$0].date.day < day } ?? sorted.count
  }

  /// Where the notes before and after that of a cursor are among the sorted ones: `sorted[..<before]` and
  /// `sorted[after...]`.
  ///
  /// If the note is gone or was moved in time, its former time counts.
  ///
  /// - Parameter some: of the sorted ones; nil for all.
  func place(
    of cursor: TimelineCursor, in some: [VaultIndex.Position]? = nil
  ) -> (before: Int, after: Int) {
    let sorted = some ?? sorted
    let start = sorted.partitioningIndex { seconds($0) <= cursor.seconds }
    let end = sorted.partitioningIndex { seconds($0) < cursor.seconds }
    if let found = sorted[start..<end].firstIndex(where: { index.id($0) == cursor.id }) {
      return (found, found + 1)
    }
    return (start, end)
  }

  func cursor(_ position: VaultIndex.Position) -> TimelineCursor {
    TimelineCursor(seconds: seconds(position), id: index.id(position))
  }

  private func seconds(_ position: VaultIndex.Position) -> Int64 { index[position].date.seconds }
}

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
