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
