/// Parses date expressions, trying one form after the other.
///
/// Each method returns nil for a text that does not have its form, and throws for one that has but is not a valid date.
struct DateExpressionParser {
  typealias Storage = DateExpression.Storage

  let text: String
  let now: NoteTime
  let zone: TimeZoneRules
  /// Which one a weekday, a month or a day without a year is.
  let direction: DateExpression.Direction

  var today: CalendarDay { now.day }

  func parse() throws(DateExpressionError) -> Storage {
    if let written = writtenTime() { return written }
    let words = DateNames.inDigits(
      text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init))
    if let clock = try relativeClock(words) { return clock }
    if let days = try days(words) { return .days(days) }
    if let clock = try dayAndClock(words) { return clock }
    throw looksNumeric(words) ? .doesNotExist(text) : .notUnderstood(text)
  }

  /// `2026-11-20T18:03:11+01:00` and similar; `days` parses a date alone.
  private func writtenTime() -> Storage? {
    var text = text
    let syntax = text.withUTF8 { TimeSyntax($0) }
    guard let syntax, syntax.secondOfDay != nil, let time = NoteTime(text, zone: zone) else {
      return nil
    }
    return .clock(time, length: syntax.hasSeconds ? 1 : 60)
  }

  /// `now`, `5h`, `90 minutes ago`, `in 2 hours`.
  private func relativeClock(_ words: [String]) throws(DateExpressionError) -> Storage? {
    if words == ["now"] { return .clock(now, length: 1) }
    guard let span = RelativeSpan(words, direction: direction), let unit = span.unit.seconds else {
      return nil
    }
    let seconds = Int64(span.count) * unit
    let instant = now.seconds + seconds
    // A day more on either side for the offset of the zone.
    let days = Int(seconds / 86_400)
    guard today.adding(days: days - 1) != nil, today.adding(days: days + 1) != nil else {
      throw .outOfRange(text)
    }
    return .clock(NoteTime(instant: instant, zone: zone), length: 1)
  }

  /// `yesterday 18:30`, `today at 7:05`, `18:30 yesterday`, `20 nov 2026 18:30:05`, `18:30`.
  private func dayAndClock(_ words: [String]) throws(DateExpressionError) -> Storage? {
    var rest = words[...]
    let clock: ClockSyntax
    if let last = rest.last, let found = ClockSyntax(word: last) {
      clock = found
      rest.removeLast()
      if rest.last == "at" { rest.removeLast() }
    } else if let first = rest.first, let found = ClockSyntax(word: first) {
      clock = found
      rest.removeFirst()
    } else {
      return nil
    }
    var day = today
    if !rest.isEmpty {
      guard let days = try days(Array(rest)), days.count == 1 else { return nil }
      day = CalendarDay(clamping: days.lowerBound)
    }
    let time = NoteTime(day: day, secondOfDay: clock.secondOfDay, zone: zone)
    return .clock(time, length: clock.hasSeconds ? 1 : 60)
  }

  /// Whether a word looks like a date or clock time, but is not a valid one.
  private func looksNumeric(_ words: [String]) -> Bool {
    words.contains { word in
      let rest = word.utf8.drop { $0.isASCIIDigit }
      guard word.utf8.count >= 4, rest.count < word.utf8.count, ClockSyntax(word: word) == nil,
        rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: ":")
      else { return false }
      return rest.allSatisfy { $0.isASCIIDigit || "-+:.tz".utf8.contains($0) }
    }
  }
}

extension DateExpressionParser {
  /// Parses the forms for whole days; the result is in days since 1970-01-01, nil if `words` has no such form.
  func days(_ words: [String]) throws(DateExpressionError) -> Range<Int>? {
    guard let first = words.first else { return nil }
    if words.count == 1, let days = try singleWord(first) { return days }
    if words.count == 2, let days = try shifted(first, words[1]) { return days }
    if let days = try monthName(words) { return days }
    return try relativeDay(words)
  }

  private func singleWord(_ word: String) throws(DateExpressionError) -> Range<Int>? {
    switch word {
    case "today": return try day(today)
    case "yesterday": return try day(today.adding(days: -1))
    case "tomorrow": return try day(today.adding(days: 1))
    default: break
    }
    if let weekday = DateNames.weekday(word) {
      let since = daysSince(weekday)
      return try day(today.adding(days: direction == .past ? -since : 7 - since))
    }
    return try numeric(word)
  }

  /// `2026`, `2026-11`, `2026-11-20`.
  private func numeric(_ word: String) throws(DateExpressionError) -> Range<Int>? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let widths = parts.map(\.utf8.count)
    guard word.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: "-") }),
      widths == [4] || widths == [4, 2] || widths == [4, 2, 2]
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    switch numbers.count {
    case 1: return try year(numbers[0])
    case 2: return try month(numbers[1], year: numbers[0])
    default: return try day(CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2]))
    }
  }

  /// `last tuesday`, `this week`, `next year`.
  private func shifted(_ shift: String, _ unit: String) throws(DateExpressionError) -> Range<Int>? {
    guard let step = ["last": -1, "this": 0, "next": 1][shift] else { return nil }
    let monday = today.number - (today.weekday.rawValue - 1)
    switch unit {
    case "week":
      guard let start = CalendarDay(number: monday + step * 7), let end = start.adding(days: 6)
      else { throw .outOfRange(text) }
      return start.number..<end.number + 1
    case "month":
      guard let day = today.adding(months: step) else { throw .outOfRange(text) }
      return try month(day.month, year: day.year)
    case "year":
      guard let day = today.adding(years: step) else { throw .outOfRange(text) }
      return try year(day.year)
    default:
      guard let weekday = DateNames.weekday(unit) else { return nil }
      if step == 0 { return try day(CalendarDay(number: monday + weekday.rawValue - 1)) }
      let since = daysSince(weekday)
      let distance = step > 0 ? 7 - since : since == 0 ? -7 : -since
      return try day(today.adding(days: distance))
    }
  }

  /// `november`, `nov 2026`, `20 nov`, `november 20th`, `20 nov 2026`, `nov 20 2026`.
  private func monthName(_ words: [String]) throws(DateExpressionError) -> Range<Int>? {
    guard words.count <= 3, let place = words.firstIndex(where: { DateNames.month($0) != nil }),
      let month = DateNames.month(words[place])
    else { return nil }
    var rest = words
    rest.remove(at: place)
    var namedYear: Int?
    if let last = rest.last, last.utf8.count == 4, last.utf8.allSatisfy(\.isASCIIDigit),
      place < words.count - 1
    {
      namedYear = Int(last)
      rest.removeLast()
    }
    guard let dayWord = rest.first else {
      return try self.month(month, year: namedYear ?? year(ofMonth: month))
    }
    guard rest.count == 1, let number = DateNames.dayOfMonth(dayWord) else { return nil }
    if let namedYear { return try day(CalendarDay(year: namedYear, month: month, day: number)) }
    return try nearest(month: month, day: number)
  }

  /// The year of the latest such month that has begun, or of the first that begins after today.
  private func year(ofMonth month: Int) -> Int {
    switch direction {
    case .past: month <= today.month ? today.year : today.year - 1
    case .future: month > today.month ? today.year : today.year + 1
    }
  }

  /// The latest such day that is not after today, or the first one after it.
  ///
  /// Leap days are at most eight years apart.
  private func nearest(month: Int, day number: Int) throws(DateExpressionError) -> Range<Int> {
    let step = direction == .past ? -1 : 1
    for years in 0...8 {
      let found = CalendarDay(year: today.year + step * years, month: month, day: number)
      if let found, (found > today) == (direction == .future) { return try day(found) }
    }
    throw .doesNotExist(text)
  }

  /// `3 days ago`, `2w`, `6m`, `1y`, `in 3 days`.
  private func relativeDay(_ words: [String]) throws(DateExpressionError) -> Range<Int>? {
    guard let span = RelativeSpan(words, direction: direction), span.unit.seconds == nil else {
      return nil
    }
    guard let found = today.adding(span.count, span.unit) else { throw .outOfRange(text) }
    return try day(found)
  }

  private func daysSince(_ weekday: Weekday) -> Int {
    (today.weekday.rawValue - weekday.rawValue + 7) % 7
  }

  private func day(_ day: CalendarDay?) throws(DateExpressionError) -> Range<Int> {
    guard let day else { throw .doesNotExist(text) }
    return day.number..<day.number + 1
  }

  private func month(_ month: Int, year: Int) throws(DateExpressionError) -> Range<Int> {
    guard let first = CalendarDay(year: year, month: month, day: 1) else {
      throw .doesNotExist(text)
    }
    return first.number..<first.number + CalendarDay.length(ofMonth: month, year: year)
  }

  private func year(_ year: Int) throws(DateExpressionError) -> Range<Int> {
    guard let first = CalendarDay(year: year, month: 1, day: 1),
      let last = CalendarDay(year: year, month: 12, day: 31)
    else { throw .doesNotExist(text) }
    return first.number..<last.number + 1
  }
}
