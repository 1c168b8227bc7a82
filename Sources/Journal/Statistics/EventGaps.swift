internal import VaultFormat

/// How long it was from one event to the next, in seconds.
///
/// From the end of one that lasts to the begin of the next; whole days if one of them has only a day.
struct EventGaps {
  /// Nil with fewer than two events.
  let median: Int64?
  let longest: Int64?

  /// - Parameter events: by their begin.
  init(between events: [TrackerHistory.Event]) {
    let gaps = zip(events, events.dropFirst())
      .map { Self.gap(from: $0.time, to: $1.begin) }.sorted()
    longest = gaps.last
    median = gaps.isEmpty ? nil : (gaps[(gaps.count - 1) / 2] + gaps[gaps.count / 2]) / 2
  }

  /// 0 if the second time is the earlier one.
  static func gap(from earlier: NoteTime, to later: NoteTime) -> Int64 {
    if earlier.precision == .second, later.precision == .second {
      return max(0, later.seconds - earlier.seconds)
    }
    return Int64(max(0, later.dayNumber - earlier.dayNumber)) * 86_400
  }
}
