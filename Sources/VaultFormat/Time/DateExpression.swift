/// A date expression: `2026-11`, `last tuesday`, `3 days ago`, `yesterday 18:30`.
///
/// Stands for a half-open range of time. `--since` uses its start, `--until` its end, `--on` all of it, `--date` and
/// `--created` its start.
///
/// An expression of days is compared with the local day of the writer; one with a clock time is compared by instants.
package struct DateExpression: Hashable, Sendable {
  enum Storage: Hashable, Sendable {
    /// Local days since 1970-01-01, in any time zone.
    case days(Range<Int>)
    /// `length` seconds from an instant on: 60 for `18:30`, 1 if seconds are given.
    case clock(NoteTime, length: Int64)
  }

  /// Where a weekday, a month or a day without a year is looked for.
  package enum Direction: Sendable {
    case past, future
  }

  let storage: Storage

  /// Some days.
  package init(days: ClosedRange<CalendarDay>) {
    storage = .days(days.lowerBound.number..<days.upperBound.number + 1)
  }

  /// The days; nil for a clock time.
  package var days: ClosedRange<CalendarDay>? {
    guard case .days(let days) = storage, let first = CalendarDay(number: days.lowerBound),
      let last = CalendarDay(number: days.upperBound - 1)
    else { return nil }
    return first...last
  }

  /// Whether this is a clock time or a single day, and so can be the date of a note.
  package var isPoint: Bool {
    switch storage {
    case .days(let days): days.count == 1
    case .clock: true
    }
  }

  /// The range in local time, in seconds since 1970-01-01T00:00:00 local.
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

  /// The start, to be stored in a note; a day has no clock time.
  package func startTime(zone: TimeZoneRules) -> NoteTime {
    switch storage {
    case .days(let days): NoteTime(day: CalendarDay(clamping: days.lowerBound), zone: zone)
    case .clock(let start, _): start
    }
  }
}

// MARK: - Reading

extension DateExpression {
  /// The maximum length of a text in bytes, well above that of any valid form.
  static let longestText = 100

  /// Parses a date expression; ignores case, commas and blanks around words.
  ///
  /// A weekday, month or day without a year is the latest one that has begun: `tuesday` is today on a Tuesday,
  /// `november` is this November in November. `last tuesday` is the latest one before today, `this tuesday` the one of
  /// this week, `next tuesday` the first one after today. Weeks begin on Monday. Days, weeks, months and years ago are
  /// whole days; hours and minutes ago, `now` and `18:30` are clock times. `6m` are months, `6min` minutes. `18:30`
  /// alone is today. Where only the future makes sense (`direction`), `tuesday` and `november` are the first to begin
  /// after today.
  package init(
    _ text: String, now: Int64, zone: TimeZoneRules, direction: Direction = .past
  ) throws(DateExpressionError) {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    guard !trimmed.isEmpty else { throw .empty }
    guard text.utf8.count <= Self.longestText else {
      throw .notUnderstood(String(trimmed.prefix(20)) + "…")
    }
    let parser = DateExpressionParser(
      text: String(trimmed), now: NoteTime(instant: now, zone: zone), zone: zone,
      direction: direction)
    storage = try parser.parse()
  }
}

// MARK: - Filtering

extension DateExpression {
  /// The filter of `--on`.
  package func contains(_ time: NoteTime) -> Bool {
    isOnOrAfterStart(time) && isBeforeEnd(time)
  }

  /// The filter of `--since`.
  package func isOnOrAfterStart(_ time: NoteTime) -> Bool {
    switch storage {
    case .days(let days): time.dayNumber >= days.lowerBound
    case .clock(let start, _): time.seconds >= start.seconds
    }
  }

  /// The filter of `--until`, which includes the whole day, month or minute.
  package func isBeforeEnd(_ time: NoteTime) -> Bool {
    switch storage {
    case .days(let days): time.dayNumber < days.upperBound
    case .clock(let start, let length): time.seconds < start.seconds + length
    }
  }
}

/// The reason why a text is not a date expression.
///
/// Contains the user's text, which is not escaped.
package enum DateExpressionError: Error, Hashable, Sendable {
  case empty
  /// The text has no known form.
  case notUnderstood(String)
  /// The day, month or clock time does not exist: `2026-02-30`.
  case doesNotExist(String)
  /// The date is outside of the years 0000 to 9999.
  case outOfRange(String)

  /// What to type instead; printed after "hint: ".
  package var hint: String {
    switch self {
    case .empty, .notUnderstood, .outOfRange:
      "write a date as 2026-11-20, 2026-11, 2026, today, yesterday 18:30, last tuesday, "
        + "20 nov 2026, this month, 3 days ago, in 2 weeks, 2w, 6m or 1y"
    case .doesNotExist:
      "dates are year-month-day, as 2026-11-20; clock times have 24 hours, as 18:30"
    }
  }
}

extension DateExpressionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the date is empty"
    case .notUnderstood(let text): "'\(text)' is not a date"
    case .doesNotExist(let text): "there is no such date or time as '\(text)'"
    case .outOfRange(let text): "'\(text)' is not within the years 0000 to 9999"
    }
  }
}
