internal import HTTPTypes
internal import Rendering
internal import VaultFormat
internal import WebServer

/// The notes of each day of a year.
enum CalendarRoutes {
  static func newest(_ incoming: PageRequest) async throws -> Reply {
    let year =
      incoming.timeline.withoutPages.months.months.first?.month.year ?? incoming.now.day.year
    return .redirect(.seeOther, to: address(year, incoming.addresses))
  }

  static func year(_ incoming: PageRequest) async throws -> Reply {
    guard let text = incoming.parameters.first, text.utf8.count == 4, let year = Int(text),
      let first = CalendarDay(year: year, month: 1, day: 1)
    else { throw PageProblem.noSuchPage }
    let tag = PageTag(incoming, shown: [])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    let counts = incoming.timeline.withoutPages.months
    let view = YearView(
      site: incoming.addresses, counts: counts, today: incoming.now.day,
      weekStart: DeviceSettings(incoming.request).weekStart)
    var frame = PageFrame(incoming, title: "\(first.year)", kind: "calendar")
    frame.values = view.values(year)
    return tag.marked(try frame.reply("calendar"))
  }

  static func address(_ year: Int, _ site: SiteAddress) -> String {
    site.address("/calendar/\(TimelineFilter.Period.year(year).dateExpression)")
  }
}

/// A year in months: the values of `calendar.mustache`.
struct YearView {
  let site: SiteAddress
  let counts: MonthCounts
  let today: CalendarDay
  var weekStart = DeviceSettings.WeekStart.monday

  func values(_ year: Int) -> [String: TemplateValue] {
    let months = (1...12).compactMap { CalendarDay(year: year, month: $0, day: 1) }
    let days = months.flatMap { first in
      (0..<CalendarDay.length(ofMonth: first.month, year: year)).map { first.number + $0 }
    }
    let used = days.compactMap { counts.days[$0] }
    let most = used.max() ?? 1
    let years = counts.years.map(\.year)
    return [
      "heading": .text(TimelineFilter.Period.year(year).dateExpression),
      "previous": .optional(link(years.first { $0 < year })),
      "next": .optional(link(years.last { $0 > year })),
      "summary": used.isEmpty
        ? "No notes" : .text("\(Self.notes(used.reduce(0, +))) on \(Self.days(used.count))"),
      "months": .list(months.map { month($0, most: most) }), "empty": .none,
    ]
  }

  private func link(_ year: Int?) -> TemplateView? {
    year.map { ["href": .text(CalendarRoutes.address($0, site)), "label": "\($0)"] }
  }

  private func month(_ first: CalendarDay, most: Int) -> TemplateView {
    let length = CalendarDay.length(ofMonth: first.month, year: first.year)
    let count = (0..<length).reduce(0) { $0 + (counts.days[first.number + $1] ?? 0) }
    let before = weekStart.daysBefore(weekday: first.weekday.rawValue)
    let days: [CalendarDay?] =
      Array(repeating: nil, count: before)
      + (0..<length).map { CalendarDay(clamping: first.number + $0) }
    let weeks = stride(from: 0, to: days.count, by: 7).map { start in
      var week = Array(days[start..<min(start + 7, days.count)])
      while week.count < 7 { week.append(nil) }
      return TemplateView(["days": .list(week.map { day($0, most: most) })])
    }
    return [
      "label": .text(DateWords.monthName(first.month)),
      "monthHref": count == 0 ? .none : .text(site.address("/m/\(CalendarMonth(first))")),
      "count": count == 0 ? "" : .text(Self.notes(count)),
      "weekdays": .list(
        weekStart.ordered(DateWords.weekdays).map {
          ["short": .text(String($0.prefix(2))), "long": .text($0)]
        }),
      "weeks": .list(weeks),
    ]
  }

  private func day(_ day: CalendarDay?, most: Int) -> TemplateView {
    let count = day.flatMap { counts.days[$0.number] } ?? 0
    return [
      "number": .optional(day.map { "\($0.day)" }),
      "href": .optional(count == 0 ? nil : day.map { site.address("/d/\($0)") }),
      "level": "l-\(CountLevel.level(count, of: most))", "isToday": .flag(day == today),
      "label": .optional(
        day.map { "\($0.day) \(DateWords.month($0.month)): \(Self.notes(count))" }),
    ]
  }

  private static func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }
  private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
}
