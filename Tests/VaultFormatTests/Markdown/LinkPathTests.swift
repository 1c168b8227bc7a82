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
