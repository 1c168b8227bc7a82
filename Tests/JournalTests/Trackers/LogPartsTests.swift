import TestSupport
import Testing
import VaultFormat

@testable import Journal

@Suite("A long log is read in parts at once")
struct LogPartsTests {
  private static func log(_ body: String) throws -> TrackerLog {
    let document = NoteDocument(Array(("---\ntl: tracker\n---\n" + body).utf8))
    let path = try #require(VaultPath("trackers/water.md"))
    let now = try #require(NoteTime("2026-11-20T18:03:11Z", zone: .utc))
    let tracker = try #require(
      Tracker(document, at: path, id: ProvisionalID.of(path), created: now, zone: .utc))
    return TrackerLog(tracker, in: document, zone: .utc)
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
