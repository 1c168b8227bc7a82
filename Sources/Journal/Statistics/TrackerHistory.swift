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
        guard event.begin.hasCome(by: now) else { return }
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
    CalendarDay(clamping: dayNumber(startingAt: start))
  }

  /// The number of that day.
  func dayNumber(startingAt start: Int) -> Int {
    dayNumber - (precision == .second && secondOfDay < start ? 1 : 0)
  }

  /// Whether it is a day up to today, or a moment up to now.
  package func hasCome(by now: NoteTime) -> Bool {
    precision == .day ? dayNumber <= now.dayNumber : seconds <= now.seconds
  }
}

/// What the events of one day, week, month or year come to.
package struct TrackerBucket: Hashable, Sendable {
  package var period: CalendarPeriod
  /// By the aggregate: 0 for the count or the sum of no events, else nil without a value.
  package var value: Double?
  /// Of events, with a value or without.
  package var count: Int

  package var start: CalendarDay { period.days.lowerBound }
}

extension TrackerHistory {
  /// The buckets of a range of days in order, also those without events.
  ///
  /// Of the first and the last one only the days in the range count.
  func buckets(
    _ days: ClosedRange<CalendarDay>, by unit: CalendarUnit, _ aggregate: TrackerAggregate
  ) -> [TrackerBucket] {
    let first = CalendarPeriod(unit, of: days.lowerBound)
    let last = CalendarPeriod(unit, of: days.upperBound)
    var tallies = [Tally](repeating: Tally(), count: last.number - first.number + 1)
    for event in events where days.contains(event.day) {
      tallies[CalendarPeriod(unit, of: event.day).number - first.number].add(event.value)
    }
    return tallies.enumerated().map { index, tally in
      TrackerBucket(
        period: first.adding(index), value: tally.value(aggregate), count: tally.count)
    }
  }
}

/// What is known of the events of a bucket.
private struct Tally {
  private(set) var count = 0
  private var valueCount = 0
  private var sum = 0.0
  private var last: Double?
  private var smallest: Double?
  private var largest: Double?

  mutating func add(_ value: Double?) {
    count += 1
    guard let value else { return }
    valueCount += 1
    sum = sum.addingWithinRange(value)
    last = value
    smallest = min(smallest ?? value, value)
    largest = max(largest ?? value, value)
  }

  func value(_ aggregate: TrackerAggregate) -> Double? {
    switch aggregate {
    case .count: Double(count)
    case .sum: sum
    case .mean: valueCount == 0 ? nil : sum / Double(valueCount)
    case .last: last
    case .min: smallest
    case .max: largest
    }
  }
}

extension Double {
  /// The sum of finite numbers; the greatest finite number where it would be infinite.
  func addingWithinRange(_ other: Double) -> Double {
    let limit = Double.greatestFiniteMagnitude
    return Swift.min(Swift.max(self + other, -limit), limit)
  }
}

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
