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

/// A month as a table of weeks from Monday, with the level of each day beside its number.
package enum MonthGrid {
  private static let blocks: [Character] = [" ", "▂", "▄", "▆", "█"]
  private static let signs: [Character] = [" ", ":", "=", "*", "%"]
  private static let head = " Mo  Tu  We  Th  Fr  Sa  Su"

  /// The month that has `day`, without blanks at the ends of lines.
  ///
  /// - Parameter level: of a day of the month, as in `DayLevel`.
  package static func lines(
    of day: CalendarDay, isASCII: Bool = false, level: (CalendarDay) -> Int
  ) -> [String] {
    let month = CalendarPeriod(.month, of: day).days
    let marks = isASCII ? signs : blocks
    let cells = (month.lowerBound.number...month.upperBound.number).map { number in
      let day = CalendarDay(clamping: number)
      let text = day.day < 10 ? "  \(day.day)" : " \(day.day)"
      return text + String(marks[min(max(level(day), 0), DayLevel.highest)])
    }
    let offset = month.lowerBound.weekday.rawValue - 1
    let table = [String](repeating: "    ", count: offset) + cells
    let weeks = stride(from: 0, to: table.count, by: 7).map { start in
      table[start..<min(start + 7, table.count)].joined().trimmingEnd
    }
    let year = CalendarPeriod(.year, of: day).label
    return ["     \(MonthName.of(day)) \(year)", head] + weeks
  }
}

extension String {
  /// Without spaces at the end.
  package var trimmingEnd: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}

/// How much there is on a day of a calendar, in five levels: 0 for nothing, to 4.
package enum DayLevel {
  package static let highest = 4

  /// The number of notes; 4 for more.
  package static func of(notes count: Int) -> Int { min(max(count, 0), highest) }

  /// The quarter of the greatest value that a value is in: ⌈4·v/max⌉; 0 for what is 0, below, or not finite.
  package static func of(_ value: Double, greatest: Double) -> Int {
    guard value.isFinite, greatest.isFinite, value > 0, greatest > 0 else { return 0 }
    return value >= greatest ? highest : Int((Double(highest) * (value / greatest)).rounded(.up))
  }
}
