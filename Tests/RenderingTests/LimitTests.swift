import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Rendering

@Suite("Limits of rendering")
struct LimitTests {
  @Test(
    "the table guard knows wide rows, many cells, and long headers",
    arguments: [
      ("|a|\n|-|\n|b|", false), (String(repeating: "a|", count: 200), false),
      (String(repeating: "a|", count: 201) + "\n|-|", true),
      (String(repeating: "|a|b|\n", count: 30_000), false),
      ("|a|b|\n|-|-|\n" + String(repeating: "x\n", count: 12_000), false),
      ("|a|b|\n|-|-|\n" + String(repeating: "x\n", count: 17_000), true),
      ("> |a|b|\r> |-|-|\r" + String(repeating: "> x\r", count: 17_000), true),
      ("1. |a|b|\n   |-|-|\n" + String(repeating: "   x\n", count: 17_000), true),
      (
        String(
          repeating: "|a|b|\n|-|-|\n" + String(repeating: "x\n", count: 100) + "\n", count: 200),
        true
      ),
      (String(repeating: "a|\n", count: 20_000) + "-|\n", true),
      (String(repeating: "a\n-|-\n", count: 3_000), true),
      (String(repeating: "a\n", count: 40_000) + ":-", true),
      (String(repeating: "a\n\n-|-\n\n", count: 20_000), false),
    ])
  func tables(text: String, isExceeded: Bool) {
    #expect(TableGuard.isExceeded(by: Array(text.utf8)) == isExceeded)
  }

  @Test("tables that are too large are shown as text, which the note says")
  func leftOut() {
    let text = "|a|\n|-|\n" + String(repeating: "|", count: 300)
    let note = SmallVault.render(Array(text.utf8))
    #expect(note.leavesOutTables && !note.html.text.contains("<table>"))
  }

  @Test(
    "the reference guard knows long destinations that are used often",
    arguments: [
      ("[a]: x\n\n" + String(repeating: "[a]", count: 50_000), false),
      (
        "[a]: " + String(repeating: "x", count: 20_000) + "\n\n"
          + String(repeating: "[a]", count: 20_000), true
      ),
      (
        "[a]: x \"" + String(repeating: "y\n", count: 10_000) + "\"\n\n"
          + String(repeating: "[a]", count: 20_000), true
      ),
      (
        "[a]: x\n'" + String(repeating: "y\n", count: 10_000) + "'\n\n"
          + String(repeating: "[a]", count: 20_000), true
      ),
      (
        "[a]: <x y> \"" + String(repeating: "y\n", count: 10_000) + "\"\n\n"
          + String(repeating: "[a]", count: 20_000), true
      ),
      (
        "[a]: x \"b\\\"" + String(repeating: "\ny", count: 10_000) + "\"\n\n"
          + String(repeating: "[a]", count: 20_000), true
      ),
      (
        (0..<5_000).map { "[\($0)]: https://x.org/\($0) \"Title\"\n" }.joined()
          + String(repeating: "[1]", count: 5_000), false
      ),
      (String(repeating: "]:", count: 100_000), true),
    ])
  func references(text: String, isExceeded: Bool) {
    #expect(ReferenceGuard.isExceeded(by: Array(text.utf8)[...]) == isExceeded)
  }

  @Test("definitions of a note that exceeds it are text")
  func separated() {
    let long = String(repeating: "x", count: 20_000)
    let note = SmallVault.render(
      Array("[a]: https://\(long)\n\n\(String(repeating: "[a]", count: 20_000))".utf8))
    #expect(note.html.text.contains("[a]: <a"))
    #expect(note.html.bytes.count < 200_000)
  }

  /// Repeated, these take quadratic time or memory in some parser.
  static let pieces = [
    "> ", "- ", "* ", "1. ", ">", "-", "[", "![", "[[", "![[", "]", "[]", "[a](", "![a](<", "(",
    "![l\"<", "*", "**a ",
    "_a ", "*a_ ", "a**b", "***a ", "`", "`a``b", "~~a ", "~", "[^a]", "[^a]: x\n\n", "[a]: b\n",
    "[a]:", "<", "<a ",
    "<?", "<!A ", "<!--", "<![CDATA[", "&", "&a;", "&#x", "\\", "\n", " ", "\t", "#", "# a\n", "|",
    "|a|\n|-|\n", "|-|\n",
    "a\n-|-\n", "a|\n", "a\n=\n", "> a\nb\n", "-\n", "- a\n\n", "```\n", "\"", "\u{0}", "a\r",
    "www.", "http://", "https://a)",
    "a@", "a@b.c", "a@b.c ", "a.", "_@", "https://a<", "[[a]]", "[[note]]", "![[photo.jpg]]", "#a ",
    "#", "- [ ] a\n", "> [!a] b\n",
    "<div>\n", "<br>", "'", "# #a\n", "[a](note.md)", "\u{301}", "\u{FFFF}",
  ]

  @Test(
    "the HTML of hostile text is no larger than a multiple of it, and not nested deeply",
    arguments: pieces)
  func hostile(piece: String) throws {
    let size = 1 << 13
    for (start, end) in [
      ("", ""), ("|a|\n|-|\n", "\n|-|"), ("> - ", "]](b)"), ("a\n\n[^a]: ", "\n\n[^a]"),
    ] {
      let text = start + String(repeating: piece, count: size / piece.utf8.count) + end
      let counter = Counter()
      let renderer = NoteRenderer { target in
        counter.count += 1
        return SmallVault.resolve(target)
      }
      let note = renderer.render(Array(text.utf8))
      #expect(note.html.bytes.count < 40 * size)
      #expect(counter.count <= NoteRenderer.mostLinks)
      #expect(try StrictHTML(note.html.bytes).depth < 70)
    }
  }

  @Test("lines that together nest deeply are shown, without all of their elements")
  func nesting() throws {
    for text in [
      (0..<150).map { String(repeating: "  ", count: $0) + "- a\n" }.joined(),
      String(repeating: "> ", count: 5_000) + "a", String(repeating: "- ", count: 5_000) + "a",
      String(repeating: "*a **b ", count: 3_000) + String(repeating: "c** d* ", count: 3_000),
    ] {
      let html = try StrictHTML(SmallVault.render(Array(text.utf8)).html.bytes)
      #expect(html.depth <= 70 && html.text.contains("a"))
    }
    let rule = String(repeating: "-", count: 500)
    #expect(SmallVault.html("a\n\n\(rule)").contains("<hr />"))
    #expect(SmallVault.html("a\n\(rule)").contains("<h3"))
    let code = String(repeating: " ", count: 200) + "x"
    #expect(SmallVault.html(code).contains(">" + code.dropFirst(4) + "\n</code>"))
  }

  @Test("after the largest number of links, further ones are text")
  func manyLinks() {
    let counter = Counter()
    let renderer = NoteRenderer { _ in
      counter.count += 1
      return .page(address: "/n/1")
    }
    let note = renderer.render(
      Array((0..<NoteRenderer.mostLinks + 5).map { "[[a\($0)]] " }.joined().utf8))
    #expect(counter.count == NoteRenderer.mostLinks)
    let last = NoteRenderer.mostLinks + 4
    #expect(note.html.text.contains("<span class=\"missing\">a\(last)</span>"))
  }

  @Test("a file is looked up once in a note, however many links lead to it")
  func sameTarget() {
    let counter = Counter()
    let renderer = NoteRenderer { target in
      counter.count += 1
      return target.link.text == "a" ? .page(address: "/n/1") : nil
    }
    let note = renderer.render(Array(String(repeating: "[[a]] [[b]] ", count: 100).utf8))
    #expect(counter.count == 2)
    #expect(note.html.text.components(separatedBy: "<a href=\"/n/1\">a</a>").count == 101)
    #expect(note.links.count == 1 && note.missing.count == 1)
  }

  @Test("the largest note of any kind is at most the limit of the output, and a text")
  func largest() {
    for piece in ["[[note]] ", "\"", "- [ ] a\n"] {
      let note = SmallVault.render(
        Array(String(repeating: piece, count: 100_000 / piece.utf8.count).utf8)
      ) { $0.outputLimit = 50_000 }
      #expect(note.isCut && note.html.bytes.count <= 50_000 + 600_000)
    }
  }
}

/// Counts what a resolver was asked.
private final class Counter: @unchecked Sendable {
  // A renderer asks from the thread that calls it.
  var count = 0
}
