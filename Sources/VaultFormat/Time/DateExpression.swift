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

/// A time span from now on: `3 days ago`, `a week ago`, `2w`, `5 h` before it, `in 3 days`, `3 days from now` after it.
struct RelativeSpan {
  /// -999,999 to 999,999; negative before now.
  let count: Int
  let unit: CalendarUnit

  /// Nil if `words` is not a time span; numbers are in digits.
  ///
  /// - Parameter direction: of a span that says neither `ago` nor `in`.
  init?(_ words: [String], direction: DateExpression.Direction) {
    var spoken = words[...]
    var isLater = direction == .future
    if spoken.first == "in" {
      spoken.removeFirst()
      isLater = true
    } else if spoken.suffix(2) == ["from", "now"] {
      spoken.removeLast(2)
      isLater = true
    } else if spoken.last == "ago" {
      spoken.removeLast()
      isLater = false
    }
    guard 1...2 ~= spoken.count, let first = spoken.first, let last = spoken.last else {
      return nil
    }
    let digits = first.utf8.prefix { $0.isASCIIDigit }.count
    let unitWord: String
    if spoken.count == 1 {
      unitWord = String(first.dropFirst(digits))
    } else {
      guard digits == first.utf8.count || first == "a" || first == "an" else { return nil }
      unitWord = last
    }
    let isOne = digits == 0 && spoken.count == 2
    let isFortnight = unitWord == "fortnight" || unitWord == "fortnights"
    guard digits <= 6, let count = isOne ? 1 : Int(first.prefix(digits)),
      let unit = isFortnight ? .week : CalendarUnit(word: unitWord)
    else { return nil }
    self.count = (isFortnight ? 2 : 1) * (isLater ? count : -count)
    self.unit = unit
  }
}

/// English names of days and months, in full or abbreviated to three letters or more.
enum DateNames {
  private static let weekdays = Weekday.names.map { $0.lowercased() }
  private static let months = MonthName.names.map { $0.lowercased() }

  static func weekday(_ word: String) -> Weekday? {
    index(of: word, in: weekdays).map { Weekday.allCases[$0] }
  }

  /// 1 to 12.
  static func month(_ word: String) -> Int? {
    index(of: word, in: months).map { $0 + 1 }
  }

  private static func index(of word: String, in names: [String]) -> Int? {
    let word = word.hasSuffix(".") ? String(word.dropLast()) : word
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }
  }

  /// `20`, `3.`, `20th`: one or two digits, with an optional English or German ordinal suffix.
  ///
  /// The caller checks whether the month has such a day.
  static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.utf8.prefix { $0.isASCIIDigit }
    guard 1...2 ~= digits.count else { return nil }
    let suffix = String(word.dropFirst(digits.count))
    guard ["", ".", "st", "nd", "rd", "th"].contains(suffix) else { return nil }
    return Int(word.prefix(digits.count))
  }

  /// Numbers and clock times in digits: `two days ago` as `2 days ago`, `7:30 pm` as `19:30`, `noon` as `12:00`.
  static func inDigits(_ words: [String]) -> [String] {
    var written: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if let next = rest.first, let clock = clock(word + next) {
        written.append(clock)
        rest.removeFirst()
      } else if let number = numbers.firstIndex(of: word), !rest.isEmpty {
        written.append("\(number + 1)")
      } else {
        written.append(clock(word) ?? word)
      }
    }
    return written
  }

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ]

  /// `19:30` for `7:30pm`; nil for a word that is no clock time of twelve hours, nor `noon` or `midnight`.
  private static func clock(_ word: String) -> String? {
    if word == "noon" { return "12:00" }
    if word == "midnight" { return "00:00" }
    let isAfternoon = word.hasSuffix("pm") || word.hasSuffix("p.m.")
    guard isAfternoon || word.hasSuffix("am") || word.hasSuffix("a.m.") else { return nil }
    let digits = String(word.prefix { $0.isNumber || $0 == ":" })
    guard word.dropFirst(digits.count).count == (word.hasSuffix(".") ? 4 : 2),
      let time = ClockSyntax(word: digits.contains(":") ? digits : digits + ":00"),
      1...12 ~= time.secondOfDay / 3600
    else { return nil }
    let second = time.secondOfDay % 43_200 + (isAfternoon ? 43_200 : 0)
    return NoteTime.clock(second)
      + (time.hasSeconds ? ":\(second % 60 < 10 ? "0" : "")\(second % 60)" : "")
  }
}
