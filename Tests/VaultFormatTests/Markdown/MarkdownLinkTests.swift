import TestSupport
import Testing
import VaultFormat

@Suite("Links in Markdown")
struct MarkdownLinkTests {
  /// The links of a text as `kind destination`.
  private func links(_ text: String) -> [String] { links(Array(text.utf8)) }

  private func links(_ bytes: [UInt8]) -> [String] {
    var found: [String] = []
    bytes.withUnsafeBufferPointer { buffer in
      MarkdownLink.forEach(in: buffer, from: 0) { link in
        found.append("\(link.kind) \(String(decoding: buffer[link.destination], as: UTF8.self))")
      }
    }
    return found
  }

  @Test(
    "inline links and images are found",
    arguments: [
      ("[a](b.md)", ["link b.md"]),
      ("![a](b.jpg)", ["image b.jpg"]),
      ("text [a](b.md \"title\") more [c]( d.md 'x' ) end", ["link b.md", "link d.md"]),
      ("[a](b.md (title))", ["link b.md"]),
      ("[a](<two words.md>)", ["link two words.md"]),
      ("[a](<two words.md> \"title\")", ["link two words.md"]),
      ("[a](b_(c).md)", ["link b_(c).md"]),
      ("[a](b\\).md)", ["link b\\).md"]),
      ("[a\nb](c.md)", ["link c.md"]),
      ("[a](\nb.md)", ["link b.md"]),
      ("[![a](b.jpg)](c.md)", ["image b.jpg", "link c.md"]),
      ("[a [b] c](d.md)", ["link d.md"]),
      ("[a `]` b](c.md)", ["link c.md"]),
      ("# [a](b.md)", ["link b.md"]),
      ("- [a](b.md)\n  - [c](d.md)\n\n      [e](f.md)", ["link b.md", "link d.md", "link f.md"]),
      ("> [a](b.md)\n> [c](d.md)", ["link b.md", "link d.md"]),
      ("| [a](b.md) | c |", ["link b.md"]),
      ("[a](b.md)[c](d.md)", ["link b.md", "link d.md"]),
      ("\r\n[a](b.md)\r\n", ["link b.md"]),
      ("![100](a%20b.jpg)", ["image a%20b.jpg"]),
      ("[日本](公園.md)", ["link 公園.md"]),
    ])
  func inline(text: String, expected: [String]) {
    #expect(links(text) == expected)
  }

  @Test(
    "definitions are found at the start of a paragraph",
    arguments: [
      ("[a]: b.md", ["definition b.md"]),
      ("[a]: <b c.md> \"title\"\n[d]: e.md", ["definition b c.md", "definition e.md"]),
      ("text\n\n   [a]:\n   b.md\n", ["definition b.md"]),
      ("[a]: b.md\n'title'\n[c](d.md)", ["definition b.md", "link d.md"]),
      ("text\n[a]: b.md", []),
      ("[a]: b.md is where it stands", []),
      ("[^1]: note.md", []),
      ("[a]:", []),
      ("[]: b.md", []),
      ("> [a]: b.md", ["definition b.md"]),
    ])
  func definitions(text: String, expected: [String]) {
    #expect(links(text) == expected)
  }

  @Test(
    "Obsidian links are found",
    arguments: [
      ("[[note]] and ![[photo.jpg|300]]", ["wikilink note", "embed photo.jpg|300"]),
      ("[[folder/note#heading|alias]]", ["wikilink folder/note#heading|alias"]),
      ("[[a]](b.md)", ["link b.md"]),
      ("[[a\nb]]", []),
      ("[[]] [[a]", []),
      ("\\[[a]]", []),
      ("[[a]][[b]]", ["wikilink a", "wikilink b"]),
      ("| [[a\\|b]] |", ["wikilink a\\|b"]),
    ])
  func obsidian(text: String, expected: [String]) {
    #expect(links(text) == expected)
  }

  @Test(
    "other text is not a link",
    arguments: [
      "`[a](b.md)`", "``[a](b.md) ` ``", "`a\n[b](c.md)`", "\\[a](b.md)", "[a]\\(b.md)",
      "[a] (b.md)",
      "a](b.md)", "[a](b c.md)", "[a](b.md \"title)", "[a](b.md", "[a]()", "[a](<b\nc.md>)",
      "```\n[a](b.md)\n```", "~~~ md\n[a](b.md)\n```\n[c](d.md)\n~~~", "```\n[a](b.md)",
      "> ```\n> [a](b.md)\n> ```", "- ```\n  [a](b.md)\n  ```", "    [a](b.md)",
      "text\n\n\t[a](b.md)\n",
      "<!-- [a](b.md) -->", "<!--\n\n[a](b.md)\n\n-->", "text <!-- [a](b.md)\n --> text",
      "<pre>\n\n[a](b.md)\n</pre>", "<SCRIPT>\n[a](b.md)\n</script>", "- [ ] [x] done",
      "{{< code >}}\n[[a]] [b](c.md)\n{{< /code >}}", "{% raw %}\n\n[a](b.md)\n\n{% endraw %}",
      "[[x [a] y]]",
    ])
  func none(text: String) {
    #expect(links(text) == [])
  }

  @Test(
    "links after code, comments and templates are found",
    arguments: [
      "```\ncode\n```\n[a](b.md)", "`code` [a](b.md)", "`open [a](b.md)", "``a` [a](b.md)",
      "> ```\n> code\n\n[a](b.md)", "<!-- c -->\n[a](b.md)", "text <!-- [a](b.md)",
      "text\n    [a](b.md)",
      "<pre>x</pre>\n\n[a](b.md)", "{{< figure >}}\n[a](b.md)", "{{< x />}}\n[a](b.md)\n{{< /x >}}",
      "{% raw %}x{% endraw %}\n[a](b.md)", "[[a [a](b.md)", "\\`[a](b.md)`", "<preview>\n[a](b.md)",
    ])
  func behind(text: String) {
    #expect(links(text) == ["link b.md"])
  }

  @Test("a link contains no other link")
  func nested() {
    #expect(links("[a [b](c.md) d](e.md) [f](g.md)") == ["link c.md", "link g.md"])
  }

  @Test("random bytes never crash, and destinations are in order and inside the text")
  func hostile() throws {
    let pieces =
      [
        "[", "]", "(", ")", "![", "](", "[[", "]]", "`", "``", "```\n", "~~~\n", "<", ">", "<!--",
        "-->",
        "\\", "\n", "\n\n", " ", "    ", "\t", "> ", "- ", "1. ", "# ", ": ", "[a]: b", "\"", "'",
        "{{< x >}}",
        "{{< /x >}}", "{% raw %}", "{% endraw %}", "<pre>", "</pre>", "a", "b.md", "é", "\r\n",
        "\u{0}", "|",
        "#", "%20",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3]]
    try withSeed(cases: 3000) { generator in
      let count = Int.random(in: 0...60, using: &generator)
      let bytes = Array(generator.pick(count, of: pieces).joined())
      var last = 0
      bytes.withUnsafeBufferPointer { buffer in
        MarkdownLink.forEach(in: buffer, from: 0) { link in
          #expect(
            link.destination.lowerBound >= last && link.destination.upperBound <= bytes.count)
          last = link.destination.upperBound
          _ = LinkPath.isRelative(
            UnsafeBufferPointer(rebasing: buffer[link.destination]), link.kind)
          _ = LinkPath.candidates(bytes[link.destination], link.kind)
        }
      }
      bytes.withUnsafeBufferPointer { _ = ConflictMarkers.first(in: $0) }
    }
  }

  @Test(
    "hostile text is read in linear time",
    arguments: [
      "[", "![", "[[", "](", "[a](", "[a](<b", "[a](b \"", "[a](b (", "`", "` `` ", "<!-- ",
      "[a]: b\n",
      "> ", "{{< x\n", "{{< x >}}\n", "[a](b[a](b", "\\", "- ", "[a]: b '\n", "]", "<!--\n\n",
      "<pre>\n",
      "[a](b)", "![a](b) [", "(", "<",
    ])
  func linear(piece: String) {
    // A quadratic reader takes minutes for this.
    let bytes =
      Array(String(repeating: piece, count: (1 << 20) / piece.utf8.count).utf8) + Array("]".utf8)
    bytes.withUnsafeBufferPointer { MarkdownLink.forEach(in: $0, from: 0) { _ in } }
  }
}
