package import VaultFormat

/// A day, a week from Monday, a month or a year of the calendar.
package struct CalendarPeriod: Hashable, Sendable {
  /// Never a minute or an hour.
  package let unit: CalendarUnit
  /// Counted from the one with 1970-01-01; a month or a year from the first of year 0000.
  package let number: Int

  /// The one that has a day; for a minute or an hour the day itself.
  package init(_ unit: CalendarUnit, of day: CalendarDay) {
    self.unit = unit.seconds == nil ? unit : .day
    number =
      switch unit {
      case .minute, .hour, .day: day.number
      case .week: Self.week(of: day)
      case .month: day.year * 12 + day.month - 1
      case .year: day.year
      }
  }

  private init(_ unit: CalendarUnit, number: Int) {
    (self.unit, self.number) = (unit, number)
  }

  /// Periods later, or earlier for a negative count, which must not leave the range of `Int`.
  package func adding(_ count: Int) -> CalendarPeriod {
    CalendarPeriod(unit, number: number &+ count)
  }

  /// Those of the years 0000 to 9999.
  package var days: ClosedRange<CalendarDay> {
    switch unit {
    case .minute, .hour, .day:
      let day = CalendarDay(clamping: number)
      return day...day
    case .week:
      let monday = number * 7 - Self.daysSinceMonday
      return CalendarDay(clamping: monday)...CalendarDay(clamping: monday + 6)
    case .month: return Self.days(ofMonths: number..<number + 1)
    case .year: return Self.days(ofMonths: number * 12..<(number + 1) * 12)
    }
  }

  /// `2026-11-20`, for a week that of its Monday; `2026-11`; `2026`.
  package var label: String {
    let day = days.lowerBound.description
    switch unit {
    case .minute, .hour, .day, .week: return day
    case .month: return String(day.prefix(7))
    case .year: return String(day.prefix(4))
    }
  }

  /// 1970-01-01 was a Thursday.
  private static let daysSinceMonday = 3

  private static func week(of day: CalendarDay) -> Int {
    let shifted = day.number + daysSinceMonday
    return shifted >= 0 ? shifted / 7 : (shifted - 6) / 7
  }

  private static func days(ofMonths months: Range<Int>) -> ClosedRange<CalendarDay> {
    let zero = CalendarDay(clamping: .min)
    func start(_ month: Int) -> CalendarDay {
      zero.adding(months: min(max(month, 0), 119_999)) ?? zero
    }
    let last = start(months.upperBound - 1)
    let length = CalendarDay.length(ofMonth: last.month, year: last.year)
    return start(months.lowerBound)...CalendarDay(clamping: last.number + length - 1)
  }
}

extension CalendarPeriod: Comparable {
  package static func < (a: CalendarPeriod, b: CalendarPeriod) -> Bool {
    a.days.lowerBound < b.days.lowerBound
  }
}
