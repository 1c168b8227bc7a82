import Testing
import VaultFormat

@Suite("Links to files")
struct FileLinkTests {
  private static let note = """
    ---
    cover: "[x](y.jpg)"
    ---

    ![](walk.media/kitchen.jpg) and [her](<../people/her name.md>)
    [out](https://example.org/x) [top](#top)

    ![[kitchen.jpg]] and [up](../../../x.md)

    """

  @Test("are listed with their lines, without URLs and fragments")
  func lines() {
    let links = NoteDocument(Array(Self.note.utf8)).fileLinks
    #expect(
      links.map(\.text) == [
        "walk.media/kitchen.jpg", "../people/her name.md", "kitchen.jpg", "../../../x.md",
      ])
    #expect(links.map(\.line) == [5, 5, 8, 8])
    #expect(links.map(\.isByName) == [false, false, true, false])
  }

  @Test("lead from the note's folder, or by name")
  func targets() throws {
    let links = NoteDocument(Array(Self.note.utf8)).fileLinks
    let folder = try #require(VaultPath("2026"))
    let photo = try #require(VaultPath("2026/walk.media/kitchen.jpg"))
    #expect(links[0].leads(to: photo, from: folder))
    #expect(!links[0].leads(to: photo, from: nil))
    #expect(links[1].leads(to: try #require(VaultPath("people/her name.md")), from: folder))
    #expect(links[2].leads(to: photo, from: nil))
    #expect(!links[2].leads(to: try #require(VaultPath("2026/my-kitchen.jpg")), from: nil))
    #expect(links[3].targets(from: folder).isEmpty)
  }

  @Test(
    "are written relative to a folder",
    arguments: [
      ("a/b/c.jpg", "a", "b/c.jpg"), ("a/c.jpg", "a/b", "../c.jpg"),
      ("c.jpg", "a/b", "../../c.jpg"),
      ("a/b c.jpg", "a", "<b c.jpg>"), ("a/c.jpg", "ab", "../a/c.jpg"),
      ("50% #1?.jpg", "", "<50%25 %231%3F.jpg>"),
    ])
  func destinations(file: String, folder: String, written: String) throws {
    let destination = FileLink.destination(
      of: try #require(VaultPath(file)), from: VaultPath(folder))
    #expect(destination == written)
  }
}
