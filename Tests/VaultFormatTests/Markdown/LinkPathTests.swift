import Testing
import VaultFormat

@Suite("Paths in links")
struct LinkPathTests {
  private func isRelative(_ text: String, _ kind: MarkdownLink.Kind = .link) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { LinkPath.isRelative($0, kind) }
  }

  private func paths(_ text: String, _ kind: MarkdownLink.Kind = .link) -> [String] {
    LinkPath.candidates(Array(text.utf8)[...], kind)
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(
    "URLs, fragments, absolute paths and templates are not files",
    arguments: [
      "https://example.org/a.md", "mailto:a@example.org", "HTTP:x", "obsidian://open?x",
      "//example.org/a",
      "/about", "#heading", "?query", "{{ site.url }}/a.md", "a/{% link b.md %}", "<%= x %>",
      "${x}/y", "",
      "  ", "tel:+49", "data:image/png;base64,AAAA", "C:\\file", "\\\\server\\share",
    ])
  func notRelative(text: String) {
    #expect(!isRelative(text))
  }

  @Test(
    "everything else may be one",
    arguments: [
      "a.md", "./a.md", "../b/c.jpg", "a b.md", "2026/11/20.md", "x", "1:2.md", "a/b:c.md", "é.md",
    ])
  func relative(text: String) {
    #expect(isRelative(text))
  }

  @Test("Obsidian reads a path with a slash in front from the root")
  func obsidianRoot() {
    #expect(isRelative("/folder/note", .wikilink))
    #expect(paths("/folder/note", .wikilink) == ["folder/note"])
    #expect(!isRelative("#heading", .wikilink))
    #expect(!isRelative("^block", .wikilink))
  }

  @Test(
    "a destination is decoded, with the most likely reading first",
    arguments: [
      ("a%20b.md", ["a b.md", "a%20b.md"]), ("a.md#part", ["a.md", "a.md#part"]),
      ("a.md?raw=true#x", ["a.md", "a.md?raw=true#x"]), ("a\\(b\\).md", ["a(b).md"]),
      ("a&amp;b.md", ["a&b.md"]), ("100%.md", ["100%.md"]),
      ("%E6%97%A5.md", ["日.md", "%E6%97%A5.md"]),
      ("a%00b", ["a%00b"]), ("a\\b", ["a\\b"]), ("a%2", ["a%2"]), ("a\\", ["a\\"]),
    ])
  func candidates(text: String, expected: [String]) {
    #expect(paths(text) == expected)
  }

  @Test(
    "the path of an Obsidian link is used verbatim",
    arguments: [
      ("note", "note"), (" note ", "note"), ("note#heading|alias", "note"), ("note^block", "note"),
      ("a/b.c|300", "a/b.c"), ("note\\|alias", "note"), ("a%20b", "a%20b"),
    ])
  func obsidian(text: String, expected: String) {
    #expect(paths(text, .wikilink) == [expected])
  }

  @Test("a trailing slash means a folder or a page")
  func folder() {
    #expect(LinkPath.candidates(Array("a/b/".utf8)[...], .link).first?.isFolder == true)
    #expect(LinkPath.candidates(Array("a/b".utf8)[...], .link).first?.isFolder == false)
  }
}

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

/// The one rewriter of links: what it changes, and that nothing else changes.
@Suite("Rewriting links")
struct RelinkingTests {
  private func relinked(
    _ text: String, in folder: String? = nil, to file: String, isKnownByName: Bool = true
  ) throws -> String {
    let target = NoteDocument.LinkTarget(
      try #require(VaultPath(file)), isKnownByName: isKnownByName)
    let document = NoteDocument(Array(text.utf8))
    let result = document.relinking(from: folder.flatMap { VaultPath($0) }) { _, _ in target }
    return String(decoding: result.bytes, as: UTF8.self)
  }

  @Test(
    "only the path changes",
    arguments: [
      ("a [b](old.md) c\r\n", "n/new.md", "a [b](n/new.md) c\r\n"),
      ("[b](old.md#part \"T\")", "new.md", "[b](new.md#part \"T\")"),
      ("[b](old.md?x=1)", "new.md", "[b](new.md?x=1)"),
      ("[b](./old.md)", "new.md", "[b](./new.md)"),
      ("[b](old)", "new.md", "[b](new)"), ("[b](old.markdown)", "new.md", "[b](new.md)"),
      ("[b](old.md)", "new note.md", "[b](<new note.md>)"),
      ("[b](<old.md>)", "new note.md", "[b](<new note.md>)"),
      ("[b](my%20old.md)", "new note.md", "[b](new%20note.md)"),
      ("[b](old.md#x)", "new note.md", "[b](new%20note.md#x)"),
      ("[b](old.md)", "50%.md", "[b](50%25.md)"),
      ("[b]: old.md 'T'\n", "new.md", "[b]: new.md 'T'\n"),
      ("![[x.media/q.jpg|300]]", "a/y.media/q.jpg", "![[a/y.media/q.jpg|300]]"),
      ("![[q.jpg|300]]", "a/r.jpg", "![[r.jpg|300]]"), ("[[old]]", "a/new.md", "[[new]]"),
      ("[[old#Part|Alias]]", "a/new.md", "[[new#Part|Alias]]"),
      ("| [[old\\|A]] |", "a/new.md", "| [[new\\|A]] |"), ("[[old.md]]", "new.md", "[[new.md]]"),
      (
        "`[b](old.md)` [c](https://x.org/old.md)", "new.md",
        "`[b](old.md)` [c](https://x.org/old.md)"
      ),
    ])
  func path(text: String, file: String, expected: String) throws {
    #expect(try relinked(text, to: file) == expected)
    let front = "---\nlink: '[b](old.md)'  # kept\n---\n"
    #expect(try relinked(front + text, to: file) == front + expected)
  }

  @Test("a path is written from the note's folder, or from the root where names are looked for")
  func folders() throws {
    #expect(try relinked("[b](x.md)", in: "a/b", to: "c/new.md") == "[b](../../c/new.md)")
    #expect(try relinked("[b](x.md)", in: "a/b", to: "a/b/new.md") == "[b](new.md)")
    #expect(try relinked("[[x]]", in: "a/b", to: "c/new.md", isKnownByName: false) == "[[c/new]]")
    #expect(try relinked("[[c/x]]", in: "a/b", to: "c/new.md") == "[[c/new]]")
  }

  @Test("a link that gets no target stays, byte for byte")
  func untouched() {
    let text = "[a](b.md) [[c|d]] \u{FF} ![](e.jpg)\r\n"
    let document = NoteDocument(Array(text.utf8))
    #expect(document.relinking(from: nil) { _, _ in nil }.bytes == Array(text.utf8))
  }
}
