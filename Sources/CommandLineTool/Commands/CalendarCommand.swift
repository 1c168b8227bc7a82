import ArgumentParser
internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct CalendarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Show a month or a year, or write a calendar for other programs",
    subcommands: [CalendarShowCommand.self, CalendarICSCommand.self],
    defaultSubcommand: CalendarShowCommand.self)
}

struct CalendarShowCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a month or a year with the days that have notes",
    discussion: """
      PERIOD is a month or a year; this month without one. Beside a day stands how much there is: up to four notes, or for a \
      tracker a quarter of its greatest value and more. Words after the period are a query, as in tl search.
      """)

  @Argument(help: ArgumentHelp("2026-11, 2026, november; then a query", valueName: "period"))
  var words: [String] = []

  @Option(help: "The events of this tracker instead of notes", completion: .trackers)
  var tracker: String?

  @Flag(help: "Draw with ASCII characters")
  var ascii = false

  @Flag(help: "Print a JSON array of the days")
  var json = false

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let (period, query) = try periodAndQuery(in: vault)
    let isYear = period.dayCount > 31
    var notes: [CalendarDay: Int] = [:]
    var values: [CalendarDay: Double] = [:]
    if let tracker {
      guard query.isEmpty else {
        throw Problem(usage: "--tracker and a query cannot be used together")
      }
      let finder = TrackerFinder(vault: vault)
      let log = try finder.log(named: tracker, in: finder.book())
      let settings = JournalSettings(vault.vault.configuration)
      let statistics = TrackerStatistics(
        of: TrackerHistory(of: log, dayStart: settings.dayStart, now: vault.now), days: period,
        by: .day, aggregate: log.tracker.aggregate)
      for bucket in statistics.buckets where bucket.count > 0 {
        notes[bucket.start] = bucket.count
        values[bucket.start] = bucket.value
      }
    } else {
      let found = try vault.scan(query, keepsText: false)
      let index = query.files == nil ? found.withoutPages : found
      index.forEachPosition { _, note in
        if period.contains(note.date.day) { notes[note.date.day, default: 0] += 1 }
      }
    }
    let greatest = values.values.max() ?? 0
    let level = { (day: CalendarDay) -> Int in
      tracker == nil
        ? DayLevel.of(notes: notes[day] ?? 0)
        : values[day].map { DayLevel.of($0, greatest: greatest) } ?? 0
    }
    if json {
      let days = notes.keys.sorted().map { day in
        JSONValue.object([
          ("date", .string("\(day)")), ("notes", .int(notes[day] ?? 0)),
          ("value", values[day].map { TrackerJSON.value($0) } ?? .null),
          ("level", .int(level(day))),
        ])
      }
      return try vault.console.print(.array(days))
    }
    let lines =
      isYear
      ? YearGrid.lines(of: period.lowerBound, isASCII: ascii, level: level)
      : MonthGrid.lines(of: period.lowerBound, isASCII: ascii, level: level)
    for line in lines { try vault.console.line(line) }
  }

  /// The days of a month or a year, from as many words as make a date, and a query from the others.
  private func periodAndQuery(
    in vault: OpenVault
  ) throws -> (ClosedRange<CalendarDay>, NoteQuery) {
    for count in stride(from: min(2, words.count), through: 1, by: -1) {
      let text = words.prefix(count).joined(separator: " ")
      let date: DateExpression
      do {
        date = try DateExpression(text, now: vault.now.seconds, zone: vault.zone)
      } catch .doesNotExist(let text) where count == 1 {
        throw DateExpressionError.doesNotExist(text)
      } catch .outOfRange(let text) where count == 1 {
        throw DateExpressionError.outOfRange(text)
      } catch {
        continue
      }
      guard let days = date.days else { continue }
      return (Self.whole(days), try vault.query(words.dropFirst(count).joined(separator: " ")))
    }
    let today = vault.now.day
    return (Self.whole(today...today), try vault.query(words.joined(separator: " ")))
  }

  /// The month of a day or a month, the year of anything longer.
  private static func whole(_ days: ClosedRange<CalendarDay>) -> ClosedRange<CalendarDay> {
    CalendarPeriod(days.dayCount > 31 ? .year : .month, of: days.lowerBound).days
  }
}

extension ClosedRange<CalendarDay> {
  fileprivate var dayCount: Int { upperBound.number - lowerBound.number + 1 }
}
