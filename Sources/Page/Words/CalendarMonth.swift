internal import VaultFormat

/// A month of the calendar, such as 2016-05.
struct CalendarMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
  var year: Int
  /// 1 to 12.
  var month: Int

  init(_ day: CalendarDay) {
    let parts = day.components
    (year, month) = (parts.year, parts.month)
  }

  /// `2016-05`; nil for anything else.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 7, let day = CalendarDay("\(text)-01") else { return nil }
    self.init(day)
  }

  /// Nil beyond the years 0000 to 9999.
  var firstDay: CalendarDay? { CalendarDay(year: year, month: month, day: 1) }
  var next: CalendarMonth? { firstDay?.adding(months: 1).map(CalendarMonth.init) }
  var previous: CalendarMonth? { firstDay?.adding(months: -1).map(CalendarMonth.init) }

  static func < (a: CalendarMonth, b: CalendarMonth) -> Bool {
    (a.year, a.month) < (b.year, b.month)
  }

  var description: String { String((firstDay?.description ?? "0000-01-01").prefix(7)) }
}
