import TestSupport
import Testing

@testable import VaultFormat

/// The rules are cases in `Spec/events.case`; here are the laws.
@Suite("Events of trackers")
struct EventLineTests {
  @Test("an event that is written is read as it was")
  func roundTrip() throws {
    try withSeed(cases: 2_000) { random in
      let event = RandomEvent(using: &random)
      let bytes = event.bytes + Array("- 2026-11-20 another\n".utf8)
      let read = try #require(Self.event(in: bytes))
      #expect(RandomEvent(read, in: bytes) == event)
      #expect(read.range == 0..<event.bytes.count)
    }
  }

  @Test("any bytes are read without a trap, and every byte belongs to one block")
  func anyBytes() throws {
    let parts = [
      "- ", "2026-11-20", "T08:10", "+01:00", "/", " ", "=", ": ", "pause", "[x] ", "5", ".", "-",
      "1h30min", "\n", "\r\n", "  ", "\t", "```", "## Log", "text", "\u{0}", "é", "999999999999",
    ]
    try withSeed(cases: 3_000) { random in
      let count = Int.random(in: 0..<30, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let bytes = Array(text.utf8)
      bytes.withUnsafeBufferPointer { buffer in
        var body = TrackerBody(buffer, from: 0, zone: .utc)
        var end = 0
        while let block = body.next() {
          #expect(block.range.lowerBound == end && !block.range.isEmpty)
          end = block.range.upperBound
          guard case .event(let event) = block else { continue }
          for unit in ["", "min", "é"] {
            _ = try? event.value(in: buffer, unit: unit)
            _ = event.text(in: buffer, unit: unit)
          }
        }
        #expect(end == bytes.count)
      }
    }
  }

  @Test("events in fenced code, and what is indented, are no events")
  func fences() {
    let text = """
      - 2026-11-14
      ```
      - 2026-11-15
      ```
        - 2026-11-16
      - 2026-11-17

      ## Log
      """
    var found: [String] = []
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var body = TrackerBody(bytes, from: 0, zone: .utc)
      while let block = body.next() {
        switch block {
        case .event(let event): found.append("\(event.begin.day)")
        case .heading: found.append("heading")
        default: break
        }
      }
    }
    #expect(found == ["2026-11-14", "2026-11-17", "heading"])
  }

  private static func event(in bytes: [UInt8]) -> EventLine? {
    bytes.withUnsafeBufferPointer { buffer in
      let line = Line(at: 0, in: buffer)
      guard case .event(let event) = EventLine.read(line, in: buffer, zone: .utc) else {
        return nil
      }
      return event
    }
  }
}

/// What an event says.
private struct RandomEvent: Equatable {
  var begin: NoteTime
  var end: EventLine.End?
  var mark: EventLine.Mark?
  var value = ""
  var text = ""

  init(using random: inout some RandomNumberGenerator) {
    begin = Self.time(from: 0, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: end = .running
    case 1: end = .at(Self.time(from: begin.seconds + 90_000, using: &random))
    default: end = nil
    }
    mark = [nil, nil, .pause, .skip].randomElement(using: &random) ?? nil
    value = ["", "2", "-1.5", "120/80", "30 min", "1h30min"].randomElement(using: &random) ?? ""
    let words = ["pause", "= 5", "a: b", "2026-11-20", "- x", "Kaffee", "- [x]", "#", "散歩", "5"]
    let lines = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
      (0..<Int.random(in: 1..<4, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }
    text = lines.joined(separator: "\n")
  }

  init(_ event: EventLine, in bytes: [UInt8]) {
    (begin, end, mark) = (event.begin, event.end, event.mark)
    bytes.withUnsafeBufferPointer { buffer in
      text = event.text(in: buffer, unit: "min")
      guard let amount = event.amount else { return }
      let first = text.split(separator: "\n").first.map(String.init) ?? ""
      let written = String(decoding: buffer[amount], as: UTF8.self)
      value = first.isEmpty ? written : String(written.dropLast(first.count + 2))
    }
  }

  private static func time(
    from least: Int64, using random: inout some RandomNumberGenerator
  ) -> NoteTime {
    let offset = [0, 3600, -18_000, 20_700].randomElement(using: &random) ?? 0
    let seconds = least + Int64.random(in: 0..<2_000_000_000, using: &random)
    let zone = TimeZoneRules { _ in offset }
    guard Int.random(in: 0..<4, using: &random) == 0 else {
      return NoteTime(instant: seconds, zone: zone)
    }
    return NoteTime(day: CalendarDay(clamping: Int(seconds / 86_400) + 1), zone: .utc)
  }

  var bytes: [UInt8] {
    EventLine.written(begin: begin, end: end, mark: mark, value: value, text: text)
  }
}
