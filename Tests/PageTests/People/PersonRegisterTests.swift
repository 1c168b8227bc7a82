import Journal
import Testing
import VaultFormat
import VaultStore

@testable import Page

@Suite("The persons of the page")
struct PersonRegisterTests {
  private static let zone = TimeZoneRules { _ in 3600 }

  private static func person(_ path: String, _ keys: String) throws -> Person {
    let path = try #require(VaultPath(path))
    let today = try #require(CalendarDay("2026-11-26"))
    return try #require(
      Person(
        NoteDocument(Array("---\ntl: person\n\(keys)\n---\n".utf8)), at: path,
        id: ProvisionalID.of(path), today: today, zone: zone))
  }

  private static func register(_ persons: Person..., settings: String = "") throws -> PersonRegister
  {
    PersonRegister(
      PersonBook(persons), JournalSettings(VaultConfiguration(parsing: Array(settings.utf8))))
  }

  @Test("a person is at the name of the file, and two files of one name are told apart")
  func addresses() throws {
    let (kaia, other) = try (
      Self.person("people/kaia.md", "title: Kaia"), Self.person("friends/kaia.md", "title: Other")
    )
    let alone = try Self.register(kaia)
    #expect(alone.path(of: kaia) == "/people/kaia")
    #expect(alone.person(at: "kaia")?.path == kaia.path)
    let both = try Self.register(kaia, other)
    for person in [kaia, other] {
      let segment = both.path(of: person).dropFirst("/people/".count)
      let decoded = try #require(PercentEncoding.text(segment))
      #expect(both.person(at: decoded)?.path == person.path)
    }
    #expect(both.path(of: kaia) != both.path(of: other))
    #expect(both.person(at: "nobody") == nil)
  }

  @Test("an address is ASCII, whatever the name of the file")
  func hostileAddresses() throws {
    for name in ["bà lan", "a?b", "a#b", "%2e%2e", "\u{202E}x", "<b>"] {
      let person = try Self.person("people/\(name).md", "title: X")
      let register = try Self.register(person)
      let path = register.path(of: person)
      #expect(path.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "\(path)")
      let pattern = PathPattern("/people/{slug}")
      let decoded = try #require(pattern.match(path)?.first)
      #expect(register.person(at: decoded)?.path == person.path)
    }
  }

  @Test("the person of the vault comes first, all others by name")
  func order() throws {
    let persons = try (
      Self.person("people/b.md", "title: beta"), Self.person("people/a.md", "title: Alpha"),
      Self.person("people/z.md", "title: Zoë")
    )
    let register = try Self.register(
      persons.0, persons.1, persons.2, settings: "format: 1\nperson: zoë\n")
    #expect(register.sorted.map(\.title) == ["Zoë", "Alpha", "beta"])
    #expect(register.chosen?.title == "Zoë")
  }

  @Test("the youngest is who was born or is expected last, and alive")
  func youngest() throws {
    let register = try Self.register(
      Self.person("people/a.md", "title: A\nbirthday: 2020-01-02"),
      Self.person("people/b.md", "title: B\ndue_date: 2027-01-02"),
      Self.person("people/c.md", "title: C\nbirthday: 2028-01-01\ndied: 2028-01-02"),
      Self.person("people/d.md", "title: D"))
    #expect(register.youngest?.title == "B")
  }

  @Test("names mean a person once, and a shared name means nobody")
  func names() throws {
    let register = try Self.register(
      Self.person("people/a.md", "title: Kaia\naliases: [Aia, Mouse]"),
      Self.person("people/b.md", "title: Linh\naliases: [Mouse]"))
    let found = register.book.persons(named: ["aia", "Kaia", "Mouse", "Tom"])
    #expect(found.map(\.name) == ["Kaia", "Mouse", "Tom"])
    #expect(found.map { $0.person?.title } == ["Kaia", nil, nil])
  }
}
