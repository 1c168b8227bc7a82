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
    let words = DateWords.inDigits(
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
