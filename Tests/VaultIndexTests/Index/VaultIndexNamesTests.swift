import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Notes by the names of their files")
struct VaultIndexNamesTests {
  private static func found(_ name: String, _ paths: [String]) throws -> [String] {
    let vault = try ScannedVault(Dictionary(uniqueKeysWithValues: paths.map { ($0, "x") }))
    return vault.paths(vault.index.notes(withFileName: name))
  }

  @Test(
    "with or without the extension; in another case or normal form if none is equal as written")
  func names() throws {
    let paths = ["Buy wisely.md", "a/Buy wisely.md", "b/buy WISELY.markdown", "Gång.md", "x.y.md"]
    #expect(try Self.found("Buy wisely", paths) == ["Buy wisely.md", "a/Buy wisely.md"])
    #expect(try Self.found("Buy wisely.md", paths) == ["Buy wisely.md", "a/Buy wisely.md"])
    #expect(try Self.found("buy WISELY", paths) == ["b/buy WISELY.markdown"])
    #expect(
      try Self.found("BUY wisely", paths) == [
        "Buy wisely.md", "a/Buy wisely.md", "b/buy WISELY.markdown",
      ])
    #expect(try Self.found("gang", paths) == [])
    #expect(try Self.found("Ga\u{30A}ng", paths) == ["Gång.md"])
    #expect(try Self.found("GÅNG.MD", paths) == ["Gång.md"])
    #expect(try Self.found("x.y", paths) == ["x.y.md"] && Self.found("x", paths) == [])
    #expect(try Self.found("", paths) == [])
  }

  @Test("of many notes of one name each is found by its path, and by the end of it")
  func namesakes() throws {
    let folders = (0..<40).map { "f\($0)" } + ["a/x", "b/x", "b/y/x", "b/yx"]
    var files = Dictionary(uniqueKeysWithValues: folders.map { ("\($0)/README.md", "x") })
    files["z/readme.md"] = "x"
    files["f1/other.md"] = "x"
    let vault = try ScannedVault(files)
    let names = NoteNames(of: vault.index)
    func path(_ position: VaultIndex.Position?) -> String? {
      position.map { vault.index.path($0).text }
    }
    // Twice, since what is found first is kept.
    for _ in 0..<2 {
      for file in files.keys {
        let wanted = try #require(VaultPath(file))
        #expect(path(names.note(at: wanted)) == file)
        if file != "f1/other.md" { #expect(path(names.note(endingWith: wanted)) == file) }
      }
      func ending(_ end: String) throws -> String? {
        let wanted = try #require(VaultPath(end))
        return path(names.note(endingWith: wanted))
      }
      #expect(try ending("README.md") == "a/x/README.md")
      #expect(try ending("x/ReadMe.md") == "a/x/README.md")
      #expect(try ending("y/x/README.md") == "b/y/x/README.md")
      #expect(try ending("Z/README.md") == nil && ending("1/README.md") == nil)
      #expect(try ending("z/README.md") == "z/readme.md")
      for missing in ["z/README.md", "README.md"] {
        let wanted = try #require(VaultPath(missing))
        #expect(names.note(at: wanted) == nil)
      }
    }
  }

  @Test("a look for a name takes as long if many notes have it")
  func manyNamesakes() throws {
    var files = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("f\($0)/a.md", "x") })
    files["b.md"] = "x"
    let names = NoteNames(of: try ScannedVault(files).index)
    func time(_ name: String) throws -> Duration {
      let wanted = try #require(VaultPath("no/\(name).md"))
      return ContinuousClock().measure {
        for _ in 0..<1_000 { _ = (names.note(endingWith: wanted), names.note(at: wanted)) }
      }
    }
    #expect(try time("a") < time("b") * 30)
  }

  @Test("a search looks at the name without its date, and at aliases")
  func search() throws {
    let vault = try ScannedVault([
      "Buy wisely.md": "text", "2026-11-20-buy-less.md": "# Other\n",
      "c.md": "---\naliases: [Buy nothing, \"B\\u0075y much\"]\n---\ntext",
      "d.md": "---\nid: 11111111-8a57-5b8e-9f51-0a3a8a0f7d11\naliases: bulk\n---\nbuyer",
    ])
    func found(_ texts: [String], not excluded: [String] = []) throws -> [String] {
      var query = NoteQuery()
      (query.texts, query.excludedTexts) = (texts, excluded)
      let index = try VaultScanner(
        VaultFolder(opening: vault.folder.path), zone: .utc, threads: 1
      ).scan(query)
      return index.positions.map { index.path($0).text }.sorted()
    }
    #expect(try found(["buy"]) == ["2026-11-20-buy-less.md", "Buy wisely.md", "c.md", "d.md"])
    #expect(try found(["buy", "wisely"]) == ["Buy wisely.md"])
    #expect(try found(["buy wisely"]) == ["Buy wisely.md"])
    #expect(try found(["buy much"]) == ["c.md"] && found(["nothing"]) == ["c.md"])
    #expect(try found(["bulk"]) == ["d.md"])
    #expect(try found(["2026"]) == [] && found(["11-20"]) == [])
    #expect(try found(["buy"], not: ["wisely", "nothing"]) == ["2026-11-20-buy-less.md", "d.md"])
  }
}

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
