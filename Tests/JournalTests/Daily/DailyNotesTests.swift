import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Journal

@Suite("Where the note of a day is")
struct DailyNotesTests {
  private static let day = CalendarDay("2026-11-20")

  private static func path(_ notes: DailyNotes) throws -> String? {
    notes.path(on: try #require(day))?.text
  }

  @Test("by the setting, else by Obsidian's, else by year and month")
  func order() throws {
    let obsidian = #"{"folder": "/Journal/", "format": "YYYY-MM-DD dddd", "template": "t/day"}"#
    let cases: [([String: String], path: String, template: String?)] = [
      ([:], "2026/11/2026-11-20.md", nil),
      ([".obsidian/daily-notes.json": "{}"], "2026-11-20.md", nil),
      ([".obsidian/daily-notes.json": obsidian], "Journal/2026-11-20 Friday.md", "t/day"),
      (
        [
          ".obsidian/daily-notes.json": obsidian,
          ".tl/config.yaml": "daily: {path: daily/YYYY-MM-DD.md, template: ./t/day.md}\n",
        ], "daily/2026-11-20.md", "t/day.md"
      ),
      ([".tl/config.yaml": "daily:\n  template: t.md\n"], "2026/11/2026-11-20.md", "t.md"),
    ]
    for (files, path, template) in cases {
      try withTemporaryFolder { folder in
        try folder.write("format: 1\n", to: ".tl/config.yaml")
        for (name, text) in files { try folder.write(text, to: name) }
        let notes = try DailyNotes(of: Vault(opening: folder.path))
        #expect(try Self.path(notes) == path)
        #expect(notes.template?.text == template)
      }
    }
  }

  @Test(
    "a path that leads out of the vault, or is none for notes, is refused",
    arguments: [
      "{path: ../YYYY-MM-DD.md}", "{path: /etc/YYYY-MM-DD.md}", "{path: .git/YYYY-MM-DD.md}",
      "{path: a//YYYY-MM-DD}", "{path: a.media/YYYY-MM-DD.md}", "{path: 'YYYY:MM:DD'}",
      "{path: today.md}", "{path: YYYY-MM.md}", "{path: [a]}", "{template: ../t.md}", "{folder: x}",
      "text", "{path: 'YYYY-MM-DD\\u0000'}", "{path: con/YYYY-MM-DD}",
    ])
  func refused(text: String) throws {
    let node = try #require(setting("daily: " + text))
    #expect(throws: DailyNotes.Problem.self) { try DailyNotes(setting: node) }
  }

  @Test(
    "so is one of Obsidian's",
    arguments: [
      #"{"folder": "../x"}"#, #"{"format": "gggg-[W]ww"}"#, #"{"format": "../YYYY-MM-DD"}"#,
      #"{"template": "../../etc/passwd"}"#,
    ])
  func refusedObsidian(text: String) {
    #expect(throws: DailyNotes.Problem.self) { try DailyNotes(obsidian: Array(text.utf8)) }
  }
}

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
