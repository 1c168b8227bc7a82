package import VaultFormat

/// When somebody born on 29 February turns a year older in a common year: the setting `since.leap_day`.
package enum LeapDay: String, Hashable, Sendable, CaseIterable {
  case february28 = "02-28"
  case march1 = "03-01"
}

extension CalendarDay {
  /// Like `adding(_:_:)`, with the rule for months and years after 29 February.
  package func adding(_ count: Int, _ unit: CalendarUnit, leapDay: LeapDay) -> CalendarDay? {
    guard let day = adding(count, unit) else { return nil }
    // Elsewhere 28 February stands for the 30th and the 31st too, under both rules.
    let isMoved =
      leapDay == .march1 && (unit == .month || unit == .year)
      && isIn(month: 2, day: 29) && day.isIn(month: 2, day: 28)
    return isMoved ? day.adding(days: 1) : day
  }

  /// The greatest number of months that can be added to `birth` without passing this day; negative for an earlier day.
  package func months(since birth: CalendarDay, leapDay: LeapDay) -> Int {
    let count = (year - birth.year) * 12 + month - birth.month
    guard let reached = birth.adding(count, .month, leapDay: leapDay), reached <= self else {
      return count - 1
    }
    return count
  }

  private func isIn(month: Int, day: Int) -> Bool { (self.month, self.day) == (month, day) }
}
