internal import VaultFormat
internal import VaultIndex

/// How many notes each month and day has.
struct MonthCounts: Sendable {
  struct Month: Hashable, Sendable {
    var month: CalendarMonth
    var count: Int
  }

  /// Newest first, without empty months.
  let months: [Month]
  /// The number of notes of each day, by `CalendarDay.number`.
  let days: [Int: Int]

  init(of index: VaultIndex) {
    days = index.dayCounts
    var months: [CalendarMonth: Int] = [:]
    for (number, count) in days {
      months[CalendarMonth(CalendarDay(clamping: number)), default: 0] += count
    }
    self.months = months.map { Month(month: $0.key, count: $0.value) }
      .sorted { $0.month > $1.month }
  }

  /// Newest first, each with its number of notes.
  var years: [(year: Int, count: Int)] {
    var years: [(year: Int, count: Int)] = []
    for month in months {
      if years.last?.year == month.month.year {
        years[years.count - 1].count += month.count
      } else {
        years.append((month.month.year, month.count))
      }
    }
    return years
  }
}
