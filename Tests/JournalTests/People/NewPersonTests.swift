import Journal
import Testing
import VaultFormat
import VaultStore

@Suite("New persons")
struct NewPersonTests {
  @Test("the page has the name, and the keys that are known")
  func page() throws {
    var person = NewPerson(name: "Bà Lan")
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
    var person = NewPerson(name: "Mia")
    person.aliases = ["AIA"]
    #expect(throws: PageTitle.Problem.self) { try person.page(among: [kaia]) }
    #expect(throws: PageTitle.Problem.self) { try NewPerson(name: "kaia").page(among: [kaia]) }
    #expect(try NewPerson(name: "Mia").page(among: [kaia]).title == "Mia")
  }

  @Test("a name that no command could say is refused", arguments: ["", "  ", "a/b", "@3", "a\nb"])
  func unusable(name: String) {
    #expect(throws: PageTitle.Problem.self) { try NewPerson(name: name).page(among: []) }
  }
}
