internal import HTTPTypes
internal import Journal
internal import Rendering
internal import VaultFormat
internal import WebServer

/// The values of `stats.mustache`: tables, whose bars are drawn beside their numbers.
struct StatisticsView {
  let site: SiteAddress
  let register: PersonRegister

  /// The names of each list, and the last months.
  private static let nameLimit = 12
  private static let monthLimit = 24

  func values(
    _ statistics: VaultStatistics, weekStart: DeviceSettings.WeekStart
  ) -> [String: TemplateValue] {
    let total = statistics.total
    guard total.notes > 0 else {
      return [
        "heading": .text(PageWords.statistics), "numbers": .list([]), "hasNumbers": false,
        "tables": .list([]), "lists": .list([]),
        "empty": .view(
          .empty("There is nothing to count yet.", site.address("/"), "Go to the timeline")),
      ]
    }
    var numbers = [
      (total.notes, "note"), (total.words, "word"), (statistics.dayCount, "day"),
      (total.media, "file"),
    ].filter { $0.0 > 0 }.map { Self.number($0.0, $0.0 == 1 ? $0.1 : $0.1 + "s") }
    if let run = statistics.longestRun, run.dayCount > 1 {
      numbers.append(Self.number(run.dayCount, "days in a row at most"))
    }
    return [
      "heading": .text(PageWords.statistics), "hasNumbers": true, "numbers": .list(numbers),
      "tables": .list(tables(statistics, weekStart)), "lists": .list(lists(statistics)),
      "empty": .none,
    ]
  }

  private static func number(_ count: Int, _ label: String) -> TemplateView {
    ["count": .text(grouped(count)), "label": .text(label)]
  }

  /// `12 345`, with narrow blanks between groups of three digits, which no language reads as a decimal mark.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    guard digits.count > 4 else { return "\(number)" }
    var text = number < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "\u{202F}" }
      text.append(digit)
    }
    return text
  }

  // MARK: - Tables

  private struct Row {
    var label: String
    var count: Int
    var href: String?
  }

  private func tables(
    _ statistics: VaultStatistics, _ weekStart: DeviceSettings.WeekStart
  ) -> [TemplateView] {
    let years = statistics.years.map { period, amount in
      let text = TimelineFilter.Period.year(period.days.lowerBound.year)
      return Row(
        label: text.dateExpression, count: amount.notes, href: site.address(text.path))
    }
    let months = statistics.months.suffix(Self.monthLimit).map { period, amount in
      let month = CalendarMonth(period.days.lowerBound)
      return Row(
        label: month.name, count: amount.notes, href: site.address("/m/\(month)"))
    }
    let weekdays = zip(Weekday.names, statistics.weekdays).map {
      Row(label: $0, count: $1, href: nil)
    }
    let hours = statistics.hours.enumerated().map { hour, count in
      Row(label: hour < 10 ? "0\(hour):00" : "\(hour):00", count: count, href: nil)
    }
    return [
      table("years", "Notes of each year", "Year", years.reversed()),
      table("months", "Notes of the last months", "Month", months.reversed()),
      table("weekdays", "Days of the week", "Day", weekStart.ordered(weekdays)),
      table("hours", "Hours of the day", "Hour", hours),
    ].compactMap(\.self)
  }

  /// Nil without a number to show.
  private func table(
    _ name: String, _ caption: String, _ column: String, _ rows: [Row]
  ) -> TemplateView? {
    let most = rows.map(\.count).max() ?? 0
    guard most > 0 else { return nil }
    return [
      "name": .text(name), "caption": .text(caption), "column": .text(column),
      "rows": .list(
        rows.map { row in
          [
            "label": .text(row.label), "href": .optional(row.href),
            "count": .text(Self.grouped(row.count)),
            "length": "\(Self.length(row.count, of: most))",
          ]
        }),
    ]
  }

  /// The length of a bar in hundredths of the longest; what is there is seen.
  static func length(_ count: Int, of most: Int) -> Int {
    guard count > 0, most > 0 else { return 0 }
    let share = Double(count) / Double(most)
    return max(1, min(100, Int((share * 100).rounded())))
  }

  // MARK: - Names

  private func lists(_ statistics: VaultStatistics) -> [TemplateView] {
    func list(
      _ name: String, _ caption: String, _ counts: [NameCount], _ href: (NameCount) -> String?
    ) -> TemplateView? {
      guard !counts.isEmpty else { return nil }
      return [
        "name": .text(name), "caption": .text(caption),
        "names": .list(
          counts.prefix(Self.nameLimit).map { entry in
            [
              "label": .text(entry.name), "count": .text(Self.grouped(entry.count)),
              "href": .optional(href(entry)),
            ]
          }),
      ]
    }
    return [
      list("tags", "Tags", statistics.tags) { Tag($0.name).map(site.tag) },
      list("people", "People", statistics.people) { entry in
        var address = TimelineAddress()
        address.filter.about = entry.name
        return site.timeline(address)
      },
      list("places", "Places", statistics.places) { entry in
        var address = TimelineAddress()
        // Quotes would end the value.
        guard !entry.name.contains("\"") else { return nil }
        address.filter.text = "place:\"\(entry.name)\""
        return site.timeline(address)
      },
    ].compactMap(\.self)
  }
}

/// What the notes of the vault come to.
enum StatisticsRoutes {
  static func statistics(_ incoming: PageRequest) async throws -> Reply {
    let (journal, tag) = try await incoming.taggedJournal()
    return try await incoming.page(tag) {
      var frame = PageFrame(incoming, title: PageWords.statistics, kind: "plain stats")
      frame.styles = ["people.css"]
      frame.values = StatisticsView(site: incoming.addresses, register: incoming.register)
        .values(journal.statistics, weekStart: DeviceSettings(incoming.request).weekStart)
      return try frame.reply("stats")
    }
  }
}
