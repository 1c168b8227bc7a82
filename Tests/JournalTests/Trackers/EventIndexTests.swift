import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("Events by time, in parts")
struct EventIndexTests {
  private static let zone = TimeZoneRules { _ in 3600 }

  private static func log(_ lines: [String], title: String = "T") throws -> TrackerLog {
    let text = "---\ntl: tracker\ntitle: \(title)\n---\n\n## Log\n\n" + lines.joined()
    let document = NoteDocument(Array(text.utf8))
    let path = try #require(VaultPath("trackers/t.md"))
    let created = try #require(NoteTime("2026-01-01", zone: zone))
    let tracker = try #require(
      Tracker(document, at: path, id: NoteID(nonEmpty: "t"), created: created, zone: zone))
    return TrackerLog(tracker, in: document, zone: zone)
  }

  @Test("parts of any size have each event once, as they are numbered")
  func parts() throws {
    try withSeed { generator, _ in
      let count = Int.random(in: 0...60, using: &generator)
      let lines = (0..<count).map { number in
        let day = Int.random(in: 10...20, using: &generator)
        let clock =
          Bool.random(using: &generator) ? "T0\(Int.random(in: 0...9, using: &generator)):00Z" : ""
        return "- 2026-11-\(day)\(clock): \(number % 7)\n"
      }
      let log = try Self.log(lines)
      let index = EventIndex(of: log)
      let expected = NumberedEvents(of: log).events.map(EventReference.init)
      #expect(index.events(0..<index.count, of: log).map(EventReference.init) == expected)
      var seen: [EventReference] = []
      let size = Int.random(in: 1...9, using: &generator)
      var start = 0
      while start < index.count {
        let part = index.events(start..<start + size, of: log)
        seen += part.map(EventReference.init)
        // Of events that say the same the first in the list is found.
        start += part.count
      }
      #expect(seen == expected)
      for (place, reference) in expected.enumerated() {
        let found = index.place(of: reference, in: log)
        #expect(found.isThere && found.place <= place && expected[found.place] == reference)
      }
    }
  }

  @Test("where an event is gone, the list goes on with the next older one")
  func gone() throws {
    let whole = try Self.log(["- 2026-11-10\n", "- 2026-11-12\n", "- 2026-11-14\n"])
    let middle = EventReference(EventIndex(of: whole).events(1..<2, of: whole)[0])
    let rest = try Self.log(["- 2026-11-10\n", "- 2026-11-14\n"])
    let index = EventIndex(of: rest)
    let found = index.place(of: middle, in: rest)
    #expect(!found.isThere && found.place == 1)
    #expect(index.events(5..<9, of: rest).isEmpty)
  }
}

@Suite("References to events")
struct EventReferenceTests {
  private static let zone = TimeZoneRules { _ in 0 }

  private func event(_ line: String) throws -> TrackerEvent {
    try #require(TrackerEvent(item: Array(line.utf8), unit: "", zone: Self.zone))
  }

  @Test("a reference reads back, also of a time before 1970")
  func text() throws {
    for line in ["- 2026-11-20T18:03:00Z = 2: text\n", "- 1926-01-02\n"] {
      let reference = EventReference(try event(line))
      #expect(EventReference(reference.text) == reference)
    }
    for text in [
      "", "1", "1.2", "x.0123456789abcdef", "1.0123456789abcdeg", "1.0123456789abcdef.2",
    ] {
      #expect(EventReference(text) == nil, "\(text)")
    }
  }

  @Test("a change of anything that an event says makes it another one")
  func changes() throws {
    let lines = [
      "- 2026-11-20T18:03:00Z\n", "- 2026-11-20T18:03:00+01:00\n", "- 2026-11-20T18:03:00Z = 2\n",
      "- 2026-11-20T18:03:00Z: two\n", "- 2026-11-20T18:03:00Z skip\n", "- 2026-11-20T18:03:00Z/\n",
      "- 2026-11-20T18:03:00Z/2026-11-20T18:04:00Z\n", "- 2026-11-20\n",
    ]
    let references = try lines.map { EventReference(try event($0)) }
    #expect(Set(references).count == lines.count)
    #expect(try EventReference(event("* 2026-11-20T18:03:00Z\n")) == references[0])
  }
}
