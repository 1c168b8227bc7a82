package import VaultFormat

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
