import Testing
import VaultFormat

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
