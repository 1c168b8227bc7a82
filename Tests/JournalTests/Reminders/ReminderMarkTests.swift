import Testing
import VaultFormat
import VaultStore

@testable import Journal

@Suite("When a tracker is another time due")
struct ReminderMarkTests {
  private static func mark(_ every: String, zone: String, now: String) throws
    -> ReminderLedger.Mark?
  {
    let zone = try Zones.named(zone)
    let text = "---\nid: w\ntl: tracker\nevery: \(every)\n---\n\n- 2026-11-18T07:00:00+01:00\n"
    let document = NoteDocument(Array(text.utf8))
    let path = try #require(VaultPath("trackers/water.md"))
    let now = try #require(NoteTime(now, zone: zone))
    let tracker = try #require(
      Tracker(document, at: path, id: ProvisionalID.of(path), created: now, zone: zone))
    let status = TrackerLog(tracker, in: document, zone: zone).status(
      at: NoteTime(instant: now.seconds, zone: zone))
    return Reminder(status, since: "today")?.mark
  }

  @Test("a clock time goes with the traveller, an interval in hours does not")
  func traveller() throws {
    let later = "2026-11-20T18:00:00Z"
    for every in ["2 days at 08:00", "2 days"] {
      let berlin = try Self.mark(every, zone: "Europe/Berlin", now: later)
      #expect(try berlin != nil && berlin == Self.mark(every, zone: "America/New_York", now: later))
    }
    let hours = try Self.mark("48 hours", zone: "Europe/Berlin", now: later)
    #expect(hours?.due == NoteTime("2026-11-20T07:00:00+01:00", zone: .utc)?.seconds)
    #expect(try hours == Self.mark("48 hours", zone: "America/New_York", now: later))
    #expect(hours?.key == "trackers w")
  }

  @Test("there is none before it is due")
  func before() throws {
    #expect(
      try Self.mark("2 days at 08:00", zone: "Europe/Berlin", now: "2026-11-20T06:59:59Z") == nil)
    #expect(
      try Self.mark("2 days at 08:00", zone: "Europe/Berlin", now: "2026-11-20T07:00:00Z") != nil)
  }
}
