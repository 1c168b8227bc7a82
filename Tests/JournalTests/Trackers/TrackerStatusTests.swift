import Journal
import Testing
import VaultFormat

@Suite("Where a tracker stands")
struct TrackerStatusTests {
  private static let now = "2026-11-20T18:03:11+01:00"

  private static func status(
    _ events: [String], _ keys: String = "every: 2 days at 08:00", now: String = now
  ) throws -> TrackerStatus {
    let zone = try Zones.named("Europe/Berlin")
    let now = try #require(NoteTime(now, zone: zone))
    let text = "---\ntl: tracker\ncreated: 2026-11-01T12:00:00+01:00\n\(keys)\n---\n\n"
    let document = NoteDocument(Array((text + events.map { "- \($0)\n" }.joined()).utf8))
    let log = try Logs.log(of: document, created: now, zone: zone)
    return TrackerStatus(log.tracker, TrackerTally(of: log, now: now), now: now, zone: zone)
  }

  private static func due(_ events: [String], _ keys: String = "every: 2 days at 08:00") throws
    -> String
  {
    try status(events, keys).due?.rfc3339 ?? "never"
  }

  @Test("the base is the newest event or skip, also one in the future, else the creation")
  func base() throws {
    #expect(try Self.due(["2026-11-18T19:30+01:00"]) == "2026-11-20T08:00:00+01:00")
    #expect(try Self.due(["2026-11-18T19:30+01:00", "2026-11-10"]) == "2026-11-20T08:00:00+01:00")
    #expect(try Self.due(["2026-11-24T19:30+01:00"]) == "2026-11-26T08:00:00+01:00")
    #expect(try Self.due([]) == "2026-11-03T08:00:00+01:00")
    #expect(try Self.due(["2026-11-10", "2026-11-20 skip"], "every: 1 week") == "2026-11-27")
    #expect(try Self.status(["2026-11-10", "2026-11-20 skip"]).elapsed == 10 * 86_400)
    // From the end of what lasts.
    #expect(
      try Self.due(["2026-11-17T23:00+01:00/2026-11-18T07:00+01:00"], "every: 1 day at 06:00")
        == "2026-11-19T06:00:00+01:00")
  }

  @Test("what is off, archived, running or paused without an end is never due")
  func never() throws {
    let event = ["2026-11-10"]
    #expect(try Self.due(event, "title: x") == "never")
    #expect(try Self.due(event, "every: soon") == "never")
    #expect(try Self.due(event, "every: 1 day\nremind: no") == "never")
    #expect(try Self.due(event, "every: 1 day\narchived: true") == "never")
    #expect(try Self.due(event + ["2026-11-20T17:00+01:00/"]) == "never")
    #expect(try Self.due(event + ["2026-11-11/ pause"]) == "never")
  }

  @Test("a pause moves what would be due to the day after it")
  func pauses() throws {
    let event = ["2026-11-18T08:00+01:00"]
    #expect(try Self.due(event + ["2026-11-19/2026-11-25 pause"]) == "2026-11-26T08:00:00+01:00")
    #expect(try Self.due(event + ["2026-11-20 pause"]) == "2026-11-21T08:00:00+01:00")
    #expect(
      try Self.due(event + ["2026-11-22 pause", "2026-11-20/2026-11-21 pause"])
        == "2026-11-23T08:00:00+01:00")
    #expect(try Self.due(event + ["2026-11-21/2026-11-25 pause"]) == "2026-11-20T08:00:00+01:00")
    // What was due before the pause of today is not said in it.
    let waiting = try Self.status(["2026-11-10"] + ["2026-11-19/2026-11-25 pause"])
    #expect(waiting.due?.rfc3339 == "2026-11-26T08:00:00+01:00" && waiting.late == nil)
    // Nor is it late again from before, once the pause is over.
    let after = try Self.status(["2026-11-10", "2026-11-14/2026-11-18 pause"])
    #expect(after.due?.rfc3339 == "2026-11-19T08:00:00+01:00")
    #expect(waiting.pause?.last == CalendarDay("2026-11-25"))
    #expect(try Self.status(["2026-11-10", "2026-11-12/2026-11-14 pause"]).pause == nil)
  }

  @Test("how late something is")
  func late() throws {
    #expect(try Self.status(["2026-11-18T19:30+01:00"]).late == 36_191)
    #expect(try Self.status(["2026-09-12"], "every: 6 weeks").late == 27 * 86_400)
    #expect(try Self.status(["2026-11-13"], "every: 1 week").late == 0)
    #expect(try Self.status(["2026-11-14"], "every: 1 week").late == nil)
  }

  @Test("events with one clock time count once, and the last in the file is meant")
  func equalTimes() throws {
    let events = [
      "2026-11-18T08:00+01:00 = 1", "2026-11-18T08:00+01:00 = 2", "2026-11-18T07:00Z = 3",
      "2026-11-17", "2026-11-17",
    ]
    for events in [events, events.reversed(), [events[3]] + events[..<3] + [events[4]]] {
      let tally = try Self.status(events).tally
      #expect(tally.count == 3, "\(events)")
      let last = events.last { $0.contains("-18T") }
      #expect(
        tally.last?.values == last.flatMap { $0.last.flatMap { Double(String($0)) } }.map { [$0] })
    }
  }

  @Test("the days with an event, today first, begin when the writer's day begins")
  func days() throws {
    let zone = try Zones.named("Europe/Berlin")
    let now = try #require(NoteTime(Self.now, zone: zone))
    let events = [
      "2026-11-20", "2026-11-19T01:30+01:00", "2026-11-19T02:00+01:00", "2026-11-17 skip",
      "2026-11-16/2026-11-17 pause", "2026-11-21", "2025-09-27", "2025-09-26",
    ]
    let text = "---\ntl: tracker\n---\n\n" + events.map { "- \($0)\n" }.joined()
    let log = try Logs.log(of: NoteDocument(Array(text.utf8)), created: now, zone: zone)
    func found(_ dayStart: Int) -> [Int] {
      let days = TrackerTally(of: log, now: now, dayStart: dayStart).days
      return days.indices.filter { days[$0] }
    }
    #expect(found(0) == [0, 1, 419])
    #expect(found(3 * 3600) == [0, 2, 419])
    let tally = TrackerTally(of: log, now: now, dayStart: 3 * 3600)
    #expect(tally.isOfDay(of: try #require(NoteTime("2026-11-21T02:59:59+01:00", zone: zone))))
    #expect(!tally.isOfDay(of: try #require(NoteTime("2026-11-21T03:00:00+01:00", zone: zone))))
  }

  @Test("skips and pauses are no events; what is planned is said")
  func kinds() throws {
    let status = try Self.status([
      "2026-11-10 = 5", "2026-11-12 skip", "2026-11-13/2026-11-14 pause", "2026-12-01",
      "2027-01-01",
    ])
    #expect(status.tally.count == 3)
    #expect(status.tally.planned?.rfc3339 == "2026-12-01")
    #expect(status.tally.last?.begin.rfc3339 == "2026-11-10")
    #expect(status.elapsed == 864_000)
    let running = try Self.status(["2026-11-20T17:38:11+01:00/", "2026-11-20T10:00+01:00"])
    #expect(running.runningTime == 1500)
  }
}
