import Journal
import Testing
import VaultFormat

/// Trackers with events, for tests.
enum Logs {
  static let zone = TimeZoneRules { _ in 3600 }
  static let now = "2026-11-20T18:03:11+01:00"

  static func time(_ text: String) throws -> NoteTime {
    try #require(NoteTime(text, zone: zone), "\(text)")
  }

  static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  static func days(_ first: String, _ last: String) throws -> ClosedRange<CalendarDay> {
    try day(first)...day(last)
  }

  /// - Parameter events: as lines without the bullet.
  static func log(_ events: [String], _ keys: String = "") throws -> TrackerLog {
    let text = "---\ntl: tracker\ncreated: 2026-11-01T12:00:00+01:00\n\(keys)\n---\n\n"
    return try log(of: NoteDocument(Array((text + events.map { "- \($0)\n" }.joined()).utf8)))
  }

  /// Of a whole file.
  static func log(
    of document: NoteDocument, at path: String = "trackers/coffee.md", created: NoteTime? = nil,
    zone: TimeZoneRules = zone
  ) throws -> TrackerLog {
    let path = try #require(VaultPath(path))
    let tracker = try #require(
      Tracker(
        document, at: path, id: ProvisionalID.of(path), created: try created ?? time(now),
        zone: zone))
    return TrackerLog(tracker, in: document, zone: zone)
  }

  static func history(
    _ events: [String], _ keys: String = "", dayStart: Int = 0, now: String = now
  ) throws -> TrackerHistory {
    TrackerHistory(of: try log(events, keys), dayStart: dayStart, now: try time(now))
  }

  static func statistics(
    _ events: [String], _ first: String = "2026-11-07", _ last: String = "2026-11-20",
    by unit: CalendarUnit = .day, as aggregate: TrackerAggregate? = nil, dayStart: Int = 0,
    now: String = now
  ) throws -> TrackerStatistics {
    TrackerStatistics(
      of: try history(events, dayStart: dayStart, now: now), days: try days(first, last),
      by: unit, aggregate: aggregate)
  }
}
