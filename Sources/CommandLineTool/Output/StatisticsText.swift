internal import Journal
internal import SystemCalls
internal import VaultFormat

/// Statistics as they are printed; safe for a terminal.
enum StatisticsText {
  /// `Coffee, cups a day, 7 to 20 November 2026`.
  static func title(of tracker: Tracker, _ statistics: TrackerStatistics) -> String {
    [
      TrackerText.name(tracker),
      TerminalText.line(TrackerText.amount(of: tracker, a: statistics.unit)),
      "\(statistics.days.lowerBound) to \(statistics.days.upperBound)",
    ].joined(separator: ", ")
  }

  static func lines(
    of tracker: Tracker, _ statistics: TrackerStatistics, _ progress: GoalProgress?, isASCII: Bool
  ) -> [String] {
    var facts: [String] = []
    if let total = statistics.total { facts.append("total \(NumberText.of(total))") }
    if let mean = statistics.mean { facts.append("mean \(NumberText.of(mean))") }
    if let most = statistics.greatest, let value = most.value {
      facts.append("most \(NumberText.of(value)) (\(most.period.label))")
    }
    facts.append(
      "\(statistics.unit.rawValue)s with \(statistics.filledCount) of \(statistics.buckets.count)")
    if let gap = statistics.medianGap {
      facts.append("usually every \(ElapsedText.tenths.text(of: gap))")
    }
    var lines = [title(of: tracker, statistics), facts.joined(separator: "   ")]
    if let progress { lines.append(line(of: progress, of: tracker)) }
    // After the last event there is nothing to see.
    return lines + [statistics.sparkline(isASCII: isASCII).trimmingEnd]
  }

  /// `8 cups per day: 12 of the last 14 days   run 3 days, longest 9   strength 88 %`.
  private static func line(of progress: GoalProgress, of tracker: Tracker) -> String {
    let goal = tracker.goal?.text ?? tracker.every?.sentence ?? ""
    let unit = progress.period.rawValue
    var parts = [
      "\(TerminalText.line(goal)): \(progress.text)",
      "run \(progress.run.counted(unit)), longest \(progress.longestRun)",
    ]
    if let strength = progress.strength {
      parts.append("strength \(Int((strength * 100).rounded())) %")
    }
    return parts.joined(separator: "   ")
  }

  // MARK: - The vault

  /// The most frequent tags, people and places that are shown.
  private static let nameCount = 8
  private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  static func lines(of vault: VaultStatistics, isASCII: Bool) -> [String] {
    guard vault.total.notes > 0 else { return ["this vault has no notes yet"] }
    var lines = [
      [
        vault.total.notes.counted("note"), vault.total.words.counted("word"),
        "\(vault.total.media) media", "on \(vault.dayCount.counted("day"))",
      ].joined(separator: ", ")
    ]
    if let run = vault.longestRun {
      let count = run.upperBound.number - run.lowerBound.number + 1
      lines.append(
        "most days in a row: \(count) (\(run.lowerBound) to \(run.upperBound))")
    }
    lines.append("")
    let months = Dictionary(
      vault.months.map { ($0.period, $0.amount.notes) }, uniquingKeysWith: { first, _ in first })
    let years = vault.years.map { year, amount in
      let bars = (1...12).map { month -> Double? in
        CalendarDay(year: year.days.lowerBound.year, month: month, day: 1)
          .map { Double(months[CalendarPeriod(.month, of: $0)] ?? 0) }
      }
      return [
        year.label, amount.notes.counted("note"), amount.words.counted("word"),
        "\(amount.media) media", Sparkline.text(of: bars, isASCII: isASCII),
      ]
    }
    lines += TextColumns.lines(years) + [""]
    lines += TextColumns.lines(
      [
        ["weekdays", zip(weekdays, vault.weekdays).map { "\($0) \($1)" }.joined(separator: "  ")],
        ["hours 0-23", Sparkline.text(of: vault.hours.map { Double($0) }, isASCII: isASCII)],
        ["tags", names(vault.tags)], ["people", names(vault.people)],
        ["places", names(vault.places)],
      ].filter { !$0[1].isEmpty })
    return lines
  }

  private static func names(_ counts: [NameCount]) -> String {
    counts.prefix(nameCount).map { "\(TerminalText.line($0.name)) \($0.count)" }
      .joined(separator: ", ")
  }
}
