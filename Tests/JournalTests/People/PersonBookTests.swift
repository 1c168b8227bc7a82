import Journal
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@Suite("The persons of a vault")
struct PersonBookTests {
  private static func book(
    _ files: [String: String]
  ) throws -> PersonBook {
    try withTemporaryFolder { folder in
      for (name, keys) in files { try folder.write("---\n\(keys)\n---\nText\n", to: name) }
      let vault = try Vault(opening: folder.path)
      let index = try VaultScanner(vault, zone: .utc, threads: 2, sealedOn: nil).scan(
        NoteQuery(), keepsText: false)
      return PersonBook(
        of: vault, index,
        today: try #require(CalendarDay("2026-11-20")), zone: .utc)
    }
  }

  @Test("pages and notes with a birthday, sorted by path")
  func sources() throws {
    let book = try Self.book(
      [
        "people/kaia.md": "tl: person\nbirthday: 2025-05-17\nid: kaia-id", "a/lan.md": "born: 1958",
        "b.md": "born: soon", "c.md": "title: A note", "d.md": "born: 1958\nconflict_of: x",
        "e.md": "born: 1958\nopen_after: 2030-01-01", "f.md": "tl: person\nopen_after: 2030-01-01",
        "g.md": "tl: person\nconflict_of: x", "h.md": "tl: tracker\nborn: 1958",
        "tilde.md": "title: ~\ndob: 1958", "quoted.md": "\"bday\": 1958",
      ])
    #expect(
      book.persons.map(\.path.text) == ["a/lan.md", "people/kaia.md", "quoted.md", "tilde.md"])
    #expect(book.persons.dropFirst().first?.id.text == "kaia-id")
    #expect(book.persons.first.map(\.id) == VaultPath("a/lan.md").map { ProvisionalID.of($0) })
  }

  @Test("a name in a query stands for all names of that page, else for itself")
  func names() throws {
    let book = try Self.book([
      "people/ba-lan.md": "tl: person\ntitle: Bà Lan\naliases: [Oma, Lan]",
      "people/kaia.md": "tl: person\ntitle: Kaia", "people/kaia-2.md": "tl: person\ntitle: Kaia",
    ])
    let rows = [
      ("oma", ["ba-lan", "bà lan", "oma", "lan"]),
      ("BA\u{300} LAN", ["ba-lan", "bà lan", "oma", "lan"]),
      ("Kaia", ["kaia", "kaia-2"]), ("kaia-2", ["kaia", "kaia-2"]), ("Nobody", ["nobody"]),
      ("om", ["om"]), ("Straße", ["strasse"]),
    ]
    for (name, expected) in rows {
      let names = Set(book.spellings(of: name).map { NameKey($0.utf8) })
      #expect(names == Set(expected.map { NameKey($0.utf8) }), "\(name)")
    }
  }

  @Test("those who are called so, by title, stem or alias")
  func called() throws {
    let book = PersonBook([
      try Persons.page("title: Kaia\naliases: [kaia, Aia]", named: "people/kaia.md"),
      try Persons.page("title: Aia", named: "people/b.md"),
    ])
    #expect(book.persons(called: "KAIA").map(\.path.text) == ["people/kaia.md"])
    #expect(book.persons(called: "aia").map(\.path.text) == ["people/b.md", "people/kaia.md"])
    #expect(book.persons(called: "B").map(\.path.text) == ["people/b.md"])
    #expect(book.persons(called: "ka").isEmpty)
  }
}

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

@Suite("New persons")
struct NewPersonTests {
  @Test("the page has the name, and the keys that are known")
  func page() throws {
    var person = PersonEdit(name: "Bà Lan")
    person.role = "family"
    person.birthday = PartialDate("1958-03", zone: Persons.zone)
    person.aliases = ["Bà"]
    let note = try person.page(among: []).note()
    let id = try #require(NoteID("n1"))
    let now = try #require(NoteTime("2026-11-20T10:00:00Z", zone: Persons.zone))
    let document = try note.document(id: id, now: now)
    let path = try #require(VaultPath("\(note.stem ?? "").md"))
    let read = try #require(
      Person(document, at: path, id: id, today: now.day, zone: Persons.zone))
    #expect(path.text == "people/bà-lan.md")
    #expect(read.title == "Bà Lan" && read.aliases == ["Bà"] && read.role == .family)
    #expect(read.birthday == person.birthday && read.dueDate == nil)
  }

  @Test("a name that another person has is refused, also as an alias, in any case")
  func taken() throws {
    let kaia = try Persons.page("title: Kaia\naliases: [Aia]")
    var person = PersonEdit(name: "Mia")
    person.aliases = ["AIA"]
    #expect(throws: PageTitle.Problem.self) { try person.page(among: [kaia]) }
    #expect(throws: PageTitle.Problem.self) { try PersonEdit(name: "kaia").page(among: [kaia]) }
    #expect(try PersonEdit(name: "Mia").page(among: [kaia]).title == "Mia")
  }

  @Test("a name that no command could say is refused", arguments: ["", "  ", "a/b", "@3", "a\nb"])
  func unusable(name: String) {
    #expect(throws: PageTitle.Problem.self) { try PersonEdit(name: name).page(among: []) }
  }
}

/// Persons for tests.
enum Persons {
  static let zone = TimeZoneRules { _ in 3600 }

  /// The person of a file with these keys; nil if it is none.
  static func read(
    _ keys: String, named path: String = "people/kaia.md", today: String = "2026-11-20"
  ) throws -> Person? {
    let path = try #require(VaultPath(path))
    return try Person(
      NoteDocument(Array("---\n\(keys)\n---\n".utf8)), at: path, id: ProvisionalID.of(path),
      today: #require(CalendarDay(today)), zone: zone)
  }

  /// One with `tl: person`.
  static func page(_ keys: String = "", named path: String = "people/kaia.md") throws -> Person {
    try #require(try read("tl: person\n\(keys)", named: path))
  }

  /// One with these dates; empty for none.
  static func person(
    birthday: String, dueDate: String = "", died: String = ""
  ) throws -> Person {
    try page("birthday: \"\(birthday)\"\ndue_date: \"\(dueDate)\"\ndied: \"\(died)\"")
  }
}
