import Journal
import Testing
import VaultFormat
import VaultStore

@Suite("What notes tell on a day")
struct JournalIndexTests {
  private static func journal(
    _ notes: [NoteFacts], persons: [Person] = [], settings: String = "",
    today: String = "2026-11-20"
  ) throws -> JournalIndex {
    let settings = JournalSettings(VaultConfiguration(parsing: Array(settings.utf8)))
    return JournalIndex(notes, settings, today: try Facts.day(today)) { PersonBook(persons) }
  }

  private static func report(
    _ day: String, _ notes: [NoteFacts], without dismissed: [NoteID] = [],
    trackers: [TrackerStatus] = []
  ) throws -> DayReport {
    DayReport(
      of: try Facts.day(day), in: try journal(notes), without: dismissed, trackers: trackers)
  }

  @Test("the notes that open come the newest first, sealed still or not, and no copy of one")
  func opening() throws {
    let notes = try [
      Facts.note("a", on: "2020-01-01", "open_after: 2026-11-20"),
      Facts.note("b", on: "2024-01-01", "open_after: 2026-11-20"),
      Facts.note("copy", on: "2024-01-01", "open_after: 2026-11-20\nconflict_of:"),
      Facts.note("page", on: "2024-01-01", "open_after: 2026-11-20", isPage: true),
      Facts.note("later", on: "2021-01-01", "open_after: 2026-11-21"),
      Facts.note("later too", on: "2022-01-01", "open_after: 2026-11-21"),
    ]
    #expect(try Self.report("2026-11-20", notes).opening.map(\.name) == ["b", "a"])
    #expect(try Self.report("2026-11-21", notes).opening.map(\.name) == ["later too", "later"])
    #expect(try Self.journal(notes).notes.map(\.name) == ["b", "a"])
  }

  @Test("a dismissed memory is left out, and the report says that there is one")
  func dismissed() throws {
    let notes = try [
      Facts.note("a", on: "2024-11-20"), Facts.note("b", on: "2025-11-20"),
      Facts.note("sealed", on: "2025-11-20", "open_after: 2030-01-01"),
      Facts.note("page", on: "2025-11-20", isPage: true),
    ]
    let all = try Self.report("2026-11-20", notes)
    #expect(all.memories.map(\.note.name) == ["b", "a"] && !all.hasDismissed)
    let rest = try Self.report("2026-11-20", notes, without: [notes[0].id, notes[2].id])
    #expect(rest.memories.map(\.note.name) == ["b"] && rest.hasDismissed)
  }

  @Test("trackers that are due at the same time come by their names, and others not at all")
  func due() throws {
    let now = try #require(NoteTime("2026-11-20T12:00:00Z", zone: Facts.zone))
    let statuses = try [("a", "Zebra", 2), ("b", "apple", 2), ("c", "Later", 90)].map {
      file, title, days in
      let text =
        "---\ntl: tracker\ntitle: \(title)\nevery: \(days) days\n---\n\n- 2026-11-01: at noon\n"
      return try Logs.log(
        of: NoteDocument(Array(text.utf8)), at: "trackers/\(file).md", created: now
      ).status(at: now)
    }
    let report = try Self.report("2026-11-20", [], trackers: statuses)
    #expect(report.due.map(\.tracker.title) == ["apple", "Zebra"])
  }

  @Test("a page that names somebody is no note about that person")
  func pages() throws {
    let kaia = try Persons.page("title: Kaia")
    let journal = try Self.journal(
      [
        Facts.note("note", on: "2026-01-01", "people: [Kaia]"),
        Facts.note("tracker", on: "2026-01-01", "people: [Kaia]", isPage: true),
      ], persons: [kaia])
    #expect(journal.byPerson.count(of: kaia) == 1)
  }

  @Test("notes that name nobody tell of the person of the vault, and of the dead only what is done")
  func milestones() throws {
    let kaia = try Persons.page("title: Kaia\nbirthday: 2026-01-01")
    let linh = try Persons.page(
      "title: Linh\nbirthday: 2026-01-01\ndied: 2026-08-01", named: "people/linh.md")
    let journal = try Self.journal(
      [
        Facts.note("unnamed", on: "2026-03-01", "milestone: smiles-back"),
        Facts.note("linh", on: "2026-04-01", "milestone: smiles-back\npeople: Linh"),
      ], persons: [kaia, linh], settings: "format: 1\nperson: kaia\n")
    let done = { (person: Person) in
      MilestoneList(of: person, in: journal).done.compactMap { $0.done?.path.text }
    }
    #expect(done(kaia) == ["unnamed.md"] && done(linh) == ["linh.md"])
    #expect(MilestoneList(of: kaia, in: journal).entries.count > 1)
    #expect(MilestoneList(of: linh, in: journal).entries.count == 1)
  }

  @Test("then and now of a note leaves out what counts nowhere, and a page has none")
  func moments() throws {
    let notes = try [
      Facts.note("now", on: "2026-05-17", "people: Kiki"),
      Facts.note("then", on: "2025-05-20", "people: Kaia"),
      Facts.note("copy", on: "2024-05-20", "people: Kaia\nconflict_of: x"),
      Facts.note("page", on: "2023-05-20", "people: Kaia", isPage: true),
      Facts.note("nothing", on: "2022-05-20"),
    ]
    let journal = try Self.journal(
      notes, persons: [try Persons.page("title: Kaia\naliases: [Kiki]")])
    let found = { (name: String) in
      VaultPath("\(name).md").map { journal.moments(ofNoteAt: $0).map(\.note.name) }
    }
    #expect(found("now") == ["now", "then"])
    #expect(found("then") == ["then"])
    #expect(found("copy") == [] && found("page") == [] && found("nothing") == [])
  }

  @Test(
    "the person of the vault is named as by a command, or by the path of the page",
    arguments: [
      ("kaia", "Kaia"), ("kai", "Kaia"), ("people/kaia.md", "Kaia"), ("mouse", nil),
      ("people/kaia", nil), ("@1", nil), ("nobody", nil),
    ])
  func chosen(name: String, title: String?) throws {
    let persons = try [
      Persons.page("title: Kaia\naliases: [Mouse]"),
      Persons.page("title: Linh\naliases: [Mouse]", named: "people/linh.md"),
    ]
    let journal = try Self.journal(
      [], persons: persons, settings: "format: 1\nperson: \"\(name)\"\n")
    #expect(journal.chosen?.title == title)
  }
}
