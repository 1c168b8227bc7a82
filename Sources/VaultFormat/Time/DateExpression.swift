/// A date as people type it: `2026-11`, `last tuesday`, `3 days ago`, `yesterday 18:30`.
///
/// It is a half-open range of time. `--since` begins at its start, `--until` goes to its end,
/// `--on` is all of it, `--date` and `--created` take its start.
///
/// An expression of days compares with the day on the writer's own clock, wherever the reader is;
/// one with a clock time compares instants.
package struct DateExpression: Hashable, Sendable {
  enum Storage: Hashable, Sendable {
    /// Days since 1970-01-01, of any writer.
    case days(Range<Int>)
    /// So many seconds from an instant on: 60 for `18:30`, 1 where seconds are known.
    case clock(NoteTime, length: Int64)
  }

  let storage: Storage

  /// What an expression says: a clock time, one day, or a span of days.
  package enum Extent: Sendable { case clock, day, span }

  package var extent: Extent {
    switch storage {
    case .days(let days): days.count == 1 ? .day : .span
    case .clock: .clock
    }
  }

  /// True for a clock time or a single day: what can be the date of a note.
  package var isPoint: Bool { extent != .span }

  /// The days meant, since 1970-01-01; nil for a clock time.
  package var localDays: Range<Int>? {
    guard case .days(let days) = storage else { return nil }
    return days
  }

  /// The range on the writer's clock, in seconds since 1970-01-01T00:00:00 on it.
  package var localRange: Range<Int64> {
    switch storage {
    case .days(let days):
      return Int64(days.lowerBound) * 86_400..<Int64(days.upperBound) * 86_400
    case .clock(let start, let length):
      let local = start.seconds + Int64(start.offset)
      return local..<local + length
    }
  }

  /// The range in seconds since 1970-01-01T00:00:00Z; days are those of `zone`.
  package func instantRange(zone: TimeZoneRules) -> Range<Int64> {
    switch storage {
    case .days:
      let local = localRange
      let start = zone.instant(ofLocal: local.lowerBound)
      return start..<max(start, zone.instant(ofLocal: local.upperBound))
    case .clock(let start, let length):
      return start.seconds..<start.seconds + length
    }
  }

  /// The start as a note stores it: a day without a clock time, unless one was given.
  package func startTime(zone: TimeZoneRules) -> NoteTime {
    switch storage {
    case .days(let days): NoteTime(day: CalendarDay(clamping: days.lowerBound), zone: zone)
    case .clock(let start, _): start
    }
  }
}

// MARK: - Filtering

extension DateExpression {
  /// What `--on` keeps.
  package func contains(_ time: NoteTime) -> Bool {
    isOnOrAfterStart(time) && isBeforeEnd(time)
  }

  /// What `--since` keeps.
  package func isOnOrAfterStart(_ time: NoteTime) -> Bool {
    switch storage {
    case .days(let days): time.dayNumber >= days.lowerBound
    case .clock(let start, _): time.seconds >= start.seconds
    }
  }

  /// What `--until` keeps: all of the day, month or minute named is still in.
  package func isBeforeEnd(_ time: NoteTime) -> Bool {
    switch storage {
    case .days(let days): time.dayNumber < days.upperBound
    case .clock(let start, let length): time.seconds < start.seconds + length
    }
  }
}
