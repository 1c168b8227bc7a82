internal import VaultFormat
internal import VaultIndex

/// The notes that one page of a timeline shows.
struct TimelineSlice: Sendable {
  /// On the first page only.
  var pinned: [VaultIndex.Position] = []
  /// Newest first.
  var notes: [VaultIndex.Position] = []
  /// There are newer notes than these.
  var hasNewer = false
  /// There are older ones.
  var hasOlder = false

  /// - Parameters:
  ///   - hasPinnedFirst: the newest pinned notes stand apart on the first page, not in their places.
  ///   - limit: the most notes of a page, without the pinned ones.
  init(
    of index: TimelineIndex, from start: TimelineAddress.Start, hasPinnedFirst: Bool, limit: Int
  ) {
    switch start {
    case .newest where !hasPinnedFirst:
      notes = index.index.notes(in: TimelineOrder(.date), limit: limit + 1)
      hasOlder = notes.count > limit
      notes = Array(notes.prefix(limit))
    case .newest:
      let first = index.first
      pinned = first.pinned
      notes = Array(first.others.prefix(limit))
      hasOlder = first.others.count > limit
    case .month(let month):
      take(index, from: month.next.map { index.place(before: $0.firstDay) } ?? 0, limit: limit)
    case .day(let day):
      take(index, from: day.adding(days: 1).map { index.place(before: $0) } ?? 0, limit: limit)
    case .before(let cursor):
      take(index, from: index.place(of: cursor).after, limit: limit)
    case .after(let cursor):
      let end = index.place(of: cursor).before
      take(index, from: max(0, end - limit), limit: min(limit, end))
    }
  }

  private mutating func take(_ index: TimelineIndex, from start: Int, limit: Int) {
    let sorted = index.sorted
    let start = min(max(start, 0), sorted.count)
    let end = min(start + limit, sorted.count)
    notes = Array(sorted[start..<end])
    hasNewer = start > 0
    hasOlder = end < sorted.count
  }
}
