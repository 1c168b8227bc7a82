package import VaultFormat

/// The events of a tracker up to now, as its statistics count them.
///
/// Of events with one clock time only the last in the file counts. The day of an event is the writer's; one with a
/// clock time before the start of the day counts to the day before.
package struct TrackerHistory: Sendable {
  struct Event: Sendable {
    var begin: NoteTime
    /// The end of one that lasts, else the begin.
    var time: NoteTime
    var day: CalendarDay
    /// Finite; of several values the first.
    var value: Double?
  }

  /// By their begin; those with the same begin as in the file.
  let events: [Event]
  /// Pauses, and skips as pauses of a day or more.
  let pauses: [TrackerPause]
  let now: NoteTime
  package let today: CalendarDay

  /// - Parameters:
  ///   - dayStart: seconds after midnight.
  ///   - now: in the vault's zone.
  package init(of log: TrackerLog, dayStart: Int = 0, now: NoteTime) {
    var (events, pauses): ([Event], [TrackerPause]) = ([], [])
    log.forEachEvent { event in
      let day = event.begin.day(startingAt: dayStart)
      switch event.mark {
      case .pause: pauses.append(TrackerPause(first: event.begin.day, last: event.lastDay))
      case .skip:
        let last = max(day, event.time.day(startingAt: dayStart))
        pauses.append(TrackerPause(first: day, last: last))
      case nil:
        guard event.begin.isReached(at: now) else { return }
        let value = event.values.first.flatMap { $0.isFinite ? $0 : nil }
        events.append(Event(begin: event.begin, time: event.time, day: day, value: value))
      }
    }
    self.events = Self.counted(events)
    (self.pauses, self.now, today) = (pauses, now, now.day(startingAt: dayStart))
  }

  /// Sum where an event has a value, else count.
  package var defaultAggregate: TrackerAggregate {
    events.contains { $0.value != nil } ? .sum : .count
  }

  /// Seconds between two events, of half of all gaps more and of half less; nil with fewer than two.
  package var usualGap: Int64? { EventGaps(between: events).median }

  /// Nil without an event.
  package var firstDay: CalendarDay? { events.lazy.map(\.day).min() }

  private static func counted(_ events: [Event]) -> [Event] {
    let sorted = events.enumerated().sorted { a, b in
      let (first, second) = (a.element.begin, b.element.begin)
      return (first.seconds, first.precision.rawValue, a.offset)
        < (second.seconds, second.precision.rawValue, b.offset)
    }.map(\.element)
    return sorted.indices.filter { index in
      guard index + 1 < sorted.count, sorted[index].begin.precision == .second else { return true }
      return sorted[index].begin.seconds != sorted[index + 1].begin.seconds
    }.map { sorted[$0] }
  }
}

extension TrackerEvent {
  /// Nil for one that still runs.
  fileprivate var lastDay: CalendarDay? { end == .running ? nil : time.day }
}

extension NoteTime {
  /// The writer's day if it begins so many seconds after midnight.
  fileprivate func day(startingAt start: Int) -> CalendarDay {
    let isBefore = precision == .second && secondOfDay < start
    return CalendarDay(clamping: dayNumber - (isBefore ? 1 : 0))
  }

  fileprivate func isReached(at now: NoteTime) -> Bool {
    precision == .day ? dayNumber <= now.dayNumber : seconds <= now.seconds
  }
}
