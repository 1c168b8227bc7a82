internal import Rendering
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

  init(of index: VaultIndex) { self.init(days: index.dayCounts) }

  init(days: [Int: Int]) {
    self.days = days
    var months: [CalendarMonth: Int] = [:]
    for (number, count) in days {
      months[CalendarMonth(CalendarDay(clamping: number)), default: 0] += count
    }
    self.months = months.map { Month(month: $0.key, count: $0.value) }
      .sorted { $0.month > $1.month }
  }

  /// Newest first, each with its number of notes.
  var years: [(year: Int, count: Int)] {
    months.inRuns(by: \.month.year).map { ($0.key, $0.elements.reduce(0) { $0 + $1.count }) }
  }
}

/// Years and months to go to: the values of `scrubber.mustache`.
struct ScrubberView {
  let site: SiteAddress
  let address: TimelineAddress
  /// Of the room.
  var path = "/"

  /// Nil for few months, and for a page of one period.
  func view(_ counts: MonthCounts) -> TemplateView? {
    guard counts.months.count > 1, address.filter.period == nil else { return nil }
    var current: CalendarMonth?
    if case .month(let month) = address.start { current = month }
    let open = current?.year ?? counts.months.first?.month.year
    let most = counts.months.map(\.count).max() ?? 1
    let years: [TemplateView] = counts.years.map { year in
      let months = counts.months.filter { $0.month.year == year.year }
      return [
        "label": "\(year.year)", "href": .optional(months.first.map { href($0.month) }),
        "count": .text(year.count.counted("note")), "isCurrent": false,
        "isOpen": .flag(year.year == open),
        "months": .list(
          year.year == open
            ? months.map { month in
              [
                "label": .text(DateWords.shortMonth(month.month.firstDay)),
                "href": .text(href(month.month)),
                "count": .text(month.count.counted("note")),
                "level": "l-\(CountLevel.level(month.count, of: most))",
                "isCurrent": .flag(month.month == current),
              ]
            } : []),
      ]
    }
    return [
      "action": .text(site.address(path)), "years": .list(years),
      "kept": .list(
        address.filter.fields.map { ["name": .text($0.name), "value": .text($0.value)] }),
      "options": .list(
        counts.months.map { month in
          [
            "value": .text(month.month.description), "isSelected": .flag(month.month == current),
            "label": "\(month.month.name) (\(month.count))",
          ]
        }),
      "photos": .text(site.address("/photos")),
    ]
  }

  private func href(_ month: CalendarMonth) -> String {
    site.address(address.starting(.month(month)).text(at: path))
  }
}

/// How dark a month or day is in the scrubber and the calendar.
enum CountLevel {
  /// 0 to 4, of the largest; by halves, since a few days have most notes.
  static func level(_ count: Int, of most: Int) -> Int {
    guard count > 0 else { return 0 }
    var (level, bound) = (4, max(most, 1))
    while level > 1, count <= bound / 2 { (level, bound) = (level - 1, bound / 2) }
    return level
  }
}
