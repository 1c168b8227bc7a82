/// A unit of time spans, and the words for it.
package enum CalendarUnit: String, Hashable, Sendable, CaseIterable {
  case minute, hour, day, week, month, year

  /// `m` is a month, as in dates.
  package init?(word: some StringProtocol) {
    guard let unit = Self.words[String(word)] else { return nil }
    self = unit
  }

  private static let words: [String: CalendarUnit] = [
    "min": .minute, "mins": .minute, "minute": .minute, "minutes": .minute,
    "h": .hour, "hour": .hour, "hours": .hour,
    "d": .day, "day": .day, "days": .day,
    "w": .week, "week": .week, "weeks": .week,
    "m": .month, "mo": .month, "month": .month, "months": .month,
    "y": .year, "year": .year, "years": .year,
  ]

  /// The length of a minute or an hour in seconds; nil for a longer unit, which the calendar decides.
  package var seconds: Int64? {
    switch self {
    case .minute: 60
    case .hour: 3600
    case .day, .week, .month, .year: nil
    }
  }
}

extension CalendarDay {
  /// Nil if the result is outside of the years 0000 to 9999, and for minutes and hours.
  package func adding(_ count: Int, _ unit: CalendarUnit) -> CalendarDay? {
    switch unit {
    case .minute, .hour: return nil
    case .day: return adding(days: count)
    case .week:
      let (days, overflow) = count.multipliedReportingOverflow(by: 7)
      return overflow ? nil : adding(days: days)
    case .month: return adding(months: count)
    case .year: return adding(years: count)
    }
  }
}
