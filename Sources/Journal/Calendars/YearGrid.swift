package import VaultFormat

/// A year as seven rows, one for each weekday from Monday, below the names of the months.
///
/// Each week is a column.
package enum YearGrid {
  private static let blocks = Array("·░▒▓█")
  private static let signs = Array(".:=*%")
  private static let rows = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
  private static let margin = 3

  /// The year that has `day`, without blanks at the ends of lines.
  ///
  /// - Parameter level: of a day of the year, as in `DayLevel`.
  package static func lines(
    of day: CalendarDay, isASCII: Bool = false, level: (CalendarDay) -> Int
  ) -> [String] {
    let year = CalendarPeriod(.year, of: day).days
    let marks = isASCII ? signs : blocks
    var lines = rows.map { Array("\($0) ") }
    var months = Array(repeating: Character(" "), count: margin)
    let offset = year.lowerBound.weekday.rawValue - 1
    for row in 0..<offset { lines[row].append(" ") }
    for number in year.lowerBound.number...year.upperBound.number {
      let day = CalendarDay(clamping: number)
      lines[day.weekday.rawValue - 1].append(marks[min(max(level(day), 0), DayLevel.highest)])
      guard day.day == 1 else { continue }
      let column = (number - year.lowerBound.number + offset) / 7
      months += Array(repeating: " ", count: margin + column - months.count)
      months += MonthName.of(day).prefix(3)
    }
    return [String(months)] + lines.map { String($0).trimmingEnd }
  }
}
