internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// The notes of each day of a year, or the events of a tracker.
enum CalendarRoutes {
  static func newest(_ incoming: PageRequest) async throws -> Reply {
    let year =
      incoming.timeline.withoutPages.months.months.first?.month.year ?? incoming.now.day.year
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
      let tag = PageTag(incoming, shown: [], further: choices(list).map { $0.segment + $0.label })
      if let unchanged = tag.reply(to: incoming.request) { return unchanged }
      let counts = incoming.timeline.withoutPages.months
      let cells = YearCells(notes: counts, first...last, incoming.addresses)
      return tag.marked(try reply(cells, year, list, nil, incoming))
    }
    guard let status = list.status(name) else { throw PageProblem.noSuchTracker }
    let reader = TrackerReader(incoming: incoming, tracker: status.tracker)
    let (statistics, firstDay) = try await reader.statistics(
      of: first...last, dayStart: list.settings.dayStart)
    let cells = YearCells(
      statistics, of: status.tracker,
      years: (firstDay ?? incoming.now.day).year...incoming.now.day.year)
    return try reply(cells, year, list, list.segment(of: status.tracker), incoming).unstored
  }

  /// The address of a year, for notes or for a tracker by its segment.
  static func address(_ year: Int, tracker: String? = nil, _ site: SiteAddress) -> String {
    let path = "/calendar/\(TimelineFilter.Period.year(year).dateExpression)"
    return site.address(path + (tracker.map { "?tracker=\($0)" } ?? ""))
  }

  private static func choices(_ list: TrackerList) -> [(segment: String, label: String)] {
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
    frame.styles = ["since.css"]
    frame.values = view.values(year)
    func choice(_ segment: String?, _ label: String) -> TemplateView {
      [
        "href": .text(address(year, tracker: segment, incoming.addresses)), "label": .text(label),
        "isCurrent": .flag(segment == chosen),
      ]
    }
    let choices = choices(list)
    frame.values["hasChoices"] = .flag(!choices.isEmpty)
    frame.values["choices"] = .list(
      [choice(nil, PageWords.notes)] + choices.map { choice($0.segment, $0.label) })
    return try frame.reply("calendar")
  }
}
