import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct StatsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show statistics of the vault or of a tracker",
    discussion: """
      Without a tracker: notes, words, days and media, for each year and month, weekdays, hours, and the most frequent tags, \
      people and places. With one: its events in days, weeks, months or years, with a chart; blank is before the first and \
      after the last event, a dot is nothing. Its goal, or its interval, is shown as what was kept. Strength grows with each \
      kept day and falls slowly; days of a pause leave it as it is.
      """)

  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String?

  @Option(help: "In days, weeks, months or years: day, week, month or year")
  var by: Unit?

  @Option(help: ArgumentHelp("From that day on", valueName: "date"))
  var since: String?

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp("The last COUNT days, weeks, months or years", valueName: "count"))
  var number: Int?

  @Option(
    help: ArgumentHelp("Write the chart to a file", valueName: "file"), completion: .file())
  var svg: String?

  @OptionGroup var replacing: ReplacingOption

  @Flag(help: "Draw with ASCII characters")
  var ascii = false

  @OptionGroup var output: ValueOptions
  @OptionGroup var global: GlobalOptions

  enum Unit: String, ExpressibleByArgument, CaseIterable {
    case day, week, month, year

    var calendarUnit: CalendarUnit { CalendarUnit(rawValue: rawValue) ?? .day }

    /// How many are shown unless it is said.
    var usualCount: Int {
      switch self {
      case .day: 14
      case .week, .month: 12
      case .year: 10
      }
    }
  }

  func validate() throws {
    try exclude([(since != nil, "--since"), (number != nil, "-n")])
    if let number, !(1...100_000 ~= number) { throw ValidationError("-n is 1 or more") }
    try replacing.check(needs: "--svg", svg != nil)
    guard tracker == nil else { return }
    let chosen = [
      (by != nil, "--by"), (since != nil, "--since"), (number != nil, "-n"), (svg != nil, "--svg"),
    ].first(where: \.0)
    if let chosen { throw ValidationError("\(chosen.1) needs a tracker") }
  }

  func run(in vault: OpenVault) throws {
    guard let tracker else {
      let (index, visitors) = vault.scan { StatisticsVisitor() }
      let statistics = VaultStatistics(of: visitors, vault.source.persons(of: index))
      if output.json { return try vault.console.print(StatisticsJSON.value(of: statistics)) }
      for line in StatisticsText.lines(of: statistics, isASCII: isASCII(vault.session)) {
        try vault.console.line(line)
      }
      return
    }
    let finder = TrackerFinder(vault: vault)
    let log = try finder.log(named: tracker, in: finder.book())
    let settings = JournalSettings(vault.vault.configuration)
    let history = TrackerHistory(of: log, dayStart: settings.dayStart, now: vault.now)
    let statistics = TrackerStatistics(
      of: history, days: try days(upTo: history.today, in: vault), by: unit.calendarUnit,
      aggregate: log.tracker.aggregate)
    let progress = PeriodTarget(of: log.tracker, aggregate: statistics.aggregate).flatMap {
      GoalProgress(
        of: $0, in: history, created: log.tracker.created.day, days: statistics.days)
    }
    if let svg {
      let title = StatisticsText.title(of: log.tracker, statistics)
      try ExportedFile(svg, replaces: replacing.force, beginning: "<svg")
        .write(Array(ChartSVG(title: title, statistics).text.utf8))
      vault.console.say("the chart is in \(svg)")
    }
    if output.json {
      return try vault.console.print(StatisticsJSON.value(of: log.tracker, statistics, progress))
    }
    for line in StatisticsText.lines(
      of: log.tracker, statistics, progress, isASCII: isASCII(vault.session))
    {
      try vault.console.line(line)
    }
  }

  private var unit: Unit { by ?? .day }

  private func days(upTo today: CalendarDay, in vault: OpenVault) throws -> ClosedRange<CalendarDay>
  {
    if let since {
      let first = try EventWords.time(since, option: "--since", in: vault).day
      guard first <= vault.now.day else {
        throw Problem(usage: "\(first) is still to come")
      }
      // Before the vault's day begins, today is still yesterday.
      return min(first, today)...today
    }
    let count = number ?? unit.usualCount
    let period = CalendarPeriod(unit.calendarUnit, of: today).adding(1 - count)
    return min(period.days.lowerBound, today)...today
  }

  /// Whether charts are drawn with ASCII characters: if wished, and where the locale has another encoding than UTF-8.
  private func isASCII(_ session: Session) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { session.environment[$0] }.first
    let isOther = locale.map { !$0.lowercased().contains("utf") } ?? false
    return ascii || isOther
  }
}

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
