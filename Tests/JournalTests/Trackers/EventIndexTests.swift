import TestSupport
import Testing
import VaultFormat

@testable import Journal

@Suite("Events by time, in parts")
struct EventIndexTests {
  private static func log(_ lines: [String]) throws -> TrackerLog {
    let text = "---\ntl: tracker\ntitle: T\n---\n\n## Log\n\n" + lines.joined()
    return try Logs.log(of: NoteDocument(Array(text.utf8)))
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

@Suite("A long log is read in parts at once")
struct LogPartsTests {
  private static func log(_ body: String) throws -> TrackerLog {
    let document = NoteDocument(Array(("---\ntl: tracker\n---\n" + body).utf8))
    return try Logs.log(of: document, zone: .utc)
  }

  @Test(
    "parts of any size have the events of the whole, also with code, comments and indented lines")
  func law() throws {
    let pieces = [
      "- 2026-11-20T08:10:00Z = 2: x\n", "- 2026-11-19\n", "  more\n", "\tmore\n", "\n", "\r\n",
      "```\n",
      "```sh\n", "~~~\n", "  ```\n", "> ```\n", "> - 2026-11-18\n", "text\n", "## Log\n", " \n",
      "- [x] 2026-11-17\n", "- 2026-13-45\n", "<!-- one\n", "two -->\n", "  <!-- three -->\n",
      "- <!--\n",
    ]
    try withSeed { random, _ in
      var found = 0
      for _ in 0..<400 {
        let count = Int.random(in: 0..<40, using: &random)
        let body = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        let log = try Self.log(body)
        var whole: [Range<Int>] = []
        log.document.bytes.withUnsafeBufferPointer { bytes in
          log.forEachLine(in: bytes) { whole.append($0.range) }
        }
        for size in [1, 20, 100] {
          let parts = log.parts([Range<Int>](), size: size) { $0.append($1.range) }
          #expect(Array(parts.joined()) == whole, "parts of \(size) bytes of \(body)")
          found += parts.count > 1 ? whole.count : 0
        }
      }
      #expect(found > 300, "the samples say too little: \(found)")
    }
  }

  @Test("the tally of a log of several parts is that of its events, whatever their order")
  func tally() throws {
    try withSeed { random, _ in
      let now = try #require(NoteTime("2026-11-20T18:03:11Z", zone: .utc))
      var lines: [String] = []
      for number in 0..<60_000 {
        let instant = now.seconds + Int64.random(in: -500_000_000...1_000_000, using: &random)
        let time = NoteTime(instant: instant, zone: .utc).rfc3339
        switch number % 5000 {
        case 0: lines.append("- \(time)/")
        case 1: lines.append("- \(time) pause")
        case 2: lines.append("- \(time) skip")
        default: lines.append("- \(time) = \(number % 7): event \(number)")
        }
      }
      let log = try Self.log(lines.map { $0 + "\n" }.joined())
      #expect(log.document.bytes.count > 2 << 20)
      let tally = TrackerTally(of: log, now: now)
      let counted = log.events.filter { $0.mark == nil }
      let begun = counted.filter { $0.begin.seconds <= now.seconds }
      #expect(tally.count == Set(counted.map(\.begin.seconds)).count)
      #expect(tally.last?.source == begun.max { $0.begin.seconds < $1.begin.seconds }?.source)
      #expect(
        tally.running?.begin
          == begun.filter { $0.end == .running }.max { $0.begin.seconds < $1.begin.seconds }?.begin
      )
      #expect(
        tally.planned?.seconds == counted.map(\.begin.seconds).filter { $0 > now.seconds }.min())
      #expect(
        tally.base?.seconds
          == log.events.filter { $0.mark != .pause }.map(\.time.seconds).max())
      #expect(tally.pauses.count == log.events.count { $0.mark == .pause })
    }
  }
}
