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
    // Neighbours in a folder are often of one day.
    var days: [Int: Int] = [:]
    var run: (day: Int, count: Int) = (0, 0)
    for position in index.positions {
      let day = index[position].date.dayNumber
      if day != run.day {
        if run.count > 0 { days[run.day, default: 0] += run.count }
        run = (day, 0)
      }
      run.count += 1
    }
    if run.count > 0 { days[run.day, default: 0] += run.count }
    var months: [CalendarMonth: Int] = [:]
    for (number, count) in days {
      months[CalendarMonth(CalendarDay(clamping: number)), default: 0] += count
    }
    self.days = days
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
