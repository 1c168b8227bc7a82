import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("Calendar files")
struct ICalendarTests {
  private static func event(
    uid: String = "birthday-1-2026", _ summary: String = "Kaia", description: String? = nil,
    start: String = "2026-11-20", hasAlarm: Bool = false,
    modified: String = "2026-11-18T19:30+01:00"
  ) throws -> ICalendarEvent {
    ICalendarEvent(
      uid: uid, summary: summary, description: description, start: try Logs.time(start),
      hasAlarm: hasAlarm, lastModified: try Logs.time(modified))
  }

  private static func text(_ events: [ICalendarEvent], name: String = "Timeline") -> String {
    String(decoding: ICalendar(name: name, events: events).file, as: UTF8.self)
  }

  /// The content lines, unfolded.
  private static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix(" "), let last = lines.popLast() {
        lines.append(last + line.dropFirst())
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }

  @Test("a whole day, and an instant with an alarm")
  func example() throws {
    let events = [
      try Self.event(description: "one year"),
      try Self.event(
        uid: "due-2", "Water", start: "2026-11-20T08:00+01:00", hasAlarm: true,
        modified: "2020-01-01T00:01:59Z"),
    ]
    #expect(
      Self.lines(Self.text(events)) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tl//tl//EN", "NAME:Timeline",
        "X-WR-CALNAME:Timeline", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H",
        "BEGIN:VEVENT", "UID:birthday-1-2026", "DTSTAMP:20261118T183000Z",
        "DTSTART;VALUE=DATE:20261120", "DTEND;VALUE=DATE:20261121", "SUMMARY:Kaia",
        "DESCRIPTION:one year", "LAST-MODIFIED:20261118T183000Z", "SEQUENCE:3619830",
        "TRANSP:TRANSPARENT", "END:VEVENT",
        "BEGIN:VEVENT", "UID:due-2", "DTSTAMP:20200101T000159Z", "DTSTART:20261120T070000Z",
        "SUMMARY:Water", "LAST-MODIFIED:20200101T000159Z", "SEQUENCE:1", "TRANSP:TRANSPARENT",
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Water", "TRIGGER:PT0S", "END:VALARM",
        "END:VEVENT", "END:VCALENDAR",
      ])
  }

  @Test("lines end with CRLF, have 75 octets at most, and no character is torn")
  func folding() throws {
    let parts = ["a", "é", "日", "👍", " ", ";", "\\", "\n"]
    try withSeed(cases: 300) { generator in
      let count = Int.random(in: 0...200, using: &generator)
      let summary = generator.pick(count, of: parts).joined()
      let text = Self.text([try Self.event(summary)])
      let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
      #expect(lines.last == "" && !lines.joined().utf8.contains { $0 == 0x0D || $0 == 0x0A })
      #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
      let unfolded = Self.lines(text).first { $0.hasPrefix("SUMMARY:") }
      let value = unfolded?.dropFirst("SUMMARY:".count)
      #expect(value.map { Self.unescaped(String($0)) } == summary)
    }
    // As many octets as a line may have, and one more.
    for (count, expected) in [(67, 1), (68, 2), (67 + 74, 2), (67 + 74 + 1, 3)] {
      let text = Self.text([try Self.event(String(repeating: "x", count: count))])
      let folded = text.split(separator: "\r\n").filter { $0.contains("xx") || $0 == " x" }
      #expect(folded.count == expected, "\(count)")
    }
  }

  /// By RFC 5545, section 3.3.11.
  private static func unescaped(_ value: String) -> String {
    var text = ""
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      text.unicodeScalars.append(isEscaped && scalar == "n" ? "\n" : scalar)
      isEscaped = false
    }
    return text
  }

  @Test("texts of strangers stay one property")
  func strangers() throws {
    let hostile = "a\r\nEND:VEVENT\rb;c,d\\e\u{0}\u{1B}[31m\u{7F}\u{85}f\u{2028}g\th"
    let text = Self.text(
      [try Self.event(uid: hostile, hostile, description: hostile, hasAlarm: true)], name: hostile)
    let lines = Self.lines(text)
    let escaped = "a\\nEND:VEVENT\\nb\\;c\\,d\\\\e[31m\\nf\\ng h"
    for name in ["NAME", "UID", "SUMMARY", "DESCRIPTION"] {
      #expect(lines.contains("\(name):\(escaped)"), "\(name)")
    }
    #expect(lines.count { $0 == "END:VEVENT" } == 1)
  }

  @Test("the sequence is the minutes since 2020, within the limits of the format")
  func sequence() throws {
    func sequence(_ modified: String) throws -> Int {
      try Self.event(modified: modified).sequence
    }
    #expect(try sequence("2020-01-01T00:00:00Z") == 0)
    #expect(try sequence("2020-01-01T00:00:59Z") == 0)
    #expect(try sequence("2020-01-01T00:01:00Z") == 1)
    #expect(try sequence("2019-12-31") == 0 && sequence("0000-01-01") == 0)
    #expect(try sequence("9999-12-31") == Int(Int32.max))
  }

  @Test("the first and the last day of the calendar")
  func limits() throws {
    let last = Self.lines(Self.text([try Self.event(start: "9999-12-31")]))
    #expect(last.contains("DTSTART;VALUE=DATE:99991231"))
    #expect(!last.contains { $0.hasPrefix("DTEND") })
    for time in ["0000-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"] {
      let lines = Self.lines(Self.text([try Self.event(start: time)]))
      let start = lines.first { $0.hasPrefix("DTSTART:") }
      #expect(start?.utf8.count == "DTSTART:20261120T070000Z".utf8.count, "\(time)")
    }
  }

  @Test("in a folder each event has a file of its own, named by its UID")
  func folder() throws {
    let uids =
      ["due-0c9f2f1e-2026-11-20", "a/../b", "A", "a", ".hidden", "", "é"]
      + [String(repeating: "x", count: 300)]
    let events = try uids.map { try Self.event(uid: $0, hasAlarm: true) }
    let files = ICalendar(name: "Timeline", events: events).files
    #expect(files.map(\.name).prefix(1) == ["due-0c9f2f1e-2026-11-20.ics"])
    #expect(Set(files.map { $0.name.lowercased() }).count == uids.count)
    for (file, uid) in zip(files, uids) {
      #expect(file.name.hasSuffix(".ics") && file.name.utf8.count <= 255)
      #expect(!file.name.contains("/") && !file.name.hasPrefix("."))
      let lines = Self.lines(String(decoding: file.bytes, as: UTF8.self))
      #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
      #expect(lines.contains("UID:\(uid)") && lines.count { $0 == "BEGIN:VEVENT" } == 1)
      #expect(!lines.contains { $0.hasPrefix("NAME") || $0.hasPrefix("REFRESH") })
    }
  }
}
