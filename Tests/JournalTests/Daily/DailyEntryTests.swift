import Journal
import Testing
import VaultFormat

@Suite("A line in the note of a day")
struct DailyEntryTests {
  @Test(
    "it comes at the end, below an item or a blank line",
    arguments: [
      ("", "- 18:03 Soup\n"), ("Text", "Text\n\n- 18:03 Soup\n"),
      ("Text\n", "Text\n\n- 18:03 Soup\n"),
      ("Text\n\n", "Text\n\n- 18:03 Soup\n"), ("- 08:00 a\n", "- 08:00 a\n- 18:03 Soup\n"),
      ("* a\n  b", "* a\n  b\n- 18:03 Soup\n"),
      ("---\nid: a\n---\n", "---\nid: a\n---\n\n- 18:03 Soup\n"),
      ("---\nid: a\n---\n\n## Log\n", "---\nid: a\n---\n\n## Log\n\n- 18:03 Soup\n"),
      ("a\r\n", "a\r\n\r\n- 18:03 Soup\r\n"), ("- a\r\n", "- a\r\n- 18:03 Soup\r\n"),
    ])
  func place(old: String, new: String) throws {
    let time = try #require(NoteTime("2026-11-20T18:03:11+01:00", zone: .utc))
    let note = DailyEntry("Soup", at: time).added(to: NoteDocument(Array(old.utf8)))
    #expect(String(decoding: note.bytes, as: UTF8.self) == new)
  }

  @Test("further lines belong to it, and another day has no clock time")
  func lines() {
    let note = DailyEntry(" a\nb\n\nc ", at: nil).added(to: NoteDocument([]))
    #expect(String(decoding: note.bytes, as: UTF8.self) == "- a\n  b\n\n  c\n")
  }
}
