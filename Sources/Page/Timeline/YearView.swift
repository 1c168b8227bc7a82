internal import Journal
internal import Rendering
internal import VaultFormat

/// What a calendar shows of the days of a year.
struct YearCells {
  struct Cell {
    /// 0 to 4.
    var level: Int
    /// `3 notes`.
    var text: String
    var href: String?
  }

  /// By the number of the day; days without anything are missing.
  var days: [Int: Cell]
  /// Of the whole year.
  var summary: String
  /// By month: `12 notes`, and where they are.
  var months: [Int: (text: String, href: String)] = [:]
  /// Years that have anything, or may have, in order.
  var years: [Int]

  init(notes counts: MonthCounts, _ year: ClosedRange<CalendarDay>, _ site: SiteAddress) {
    let numbers = year.lowerBound.number...year.upperBound.number
    let used = counts.days.filter { numbers.contains($0.key) && $0.value > 0 }
    let most = used.values.max() ?? 1
    days = [:]
    var totals: [Int: Int] = [:]
    for (number, count) in used {
      let day = CalendarDay(clamping: number)
      days[number] = Cell(
        level: CountLevel.level(count, of: most), text: count.counted("note"),
        href: site.address("/d/\(day)"))
      totals[day.month, default: 0] += count
    }
    for (month, count) in totals {
      guard let first = CalendarDay(year: year.lowerBound.year, month: month, day: 1) else {
        continue
      }
      months[month] = (count.counted("note"), site.address("/m/\(CalendarMonth(first))"))
    }
    let total = used.values.reduce(0, +)
    summary =
      used.isEmpty
      ? "No notes" : "\(total.counted("note")) on \(used.count.counted("day"))"
    years = counts.years.map(\.year).sorted()
  }

  /// - Parameter years: from the first event to now.
  init(_ statistics: TrackerStatistics, of tracker: Tracker, years: ClosedRange<Int>) {
    let greatest = statistics.max ?? 0
    let isCount = statistics.aggregate == .count
    func amount(_ value: Double?, _ count: Int) -> String {
      guard !isCount, let value else { return count.counted("event") }
      return [NumberText.of(value), tracker.unit].filter { !$0.isEmpty }.joined(separator: " ")
    }
    days = [:]
    for bucket in statistics.buckets where bucket.count > 0 {
      days[bucket.start.number] = Cell(
        level: bucket.value.map { DayLevel.of($0, greatest: greatest) } ?? 0,
        text: amount(bucket.value, bucket.count))
    }
    let count = statistics.buckets.reduce(0) { $0 + $1.count }
    let total = statistics.total.map { amount($0, count) } ?? count.counted("event")
    summary = count == 0 ? "No events" : "\(total) on \(days.count.counted("day"))"
    self.years = Array(years)
  }
}

/// A year in months: the values of `calendar.mustache`.
struct YearView {
  let site: SiteAddress
  let cells: YearCells
  /// The segment of a tracker's address.
  var tracker: String?
  let today: CalendarDay
  var weekStart = DeviceSettings.WeekStart.monday

  func values(_ year: Int) -> [String: TemplateValue] {
    let months = (1...12).compactMap { CalendarDay(year: year, month: $0, day: 1) }
    return [
      "heading": .text(TimelineFilter.Period.year(year).dateExpression),
      "previous": .optional(link(cells.years.last { $0 < year })),
      "next": .optional(link(cells.years.first { $0 > year })),
      "summary": .text(cells.summary), "months": .list(months.map(month)), "empty": .none,
    ]
  }

  private func link(_ year: Int?) -> TemplateView? {
    year.map {
      ["href": .text(CalendarRoutes.address($0, tracker: tracker, site)), "label": "\($0)"]
    }
  }

  private func month(_ first: CalendarDay) -> TemplateView {
    let length = CalendarDay.length(ofMonth: first.month, year: first.year)
    let before = weekStart.daysBefore(weekday: first.weekday.rawValue)
    let days: [CalendarDay?] =
      Array(repeating: nil, count: before)
      + (0..<length).map { CalendarDay(clamping: first.number + $0) }
    let weeks = stride(from: 0, to: days.count, by: 7).map { start in
      var week = Array(days[start..<min(start + 7, days.count)])
      while week.count < 7 { week.append(nil) }
      return TemplateView(["days": .list(week.map(day))])
    }
    let total = cells.months[first.month]
    return [
      "label": .text(DateWords.monthName(first.month)), "monthHref": .optional(total?.href),
      "count": .text(total?.text ?? ""),
      "weekdays": .list(
        weekStart.ordered(DateWords.weekdays).map {
          ["short": .text(String($0.prefix(2))), "long": .text($0)]
        }),
      "weeks": .list(weeks),
    ]
  }

  /// A day without a link has its text for those who do not see the colour.
  private func day(_ day: CalendarDay?) -> TemplateView {
    let cell = day.flatMap { cells.days[$0.number] }
    let label = day.map { day in
      "\(day.day) \(DateWords.month(day.month)): \(cell?.text ?? "")"
    }
    return [
      "number": .optional(day.map { "\($0.day)" }), "href": .optional(cell?.href),
      "level": "l-\(cell?.level ?? 0)", "isToday": .flag(day == today),
      "label": .optional(label), "text": .optional(cell?.text),
    ]
  }
}
