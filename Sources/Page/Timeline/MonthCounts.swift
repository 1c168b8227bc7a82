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

  /// From about 1833 to 2106, by `CalendarDay.number`.
  private static let usualDays = -50_000..<50_000

  init(of index: VaultIndex) {
    var days: [Int: Int] = [:]
    // Nearly all notes are of these days: an array is faster than a search in a dictionary for each.
    var usual = [Int](repeating: 0, count: Self.usualDays.count)
    index.forEachPosition { _, note in
      let day = note.date.dayNumber
      if Self.usualDays.contains(day) {
        usual[day - Self.usualDays.lowerBound] += 1
      } else {
        days[day, default: 0] += 1
      }
    }
    for (offset, count) in usual.enumerated() where count > 0 {
      days[Self.usualDays.lowerBound + offset] = count
    }
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
