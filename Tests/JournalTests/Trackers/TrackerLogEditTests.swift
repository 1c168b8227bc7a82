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
    let undone = TrackerLogEdit(removing: line, addedWith: edit.new, from: changed, zone: zone)
    #expect(undone?.applied(to: changed).bytes == document.bytes, "undo of \(time) in \(body)")
    return String(String(decoding: changed.bytes, as: UTF8.self).dropFirst(head.count))
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
      return TrackerLogEdit(removing: line, addedWith: edit.new, from: changed, zone: Self.zone)
        .map { String(decoding: $0.applied(to: changed).bytes, as: UTF8.self) }
    }
    // Another event stands below the heading, which stays; so does a text that follows.
    #expect(
      undone(text + "- 2026-11-17\n") == Self.head + "\nThe balcony.\n\n## Log\n\n- 2026-11-17\n")
    #expect(undone(text + "The end\n") == Self.head + "\nThe balcony.\n\n## Log\n\nThe end\n")
    #expect(undone(text.replacing("- 2026-11-16", with: "- 2026-11-16 = 2")) == nil)
    #expect(undone(Self.head) == nil)
  }

  @Test("a new event stands once in any file, is in order if the file was, and is taken back")
  func laws() throws {
    try withSeed { generator, _ in
      for _ in 0..<500 {
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
  }
}
