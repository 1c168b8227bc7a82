package import VaultFormat

/// Which days a day remembers: the same day of earlier years, and of the last months.
package struct OnThisDay: Sendable {
  package let day: CalendarDay
  private let leapDay: LeapDay
  private let days: [CalendarDay: Int]

  /// How many months back a young journal looks.
  package static let monthCount = 11

  package init(_ day: CalendarDay, leapDay: LeapDay) {
    (self.day, self.leapDay) = (day, leapDay)
    let months = (1...Self.monthCount).compactMap { count in
      day.adding(months: -count).map { ($0, count) }
    }
    days = Dictionary(months) { first, _ in first }
  }

  /// Whether the day remembers another one.
  ///
  /// - Parameter withMonths: also one of the last eleven months.
  package func has(_ past: CalendarDay, withMonths: Bool) -> Bool {
    years(since: past) != nil || withMonths && months(since: past) != nil
  }

  /// How many years ago the day was; nil for one that this day is no anniversary of.
  package func years(since past: CalendarDay) -> Int? {
    let count = day.year - past.year
    guard count > 0, past.adding(count, .year, leapDay: leapDay) == day else { return nil }
    return count
  }

  /// How many months ago the day was, of the last eleven; a month that is too short has its last day.
  package func months(since past: CalendarDay) -> Int? { days[past] }
}
