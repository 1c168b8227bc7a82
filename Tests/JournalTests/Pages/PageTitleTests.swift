import Journal
import Testing
import VaultFormat

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
