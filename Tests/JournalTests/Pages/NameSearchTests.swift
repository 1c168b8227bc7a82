import Journal
import Testing
import VaultFormat

@Suite("Which page a word means")
struct NameSearchTests {
  private static func persons() throws -> [Person] {
    [
      try Persons.page("title: Kaia\naliases: [Aia]\nid: kaia-id", named: "people/kaia.md"),
      try Persons.page("title: Farmor Ingrid", named: "people/farmor-ingrid.md"),
      try Persons.page("title: Farfar\naliases: [Großvater, Jo]", named: "people/farfar.md"),
      try Persons.page("title: Bà Lan", named: "people/bà-lan.md"),
      try Persons.page("title: Jo", named: "people/jo.md"),
    ]
  }

  @Test("whole names and ids come before beginnings")
  func words() throws {
    let persons = try Self.persons()
    let rows = [
      ("kaia", "kaia"), ("KAIA", "kaia"), ("aia", "kaia"), ("kaia-id", "kaia"),
      ("Farmor Ingrid", "farmor-ingrid"), ("farm", "farmor-ingrid"), ("GROSSVATER", "farfar"),
      ("ba\u{300}-lan", "bà-lan"), ("BÀ LAN", "bà-lan"), ("far", "farmor-ingrid, farfar"),
      ("jo", "farfar, jo"), ("fa", "too short"), ("", "too short"), ("xy", "none"),
      ("rumo", "none"), ("kaiax", "none"),
    ]
    for (word, expected) in rows {
      let found =
        switch NameSearch(word, among: persons) {
        case .one(let index): persons[index].name
        case .several(let indices): indices.map { persons[$0].name }.joined(separator: ", ")
        case .none: "none"
        case .tooShort: "too short"
        }
      #expect(found == expected, "\(word)")
    }
    guard case .none = NameSearch("", among: [Person]()) else {
      Issue.record("a page was found among none")
      return
    }
  }

  @Test("names that several pages have, each once")
  func shared() throws {
    let shared = SharedName.all(among: [
      try Persons.page("title: Kaia", named: "people/kaia-2.md"),
      try Persons.page("title: kaia\naliases: [KAIA, Aia]", named: "people/kaia.md"),
      try Persons.page("title: Jo\naliases: [aia]", named: "people/jo.md"),
      try Persons.page("title: Jo\naliases: [jo]", named: "x/ann.md"),
      try Persons.page("title: Bo", named: "people/bo.md"),
    ])
    let found = shared.map { "\($0.name): " + $0.paths.map(\.text).joined(separator: ", ") }
    #expect(
      found == [
        "Jo: people/jo.md, x/ann.md", "aia: people/jo.md, people/kaia.md",
        "Kaia: people/kaia-2.md, people/kaia.md",
      ])
  }
}

private struct NamedFile: NamedPage {
  var path: VaultPath
  var id: NoteID
  var title: String
  var aliases: [String] = []
}

@Suite("Titles of pages")
struct PageTitleTests {
  private func pages() throws -> [NamedFile] {
    [
      NamedFile(
        path: try #require(VaultPath("trackers/tea.md")), id: NoteID(nonEmpty: "t1"), title: "Tea",
        aliases: ["Chai"])
    ]
  }

  private func problem(_ text: String, own: VaultPath? = nil) throws -> PageTitle.Problem? {
    let pages = try pages()
    do throws(PageTitle.Problem) {
      _ = try PageTitle(text, among: pages, own: own)
      return nil
    } catch {
      return error
    }
  }

  @Test("a title has letters, is nobody else's, and can be written as a name")
  func problems() throws {
    let path = try #require(VaultPath("trackers/tea.md"))
    #expect(try problem("  ") == .isEmpty)
    for taken in ["Tea", "tEA", " chai ", "t1"] {
      #expect(try problem(taken) == .isTaken(by: path, title: "Tea"), "\(taken)")
    }
    #expect(try problem("Tea", own: path) == nil)
    for text in ["a/b", "@3", "two\nlines"] { #expect(try problem(text) == .isNoName(text)) }
    #expect(try PageTitle("  Green tea ", among: pages()).text == "Green tea")
  }

  @Test("a new tracker without a name is Untitled, Untitled 2 and so on")
  func untitled() {
    #expect(NewTracker.untitled(among: []) == "Untitled")
  }
}
