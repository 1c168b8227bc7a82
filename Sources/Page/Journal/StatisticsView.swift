internal import Journal
internal import Rendering
internal import VaultFormat
internal import WebServer

/// The values of `stats.mustache`: tables, whose bars are drawn beside their numbers.
struct StatisticsView {
  let site: SiteAddress

  /// The names of each list.
  private static let nameLimit = 12

  /// - Parameter months: with sealed notes and second versions, which the statistics leave out.
  func values(
    _ statistics: VaultStatistics, _ months: MonthCounts, weekStart: DeviceSettings.WeekStart,
    today: CalendarDay
  ) -> [String: TemplateValue] {
    let total = statistics.total
    guard total.notes > 0 else {
      return [
        "heading": .text(PageWords.statistics),
        "empty": .view(
          .empty("There is nothing to count yet.", site.address("/"), "Go to the timeline")),
      ]
    }
    let noteCount = months.days.values.reduce(0, +)
    let counts = [
      (noteCount, "note"), (statistics.dayCount, "day"), (total.words, "word"),
      (total.media, "file"),
    ].filter { $0.0 > 0 }.map { count, name in
      let book = name == "word" ? Self.book(of: count).map { ", \($0)" } : nil
      let rest = name == "day" ? " with a note" : book ?? ""
      let label = (count == 1 ? name : name + "s") + rest
      return (PageWords.grouped(count), label)
    }
    let present = statistics.presentRun(today: today)
    let runs = statistics.longestRun.map { PageWords.runs(longest: $0, present: present) } ?? []
    return [
      "heading": .text(PageWords.statistics), "hasNumbers": true,
      "numbers": .list((counts + runs).map { ["count": .text($0), "label": .text($1)] }),
      "uncounted": noteCount > total.notes
        ? .text(PageWords.uncounted(noteCount - total.notes)) : .none,
      "tables": .list(tables(statistics, weekStart)), "lists": .list(lists(statistics)),
      "heat": heat(months), "empty": .none,
    ]
  }

  /// What so many words would fill: a novel has 80,000.
  static func book(of words: Int) -> String? {
    switch words {
    case ..<20_000: nil
    case ..<60_000: "a short novel"
    case ..<120_000: "a novel"
    default: "\((words + 40_000) / 80_000) novels"
    }
  }

  // MARK: - Tables

  private typealias Row = (label: String, count: Int)

  /// The years, the newest first, each with its twelve months.
  private func heat(_ found: MonthCounts) -> TemplateValue {
    let counts = Dictionary(uniqueKeysWithValues: found.months.map { ($0.month, $0.count) })
    let most = counts.values.max() ?? 1
    let rows = found.years.map { year, total -> TemplateView in
      let cells = months(of: year).map { month -> TemplateView in
        let count = counts[month] ?? 0
        return [
          "href": count == 0 ? .none : .text(site.address("/m/\(month)")),
          "level": "l-\(CountLevel.level(count, of: most))",
          "label": .text("\(month.name): \(count.counted("note"))"),
        ]
      }
      return [
        "year": "\(year)", "href": .text(site.address("/y/\(year)")),
        "count": .text(PageWords.grouped(total)), "cells": .list(cells),
      ]
    }
    let names = months(of: 2001).map { MonthName.of($0.firstDay) }
    return .view([
      "months": .list(names.map { ["name": .text($0), "initial": .text(String($0.prefix(1)))] }),
      "rows": .list(rows), "most": .text(PageWords.grouped(most)),
    ])
  }

  private func tables(
    _ statistics: VaultStatistics, _ weekStart: DeviceSettings.WeekStart
  ) -> [TemplateView] {
    let weekdays = zip(Weekday.names, statistics.weekdays).map { (label: $0, count: $1) }
    let hours = statistics.hours.enumerated().filter { $1 > 0 }.map { hour, count in
      (label: hour < 10 ? "0\(hour):00" : "\(hour):00", count: count)
    }
    return [
      table("weekdays", "Days of the week", "Day", weekStart.ordered(weekdays)),
      table("hours", "Hours of the day", "Hour", hours),
    ].compactMap(\.self)
  }

  private func months(of year: Int) -> [CalendarMonth] {
    (1...12).compactMap { CalendarDay(year: year, month: $0, day: 1).map { CalendarMonth($0) } }
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
            "label": .text(row.label),
            "count": .text(PageWords.grouped(row.count)),
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
              "label": .text(entry.name), "count": .text(PageWords.grouped(entry.count)),
              "href": .optional(href(entry)),
            ]
          }),
      ]
    }
    return [
      list("tags", "Tags", statistics.tags) { Tag($0.name).map(site.tag) },
      list("people", "People", statistics.people) { entry in
        site.timeline { $0.about = entry.name }
      },
      list("places", "Places", statistics.places) { site.timeline(ofPlace: $0.name) },
    ].compactMap(\.self)
  }
}

/// What the notes of the vault come to.
enum StatisticsRoutes {
  static func statistics(_ incoming: PageRequest) async throws -> Reply {
    let (journal, tag) = try await incoming.taggedJournal()
    return try await incoming.page(tag) {
      var frame = PageFrame(incoming, title: PageWords.statistics, kind: "plain stats")
      frame.styles = ["people.css", "calendar.css"]
      frame.values = StatisticsView(site: incoming.addresses)
        .values(
          journal.statistics, incoming.timeline.withoutPages.months,
          weekStart: DeviceSettings(incoming.request).weekStart, today: incoming.now.day)
      return try frame.reply("stats")
    }
  }
}
