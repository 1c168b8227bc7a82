/// A month of the calendar, such as 2016-05.
package struct CalendarMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let firstDay: CalendarDay

  /// The month that has a day.
  package init(_ day: CalendarDay) {
    firstDay = CalendarDay(clamping: day.number - day.day + 1)
  }

  /// `2016-05`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    guard let day = CalendarDay("\(text)-01") else { return nil }
    firstDay = day
  }

  package var year: Int { firstDay.year }
  /// 1 to 12.
  package var month: Int { firstDay.month }
  /// Nil beyond the year 9999.
  package var next: CalendarMonth? { firstDay.adding(months: 1).map { CalendarMonth($0) } }

  package static func < (a: CalendarMonth, b: CalendarMonth) -> Bool { a.firstDay < b.firstDay }

  /// `November 2026`.
  package var name: String { "\(MonthName.of(firstDay)) \(year)" }

  package var description: String { String(firstDay.description.prefix(7)) }
}

extension Sequence {
  /// The elements in a row that have the same key, such as notes of one month.
  package func inRuns<Key: Equatable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var runs: [(key: Key, elements: [Element])] = []
    for element in self {
      let key = key(element)
      if runs.last?.key == key {
        runs[runs.count - 1].elements.append(element)
      } else {
        runs.append((key, [element]))
      }
    }
    return runs
  }
}
