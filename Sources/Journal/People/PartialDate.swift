package import VaultFormat

/// A date of a life, as exactly as it is known: the value of `birthday` or `died` of a person.
package enum PartialDate: Hashable, Sendable {
  /// `2025-05-17`, `2025-05-17T05:17:00+02:00`, `2 March 1958`.
  case day(NoteTime)
  /// `1958-03`, with the first day of the month.
  case month(CalendarDay)
  /// `1958`, with the first day of the year.
  case year(CalendarDay)
  /// `--03-02`, with that day of the year 2000, which has a 29 February.
  case yearless(CalendarDay)

  /// Nil if the text is no such date, or the calendar has no such day.
  ///
  /// - Parameter zone: of a clock time without an offset.
  package init?(_ text: String, zone: TimeZoneRules) {
    if let time = NoteTime(text, zone: zone) {
      self = .day(time)
      return
    }
    let words = text.split { $0.isWhitespace || $0 == "," }
    switch words.count {
    case 1: self.init(word: words[0])
    case 3 where words[2].utf8.count == 4 && words[2].utf8.allSatisfy(\.isASCIIDigit):
      // `2 March 1958`; with a year it does not depend on now.
      guard let date = try? DateExpression(text, now: 0, zone: zone), date.isPoint else {
        return nil
      }
      self = .day(date.startTime(zone: zone))
    default: return nil
    }
  }

  private init?(word: Substring) {
    if let first = CalendarDay("\(word)-01-01") {
      self = .year(first)
    } else if let first = CalendarDay("\(word)-01") {
      self = .month(first)
    } else if word.hasPrefix("--"), let day = CalendarDay("2000\(word.dropFirst())") {
      self = .yearless(day)
    } else {
      return nil
    }
  }

  /// The day, or the first day of the month or year; nil if the year is unknown.
  package var firstDay: CalendarDay? {
    switch self {
    case .day(let time): time.day
    case .month(let first), .year(let first): first
    case .yearless: nil
    }
  }

  /// The same day in another year; nil if only a month or a year is known, and for a year before the date.
  package func anniversary(inYear year: Int, leapDay: LeapDay) -> CalendarDay? {
    let day: CalendarDay
    switch self {
    case .day(let time) where time.day.year <= year: day = time.day
    case .yearless(let any): day = any
    case .day, .month, .year: return nil
    }
    guard 0...9999 ~= year else { return nil }
    return day.adding(year - day.year, .year, leapDay: leapDay)
  }
}

extension PartialDate: CustomStringConvertible {
  /// The shortest of the accepted texts: `2025-05-17`, `1958-03`, `1958`, `--03-02`.
  package var description: String {
    switch self {
    case .day(let time): time.rfc3339
    case .month(let first): String(first.description.prefix(7))
    case .year(let first): String(first.description.prefix(4))
    case .yearless(let day): "-\(day.description.dropFirst(4))"
    }
  }
}
