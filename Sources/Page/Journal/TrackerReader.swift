internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Reads the events of one tracker: a part of them for a page, or all.
///
/// Done where many notes are read too, since a tracker may have a million events.
struct TrackerReader: Sendable {
  let incoming: PageRequest
  let tracker: Tracker

  /// Which events a page shows.
  struct Part: Sendable {
    /// Those behind this one in the list; nil for the first ones.
    var after: EventReference?
    var isOldestFirst = false
    var limit: Int
  }

  struct Content: Sendable {
    var events: [TrackerEvent]
    var count: Int
    var hasMore: Bool
    /// Of the first part alone.
    var summary: Summary?
  }

  struct Summary: Sendable {
    var statistics: TrackerStatistics
    var progress: GoalProgress?
  }

  func content(_ part: Part, by unit: CalendarUnit?, dayStart: Int) async throws -> Content {
    try await incoming.site.scans.run {
      let (log, index) = try read()
      let (events, hasMore) = events(of: part, log, index)
      return Content(
        events: events, count: index.count, hasMore: hasMore,
        summary: part.after == nil ? summary(of: log, by: unit, dayStart: dayStart) : nil)
    }
  }

  private func summary(of log: TrackerLog, by unit: CalendarUnit?, dayStart: Int) -> Summary {
    let history = TrackerHistory(of: log, dayStart: dayStart, now: incoming.now)
    let statistics = ChartSpan(by: unit, of: history).statistics(of: history, tracker)
    let progress = PeriodTarget(of: tracker, aggregate: statistics.aggregate).flatMap {
      GoalProgress(of: $0, in: history, created: tracker.created.day, days: statistics.days)
    }
    return Summary(statistics: statistics, progress: progress)
  }

  /// What the days of a range come to, and the day of the first event of all.
  func statistics(
    of days: ClosedRange<CalendarDay>, dayStart: Int
  ) async throws -> (statistics: TrackerStatistics, firstDay: CalendarDay?) {
    try await incoming.site.scans.run {
      let history = TrackerHistory(of: try read().0, dayStart: dayStart, now: incoming.now)
      let statistics = TrackerStatistics(
        of: history, days: days, by: .day, aggregate: tracker.aggregate)
      return (statistics, history.firstDay)
    }
  }

  /// The events of a part, and whether there are more behind them.
  func events(_ part: Part) async throws -> (events: [TrackerEvent], hasMore: Bool) {
    try await incoming.site.scans.run {
      let (log, index) = try read()
      return events(of: part, log, index)
    }
  }

  /// Of all events, the newest first.
  func csv() async throws -> [UInt8] {
    try await incoming.site.scans.run {
      let (log, index) = try read()
      var bytes = Array("\(EventCSV.head)\r\n".utf8)
      for start in stride(from: 0, to: index.count, by: 1_000) {
        for event in index.events(start..<min(start + 1_000, index.count), of: log) {
          bytes += "\(EventCSV.row(event))\r\n".utf8
        }
      }
      return bytes
    }
  }

  private func read() throws -> (TrackerLog, EventIndex) {
    let document: NoteDocument
    do {
      document = NoteDocument(try incoming.vault.folder.read(tracker.path).bytes)
    } catch  where error.system?.isMissing == true {
      throw PageProblem.noSuchTracker
    }
    let log = TrackerLog(
      tracker, in: document, notes: incoming.site.trackerCache.notes(of: tracker),
      zone: incoming.zone)
    return (log, EventIndex(of: log))
  }

  private func events(
    of part: Part, _ log: TrackerLog, _ index: EventIndex
  ) -> (events: [TrackerEvent], hasMore: Bool) {
    let found = part.after.map { index.place(of: $0, in: log) }
    if part.isOldestFirst {
      let end = found?.place ?? index.count
      let start = max(0, end - part.limit)
      return (index.events(start..<end, of: log).reversed(), start > 0)
    }
    let start = found.map { $0.isThere ? $0.place + 1 : $0.place } ?? 0
    let end = min(start + part.limit, index.count)
    return (index.events(start..<end, of: log), end < index.count)
  }
}

/// Which time a chart shows, and in which parts.
struct ChartSpan: Hashable, Sendable {
  /// Day, week, month or year.
  let unit: CalendarUnit
  let count: Int

  static let units: [CalendarUnit] = [.day, .week, .month, .year]

  private init(_ unit: CalendarUnit) {
    self.unit = unit
    count =
      switch unit {
      case .day: 30
      case .week: 26
      case .month: 24
      default: 10
      }
  }

  /// As wished, else so that there is about an event in each part.
  init(by unit: CalendarUnit?, of history: TrackerHistory) {
    if let unit, Self.units.contains(unit) {
      self.init(unit)
      return
    }
    let usual = history.usualGap ?? 0
    let fitting: CalendarUnit =
      switch usual {
      case ..<(3 * 86_400): .day
      case ..<(15 * 86_400): .week
      case ..<(200 * 86_400): .month
      default: .year
      }
    self.init(fitting)
  }

  func statistics(of history: TrackerHistory, _ tracker: Tracker) -> TrackerStatistics {
    let last = CalendarPeriod(unit, of: history.today)
    let first = min(last.adding(1 - count).days.lowerBound, history.today)
    return TrackerStatistics(
      of: history, days: first...history.today, by: unit, aggregate: tracker.aggregate)
  }
}
