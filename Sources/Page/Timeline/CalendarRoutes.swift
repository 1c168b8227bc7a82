internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The notes of each day of a year, or the events of a tracker.
enum CalendarRoutes {
  static func newest(_ incoming: PageRequest) async throws -> Reply {
    let now = incoming.now.day.year
    let years = incoming.timeline.withoutPages.months.months.lazy.map(\.month.year)
    let year = years.first { $0 <= now } ?? years.last ?? now
    return .redirect(.seeOther, to: address(year, incoming.addresses))
  }

  /// With `tracker=NAME` the events of that tracker.
  static func year(_ incoming: PageRequest) async throws -> Reply {
    guard let text = incoming.parameters.first, text.utf8.count == 4, let year = Int(text),
      let first = CalendarDay(year: year, month: 1, day: 1),
      let last = CalendarDay(year: year, month: 12, day: 31)
    else { throw PageProblem.noSuchPage }
    let list = try await incoming.trackers()
    guard let name = incoming.request.query["tracker"] else {
      let tag = PageTag(incoming, further: choices(list).map { "\($0)" })
      return try await incoming.answer(tag) {
        let counts = incoming.timeline.withoutPages.months
        var cells = YearCells(notes: counts, first...last, incoming.addresses)
        if incoming.site.pictures != nil {
          let index = incoming.timeline.withoutPages.index
          cells.addPhotos(of: index, incoming.visibility, incoming.addresses)
        }
        return try reply(cells, year, list, nil, incoming)
      }
    }
    guard let status = list.status(name) else { throw PageProblem.noSuchTracker }
    let reader = TrackerReader(incoming: incoming, tracker: status.tracker)
    let (statistics, firstDay) = try await reader.statistics(
      of: first...last, dayStart: list.settings.dayStart)
    let cells = YearCells(
      statistics, of: status.tracker,
      years: (firstDay ?? incoming.now.day).year...incoming.now.day.year)
    return try reply(cells, year, list, list.segment(of: status.tracker), incoming).with(.checked)
  }

  /// The address of a year, for notes or for a tracker by its segment.
  static func address(_ year: Int, tracker: String? = nil, _ site: SiteAddress) -> String {
    let path = "/calendar/\(TimelineFilter.Period.year(year).dateExpression)"
    return site.address(path + (tracker.map { "?tracker=\($0)" } ?? ""))
  }

  private static func choices(_ list: TrackerList) -> [(String?, String)] {
    list.statuses.lazy.map(\.tracker).filter { !$0.isArchived }.map {
      (list.segment(of: $0), [$0.icon, $0.title].compactMap(\.self).joined(separator: " "))
    }
  }

  private static func reply(
    _ cells: YearCells, _ year: Int, _ list: TrackerList, _ chosen: String?,
    _ incoming: PageRequest
  ) throws -> Reply {
    let view = YearView(
      site: incoming.addresses, cells: cells, tracker: chosen, today: incoming.now.day,
      weekStart: DeviceSettings(incoming.request).weekStart)
    var frame = PageFrame(incoming, title: "\(year)", kind: "calendar")
    frame.styles = ["trackers.css", "calendar.css"]
    frame.values = view.values(year)
    let choices = [(nil, PageWords.notes)] + choices(list)
    frame.values["hasChoices"] = .flag(choices.count > 1)
    frame.values["choices"] = .list(
      choices.map { segment, label in
        .link(
          address(year, tracker: segment, incoming.addresses), label, isCurrent: segment == chosen)
      })
    return try frame.reply("calendar")
  }
}

/// What a calendar shows of the days of a year.
struct YearCells {
  struct Cell {
    /// 0 to 4.
    var level: Int
    /// `3 notes`.
    var text: String
    var href: String?
    /// The address of a photo of the day, if it has any.
    var photo: String?
  }

  /// By the number of the day; days without anything are missing.
  var days: [Int: Cell]
  /// Of the whole year.
  var summary: String
  /// What the darkest day has; nil where one shade is all there is.
  var most: String?
  /// By month: `12 notes`, and where they are.
  var months: [Int: (text: String, href: String)] = [:]
  /// Years that have anything, or may have, in order.
  var years: [Int]

  init(notes counts: MonthCounts, _ year: ClosedRange<CalendarDay>, _ site: SiteAddress) {
    let numbers = year.lowerBound.number...year.upperBound.number
    let used = counts.days.filter { numbers.contains($0.key) && $0.value > 0 }
    let most = used.values.max() ?? 1
    days = [:]
    var totals: [CalendarMonth: Int] = [:]
    for (number, count) in used {
      let day = CalendarDay(clamping: number)
      days[number] = Cell(
        level: CountLevel.level(count, of: most), text: count.counted("note"),
        href: site.address("/d/\(day)"))
      totals[CalendarMonth(day), default: 0] += count
    }
    for (month, count) in totals {
      months[month.firstDay.month] = (count.counted("note"), site.address("/m/\(month)"))
    }
    let total = used.values.reduce(0, +)
    summary = used.isEmpty ? "No notes" : "\(total.counted("note")) on \(used.count.counted("day"))"
    self.most = most > 1 ? most.counted("note") : nil
    years = counts.years.map(\.year).sorted()
  }

  /// Adds a photo to the days of which a note that is not sealed has media.
  mutating func addPhotos(of index: VaultIndex, _ visibility: Visibility, _ site: SiteAddress) {
    index.forEachPosition { position, note in
      let day = note.date.day
      if note.flags.contains(.hasMediaFolder), let cell = days[day.number], cell.photo == nil,
        visibility.answer(for: position, in: index) == .visible
      {
        days[day.number]?.photo = site.address("/calendar/photo/\(day)")
      }
    }
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
    most = days.count > 1 ? statistics.greatest.map { amount($0.value, $0.count) } : nil
    self.years = Array(years)
  }
}

/// A year in months, the newest first: the values of `calendar.mustache`.
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
      "next": .optional(link(cells.years.first { $0 > year })), "most": .optional(cells.most),
      "hasYears": .flag(cells.years.count > 2),
      "years": .list(cells.years.reversed().compactMap { link($0, isCurrent: $0 == year) }),
      "summary": .text(cells.summary), "months": .list(months.compactMap(month)),
    ]
  }

  private func link(_ year: Int?, isCurrent: Bool = false) -> TemplateView? {
    year.map {
      .link(CalendarRoutes.address($0, tracker: tracker, site), "\($0)", isCurrent: isCurrent)
    }
  }

  /// Without the weeks to come, unless they have something; nil if there is no other.
  private func month(_ first: CalendarDay) -> TemplateView? {
    let length = CalendarDay.length(ofMonth: first.month, year: first.year)
    let before = weekStart.daysBefore(weekday: first.weekday.rawValue)
    let days: [CalendarDay?] =
      Array(repeating: nil, count: before)
      + (0..<length).map { CalendarDay(clamping: first.number + $0) }
    let weeks = stride(from: 0, to: days.count, by: 7).compactMap { start -> TemplateView? in
      var week = Array(days[start..<min(start + 7, days.count)])
      let isAhead = { (day: CalendarDay) in day > today && cells.days[day.number] == nil }
      if week.lazy.compactMap(\.self).allSatisfy(isAhead) { return nil }
      while week.count < 7 { week.append(nil) }
      return ["days": .list(week.map(day))]
    }
    if weeks.isEmpty { return nil }
    let total = cells.months[first.month]
    return [
      "label": .text(MonthName.of(first)), "monthHref": .optional(total?.href),
      "count": .text(total?.text ?? ""),
      "weekdays": .list(
        weekStart.ordered(Weekday.names).map {
          ["short": .text(String($0.prefix(2))), "long": .text($0)]
        }),
      "weeks": .list(weeks),
    ]
  }

  /// A day without a link has its text for those who do not see the colour.
  private func day(_ day: CalendarDay?) -> TemplateView {
    let cell = day.flatMap { cells.days[$0.number] }
    let label = day.map { "\($0.day) \(DateWords.shortMonth($0)): \(cell?.text ?? "")" }
    return [
      "number": .optional(day.map { "\($0.day)" }), "href": .optional(cell?.href),
      "level": "l-\(cell?.level ?? 0)", "isToday": .flag(day == today),
      "label": .optional(label), "text": .optional(cell?.text), "photo": .optional(cell?.photo),
    ]
  }
}
