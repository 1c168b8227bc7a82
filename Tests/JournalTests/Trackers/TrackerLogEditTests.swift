import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("Events in a tracker's file")
struct TrackerLogEditTests {
  private static let zone = TimeZoneRules { _ in 3600 }
  private static let head = "---\ntl: tracker\n---\n"

  private static func adding(_ time: String, to body: String) throws -> String {
    let document = NoteDocument(Array((head + body).utf8))
    let begin = try #require(NoteTime(time, zone: zone))
    let line = EventLine.written(begin: begin, lineEnd: document.lineEnd)
    let edit = TrackerLogEdit(adding: line, at: begin, to: document, zone: zone)
    let changed = edit.applied(to: document)
    let undone = TrackerLogEdit(takingBack: edit.item, addedWith: edit.new, in: changed, zone: zone)
    #expect(undone?.applied(to: changed).bytes == document.bytes, "undo of \(time) in \(body)")
    return String(String(decoding: changed.bytes, as: UTF8.self).dropFirst(head.count))
  }

  @Test("a text that leaves a code block open is refused, and one that closes it is not")
  func codeBlocks() throws {
    let document = NoteDocument(Array((Self.head + "- 2026-11-14\n- 2026-11-16\n").utf8))
    let begin = try #require(NoteTime("2026-11-15", zone: Self.zone))
    let log = try Logs.log(of: document, created: begin)
    let first = try #require(log.events.first)
    for open in ["a\n```\nb", "~~~", "a\n~~~\n```", "a\n````\n```"] {
      #expect(throws: EventProblem.opensCodeBlock, "\(open)") {
        _ = try NewEvent(begin: begin, text: "a\n" + open).added(to: document, zone: Self.zone)
      }
      #expect(throws: EventProblem.opensCodeBlock, "\(open)") {
        _ = try log.changing(first, to: EventChange(text: "a\n" + open))
      }
    }
    for closed in ["a\n```\nb\n```", "`` ` ``", "``` x", "a\n> quoted"] {
      let added = try NewEvent(begin: begin, text: closed).added(to: document, zone: Self.zone)
      let events = try Logs.log(of: added.document).events
      #expect(events.count == 3, "\(closed)")
    }
  }

  @Test(
    "an event of a time that another one has begins at the next second that is free, and both count",
    arguments: [
      ("2026-11-16T08:30:00+01:00", "2026-11-16T08:30:02+01:00"),
      ("2026-11-16T07:30:00Z", "2026-11-16T07:30:02Z"),
      ("2026-11-16T08:31:00+01:00", "2026-11-16T08:31:00+01:00"), ("2026-11-16", "2026-11-16"),
    ])
  func oneTime(time: String, written: String) throws {
    let body = "- 2026-11-16\n- 2026-11-16T08:30:00+01:00 = 1\n- 2026-11-16T08:30:01+01:00 = 2\n"
    let document = NoteDocument(Array((Self.head + body).utf8))
    let begin = try #require(NoteTime(time, zone: Self.zone))
    let added = try NewEvent(begin: begin, value: "4").added(to: document, zone: Self.zone)
    #expect(String(decoding: added.document.bytes, as: UTF8.self).contains("- \(written) = 4\n"))
  }

  @Test(
    "an event that gets a later time takes along what belongs to it",
    arguments: [
      (
        "- 2026-11-14\n- 2026-11-15: a\n\n  b\n\n- 2026-11-16\n",
        "- 2026-11-14\n\n- 2026-11-16\n- 2026-11-17: a\n\n  b\n"
      ),
      (
        "- 2026-11-14\n- 2026-11-15: a\n  b\nc\n- 2026-11-16",
        "- 2026-11-14\n- 2026-11-16\n- 2026-11-17: a\n  b\nc\n"
      ),
      (
        "- 2026-11-16\n- 2026-11-15: a\n\n  b",
        "- 2026-11-17: a\n\n  b\n- 2026-11-16\n"
      ),
    ])
  func moving(body: String, expected: String) throws {
    let document = NoteDocument(Array((Self.head + body).utf8))
    let begin = try #require(NoteTime("2026-11-15", zone: Self.zone))
    let log = try Logs.log(of: document, created: begin)
    let event = try #require(log.events.first { $0.begin == begin })
    let later = try #require(NoteTime("2026-11-17", zone: Self.zone))
    let changed = try log.changing(event, to: EventChange(begin: later)).document
    #expect(String(decoding: changed.bytes, as: UTF8.self) == Self.head + expected)
  }

  @Test("a new event stands where the order of the file wants it")
  func places() throws {
    let rows: [(body: String, time: String, expected: String)] = [
      ("", "2026-11-16", "\n## Log\n\n- 2026-11-16\n"),
      ("\nThe balcony.\n", "2026-11-16", "\nThe balcony.\n\n## Log\n\n- 2026-11-16\n"),
      ("\nThe balcony.", "2026-11-16", "\nThe balcony.\n\n## Log\n\n- 2026-11-16\n"),
      ("\n## Log\n", "2026-11-16", "\n## Log\n\n- 2026-11-16\n"),
      ("\n## Log", "2026-11-16", "\n## Log\n\n- 2026-11-16\n"),
      ("\n## Log\n\n", "2026-11-16", "\n## Log\n\n- 2026-11-16\n"),
      ("\n## Log\n\n## Ideas\n", "2026-11-16", "\n## Log\n\n- 2026-11-16\n\n## Ideas\n"),
      ("\n## Log\n## Ideas\n", "2026-11-16", "\n## Log\n\n- 2026-11-16\n\n## Ideas\n"),
      ("\n- 2026-11-14\n", "2026-11-16", "\n- 2026-11-14\n- 2026-11-16\n"),
      ("\n- 2026-11-14", "2026-11-16", "\n- 2026-11-14\n- 2026-11-16\n"),
      ("\n- 2026-11-14\n\nEnd\n", "2026-11-16", "\n- 2026-11-14\n- 2026-11-16\n\nEnd\n"),
      (
        "- 2026-11-14\n  more\n- 2026-11-18\n", "2026-11-16",
        "- 2026-11-14\n  more\n- 2026-11-16\n- 2026-11-18\n"
      ),
      ("- 2026-11-18\n- 2026-11-14\n", "2026-11-16", "- 2026-11-18\n- 2026-11-16\n- 2026-11-14\n"),
      ("- 2026-11-18\n- 2026-11-14\n", "2026-11-20", "- 2026-11-20\n- 2026-11-18\n- 2026-11-14\n"),
      ("- 2026-11-18\n- 2026-11-14\n", "2026-11-12", "- 2026-11-18\n- 2026-11-14\n- 2026-11-12\n"),
      ("- 2026-11-14\n- 2026-11-18\n", "2026-11-12", "- 2026-11-12\n- 2026-11-14\n- 2026-11-18\n"),
      (
        "- 2026-11-14\n- 2026-11-18\n- 2026-11-16\n", "2026-11-15",
        "- 2026-11-14\n- 2026-11-18\n- 2026-11-16\n- 2026-11-15\n"
      ),
      ("* 2026-11-14\n", "2026-11-16", "* 2026-11-14\n* 2026-11-16\n"),
      // The last one of a time counts.
      ("- 2026-11-16 = 1\n", "2026-11-16", "- 2026-11-16 = 1\n- 2026-11-16\n"),
      (
        "- 2026-11-18\n- 2026-11-16 = 1\n- 2026-11-14\n", "2026-11-16",
        "- 2026-11-18\n- 2026-11-16 = 1\n- 2026-11-16\n- 2026-11-14\n"
      ),
      (
        "```\n- 2026-11-14\n```\n", "2026-11-16",
        "```\n- 2026-11-14\n```\n\n## Log\n\n- 2026-11-16\n"
      ),
    ]
    for row in rows {
      let found = try Self.adding(row.time, to: row.body)
      #expect(found == row.expected, "\(row.time) in \(row.body.debugDescription): \(found)")
    }
  }

  @Test("a file with the line endings of Windows keeps them")
  func lineEndings() throws {
    let text = "---\r\ntl: tracker\r\n---\r\n\r\n- 2026-11-14\r\n"
    let document = NoteDocument(Array(text.utf8))
    let time = try #require(NoteTime("2026-11-16", zone: Self.zone))
    let line = EventLine.written(begin: time, text: "one\ntwo", lineEnd: document.lineEnd)
    let edit = TrackerLogEdit(adding: line, at: time, to: document, zone: Self.zone)
    let expected = text + "- 2026-11-16: one\r\n  two\r\n"
    #expect(edit.applied(to: document).bytes == Array(expected.utf8))
  }

  @Test("what is taken back is what was added, whatever stands around it now")
  func undo() throws {
    let document = NoteDocument(Array((Self.head + "\nThe balcony.").utf8))
    let time = try #require(NoteTime("2026-11-16", zone: Self.zone))
    let line = EventLine.written(begin: time)
    let edit = TrackerLogEdit(adding: line, at: time, to: document, zone: Self.zone)
    let text = String(decoding: edit.applied(to: document).bytes, as: UTF8.self)
    func undone(_ text: String) -> String? {
      let changed = NoteDocument(Array(text.utf8))
      return TrackerLogEdit(
        takingBack: edit.item, addedWith: edit.new, in: changed, zone: Self.zone
      )
      .map { String(decoding: $0.applied(to: changed).bytes, as: UTF8.self) }
    }
    // Another event stands below the heading, which stays; so does a text that follows.
    #expect(
      undone(text + "- 2026-11-17\n") == Self.head + "\nThe balcony.\n\n## Log\n\n- 2026-11-17\n")
    #expect(undone(text + "\nThe end\n") == Self.head + "\nThe balcony.\n\n## Log\n\n\nThe end\n")
    #expect(undone(text.replacing("- 2026-11-16", with: "- 2026-11-16 = 2")) == nil)
    #expect(undone(Self.head) == nil)
  }

  @Test("a new event stands once in any file, is in order if the file was, and is taken back")
  func laws() throws {
    try withSeed(cases: 500) { generator in
      var body =
        ["", "\n", "\ntext\n", "\n## Log\n\n", "\n## Log\n"].randomElement(using: &generator)
        ?? ""
      let days = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        Int.random(in: 10...28, using: &generator)
      }
      let order = Int.random(in: 0...2, using: &generator)
      let sorted = order == 0 ? days.sorted() : order == 1 ? days.sorted(by: >) : days
      for day in sorted {
        body += "- 2026-11-\(day)\n"
        if Int.random(in: 0..<5, using: &generator) == 0 { body += "  more\n" }
        if Int.random(in: 0..<6, using: &generator) == 0 { body += "\n" }
      }
      if Bool.random(using: &generator), body.hasSuffix("\n") { body.removeLast() }
      let day = Int.random(in: 10...28, using: &generator)
      let changed = try Self.adding("2026-11-\(day)", to: body)
      let found = changed.split(separator: "\n").filter { $0.hasPrefix("- 2026") }
        .compactMap { Int($0.suffix(2)) }
      #expect(found.sorted() == (days + [day]).sorted(), "\(body.debugDescription)")
      if sorted == days.sorted() { #expect(found == found.sorted(), "\(changed)") }
      if sorted == days.sorted(by: >), Set(days).count > 1 {
        #expect(found == found.sorted(by: >), "\(changed)")
      }
    }
  }

  private static func document(_ body: String) -> NoteDocument {
    NoteDocument(Array((head + body).utf8))
  }

  private static func body(_ document: NoteDocument) -> String {
    String(String(decoding: document.bytes, as: UTF8.self).dropFirst(head.count))
  }

  @Test("a new event does not come between an item and what belongs to it")
  func extents() throws {
    let rows = [
      ("- 2026-11-14: one\n\n  paragraph\n", "- 2026-11-14: one\n\n  paragraph\n- 2026-11-16\n"),
      ("- 2026-11-14: one\nlazy\n\nText\n", "- 2026-11-14: one\nlazy\n- 2026-11-16\n\nText\n"),
      (
        "- 2026-11-14: recipe\n  ```\n  one\n\n  two\n  ```\n",
        "- 2026-11-14: recipe\n  ```\n  one\n\n  two\n  ```\n- 2026-11-16\n"
      ),
    ]
    for (body, expected) in rows { #expect(try Self.adding("2026-11-16", to: body) == expected) }
  }

  @Test("events behind an item with a code block are read, and none in one without an end")
  func fences() throws {
    let closed = Self.document(
      "- 2026-11-14\n  ```\n\n  - 2026-11-15\n  ```\n- 2026-11-18\n\n```\n- 2026-11-19\n")
    let days = try Logs.log(of: closed).events.map { "\($0.begin.day)" }
    #expect(days == ["2026-11-14", "2026-11-18"])
    for text in ["Text\n```\ncode\n", "Text\n<!-- an example\n"] {
      let open = Self.document(text)
      let time = try #require(NoteTime("2026-11-16", zone: Self.zone))
      let edit = TrackerLogEdit(
        adding: EventLine.written(begin: time), at: time, to: open, zone: Self.zone)
      #expect(!edit.isRead(in: edit.applied(to: open), zone: Self.zone), "\(text)")
    }
  }

  @Test("events in a comment are examples, and those behind it are read")
  func comments() throws {
    let document = Self.document(
      "<!-- so:\n- 2026-11-14\n-->\n- 2026-11-15\n  <!-- one line -->\n- 2026-11-16\n  <!--\n- 2026-11-17\n"
        + "> <!--\n\n- 2026-11-18\n```\n<!--\n```\n- 2026-11-19\n")
    let days = try Logs.log(of: document).events.map { "\($0.begin.day)" }
    #expect(
      days == ["2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"])
    #expect(
      try Self.adding("2026-11-16", to: "<!-- so:\n- 2026-11-14\n-->\n")
        == "<!-- so:\n- 2026-11-14\n-->\n\n## Log\n\n- 2026-11-16\n")
  }

  @Test("an event with another time stays where it is if the order allows it")
  func moving() throws {
    let rows = [
      (
        "Words\n\n- 2026-11-18\n\n## Ideas\n", 0, "2026-11-10",
        "Words\n\n- 2026-11-10\n\n## Ideas\n"
      ),
      ("- 2026-11-18\n- 2026-11-14\n", 1, "2026-11-20", "- 2026-11-20\n- 2026-11-18\n"),
      (
        "- 2026-11-14\n- 2026-11-16\n- 2026-11-18\n", 1, "2026-11-17",
        "- 2026-11-14\n- 2026-11-17\n- 2026-11-18\n"
      ),
      (
        "- 2026-11-14\n- 2026-11-16\n- 2026-11-18\n", 0, "2026-11-17",
        "- 2026-11-16\n- 2026-11-17\n- 2026-11-18\n"
      ),
      (
        "- 2026-11-14\n- 2026-11-16\n- 2026-11-18", 2, "2026-11-01",
        "- 2026-11-01\n- 2026-11-14\n- 2026-11-16\n"
      ),
      (
        "- 2026-11-18\n- 2026-11-14\n- 2026-11-16\n", 0, "2026-11-01",
        "- 2026-11-01\n- 2026-11-14\n- 2026-11-16\n"
      ),
    ]
    for (body, index, day, expected) in rows {
      let document = Self.document(body)
      let event = try Logs.log(of: document).events[index]
      guard case .line(let range, _) = event.source else { continue }
      let time = try #require(NoteTime(day, zone: Self.zone))
      let moved = TrackerLogEdit.moving(
        range, as: EventLine.written(begin: time), to: time, in: document, zone: Self.zone)
      #expect(Self.body(moved) == expected, "\(body) \(day)")
    }
  }

  @Test("events of another file come to their places, each as often as it stands in one of them")
  func joining() throws {
    let target = Self.document("\n## Log\n\n- 2026-11-14\n- 2026-11-18: two\n  lines\n")
    let source = NoteDocument(
      Array(
        (Self.head
          + "- 2026-11-14\n- 2026-11-14\n- 2026-11-12\n- 2026-11-18: two\n  lines\n- 2026-11-16: a\n  b\n")
          .replacing("\n", with: "\r\n").utf8))
    let (joined, count) = try TrackerLogEdit.adding(
      Logs.log(of: source).lines, to: target, zone: Self.zone)
    #expect(count == 3)
    #expect(
      Self.body(joined)
        == "\n## Log\n\n- 2026-11-12\n- 2026-11-14\n- 2026-11-14\n- 2026-11-16: a\n  b\n- 2026-11-18: two\n  lines\n"
    )
    let empty = try TrackerLogEdit.adding(
      Logs.log(of: target).lines, to: Self.document("\nText\n"), zone: Self.zone)
    #expect(
      Self.body(empty.document)
        == "\nText\n\n## Log\n\n- 2026-11-14\n- 2026-11-18: two\n  lines\n")
  }

  @Test("what is not given keeps its bytes")
  func parts() throws {
    let rows: [(item: String, change: (EventLine.Parts) -> [UInt8], expected: String)] = [
      (
        "* [x] 2026-11-14 08:10 = 2.50 l: list \n  - a\n    - b\n",
        { $0.item(value: "3", lineEnd: "\n") },
        "* [x] 2026-11-14 08:10 = 3: list \n  - a\n    - b\n"
      ),
      (
        "* [x] 2026-11-14 08:10 = 2.50 l: list\n  - a\n", { $0.item(text: "new", lineEnd: "\n") },
        "* [x] 2026-11-14 08:10 = 2.50 l: new\n"
      ),
      (
        "- 2026-11-18=2:x\n", { $0.item(head: Array("- 2026-11-19".utf8), lineEnd: "\n") },
        "- 2026-11-19=2:x\n"
      ),
      ("- 2026-11-18 = 5,2\n", { $0.item(value: "3", lineEnd: "\n") }, "- 2026-11-18 = 3: 5,2\n"),
      ("- 2026-11-18 = 5: x\n", { $0.item(value: "", lineEnd: "\n") }, "- 2026-11-18: x\n"),
      (
        "- 2026-11-18 words\n  more\n", { $0.item(value: "1", lineEnd: "\n") },
        "- 2026-11-18 = 1: words\n  more\n"
      ),
      (
        "- 2026-11-18 = 2 l\n  more\n", { $0.item(text: "", lineEnd: "\n") }, "- 2026-11-18 = 2 l\n"
      ),
      (
        "- 2026-11-18 = 2 l\n  more\n", { $0.item(value: "3 l", lineEnd: "\n") },
        "- 2026-11-18 = 3 l\n  more\n"
      ),
      ("- 2026-11-18", { $0.item(value: "3", lineEnd: "\n") }, "- 2026-11-18 = 3"),
    ]
    for row in rows {
      let changed = Array(row.item.utf8).withUnsafeBufferPointer { bytes -> [UInt8] in
        guard
          case .event(let event) = EventLine.read(
            Line(at: 0, in: bytes), in: bytes, zone: Self.zone)
        else { return [] }
        return row.change(event.parts(in: bytes, unit: "l"))
      }
      #expect(String(decoding: changed, as: UTF8.self) == row.expected, "\(row.item)")
    }
  }
}
