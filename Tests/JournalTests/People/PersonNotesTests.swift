import Journal
import Testing
import VaultFormat

@Suite("Notes about persons")
struct PersonNotesTests {
  @Test("a person is named by any name, in any case and normal form, and each note counts once")
  func names() throws {
    let person = try Persons.page("title: Zoë\naliases: [Zo]")
    let notes = PersonNotes(
      try [
        Facts.note("a", on: "2026-01-01", "people: [zoë, ZO]"),
        Facts.note("b", on: "2026-01-02", "people: \"[[people/kaia]]\""),
        Facts.note("c", on: "2026-01-03", "people: [Zo\u{0308}e]"),
        Facts.note("d", on: "2026-01-04", "people: [Zoe\u{0308}]"),
        Facts.note("e", on: "2026-01-05", "people: [Mia]"),
      ])
    // The stem of the page is kaia.
    #expect(notes.notes(naming: person).map(\.name) == ["a", "b", "d"])
    #expect(notes.count(of: person) == 3)
  }

  @Test(
    "a milestone is a person's if the note names the person, or nobody for the person of the vault")
  func milestones() throws {
    let person = try Persons.page("title: Kaia")
    let facts = try [
      Facts.note("own", on: "2026-01-01", "milestone: first-steps\npeople: [Kaia]"),
      Facts.note("nobody", on: "2026-01-02", "milestone: first-word"),
      Facts.note("other", on: "2026-01-03", "milestone: claps\npeople: [Mia]"),
      Facts.note("memory", on: "2026-01-04", "people: [Kaia]"),
      Facts.note("page", on: "2026-01-05", "milestone: runs\npeople: [Kaia]", isPage: true),
    ]
    func done(_ withUnnamed: Bool) -> [String] {
      DoneMilestone.all(of: person, withUnnamed: withUnnamed, among: facts).map(\.name)
    }
    #expect(done(false) == ["first-steps"])
    #expect(done(true) == ["first-steps", "first-word"])
  }
}
