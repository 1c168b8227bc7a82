import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Files by their names")
struct FileNamesTests {
  private static func names(
    _ files: [String], in place: FileNames.Place = .plainFolders
  ) throws -> FileNames {
    let folder = try TemporaryFolder()
    try folder.makeFolder(".tl")
    for file in files { try folder.write("x", to: file) }
    return FileNames(of: try Vault(opening: folder.path), in: place, threads: 2)
  }

  @Test(
    "a file is found by the end of its path; of several, the smallest path",
    arguments: [
      ("kitchen.jpg", "attachments/Kitchen.JPG"),
      ("x.png", "attachments/x.png"),
      ("2016/x.png", "old/2016/x.png"),
      ("016/x.png", nil),
      ("old/2016/x.png", "old/2016/x.png"),
      ("é.jpg", "old/e\u{301}.jpg"),
      ("voice.m4a", nil), ("note.md", nil), (".hidden.jpg", nil), ("nothing.jpg", nil),
    ] as [(String, String?)])
  func ends(_ wanted: String, _ found: String?) throws {
    let names = try Self.names([
      "note.md", "note.media/voice.m4a", "attachments/Kitchen.JPG", "old/2016/x.png",
      "attachments/x.png", "old/e\u{301}.jpg", ".obsidian/.hidden.jpg", "old/.hidden.jpg",
    ])
    let path = try #require(VaultPath(wanted))
    #expect(names.file(endingWith: path)?.text == found)
  }

  @Test("files in the media folders of notes are a place of their own")
  func media() throws {
    let files = ["a/note.md", "a/note.media/voice.m4a", "a/note.media/.x", "a/b.jpg"]
    let names = try Self.names(files, in: .mediaFolders)
    #expect(names.count == 1)
    let path = try #require(VaultPath("voice.m4a"))
    #expect(names.file(endingWith: path)?.text == "a/note.media/voice.m4a")
  }
}
