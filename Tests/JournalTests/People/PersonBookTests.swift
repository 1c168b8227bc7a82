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
