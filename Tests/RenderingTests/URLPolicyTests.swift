import TestSupport
import Testing
import VaultFormat

@testable import Rendering

@Suite("Addresses that a note may link to")
struct URLPolicyTests {
  private func verdict(_ url: String) -> URLPolicy.Verdict {
    URLPolicy.verdict(on: Array(url.utf8))
  }

  @Test(
    "web, mail, telephone and places are outside of the vault",
    arguments: [
      ("https://x.org", "https://x.org", true), ("HTTP://X.org/a b", "HTTP://X.org/a%20b", true),
      (" https://x.org ", "https://x.org", true),
      ("https://x.org/%zz\"'", "https://x.org/%zz%22'", true),
      ("mailto:a@b.de?subject=c", "mailto:a@b.de?subject=c", false), ("tel:+49", "tel:+49", false),
      ("geo:1.5,-2", "geo:1.5,-2", false), ("MailTo:a@b", "MailTo:a@b", false),
    ])
  func external(url: String, address: String, isWeb: Bool) {
    #expect(verdict(url) == .external(address, isWeb: isWeb))
  }

  @Test(
    "everything else with a scheme, a host or control characters is refused",
    arguments: [
      "", " ", "javascript:x", "JAVASCRIPT:x", "data:,x", "vbscript:x", "file:///x", "blob:x",
      "x-y.z+1:x",
      "https:", "https:x", "https:/x", "https://", "https:///x", "https://?x", "https://@x",
      "http:\\\\x.org",
      "https://x.org/a\\b", "https://x.org/\n", "ht\ntps://x.org", "java\tscript:x",
      "\u{1}https://x.org",
      "https://x.org/\u{7F}", "//x.org", "/x", "/", "?x", "\\x", "a\\b", "mailto:", "mailto:/x",
      "tel://x",
    ])
  func refused(url: String) {
    #expect(verdict(url) == .refused)
  }

  @Test("relative paths are files, and fragments are headings")
  func inside() {
    for url in [
      "a.md", "./a", "../a", "a/b#c", "a%20b", "12:30 x", "ü", "a:b/c".replacing(":", with: "%3A"),
    ] {
      #expect(verdict(url) == .file, "\(url)")
    }
    #expect(verdict("#a b") == .fragment(Array("a b".utf8)))
    #expect(verdict("#javascript:x") == .fragment(Array("javascript:x".utf8)))
  }

  @Test("percent-encoding is read in both letter cases, and nothing else")
  func decoding() {
    #expect(PercentEncoding.decoded(Array("a%2e%2E%c3%BC".utf8)) == Array("a..ü".utf8))
    for text in ["%", "%2", "%g0", "%2g", "%%20", "%٣0"] {
      #expect(PercentEncoding.decoded(Array(text.utf8)) == nil, "\(text)")
    }
    #expect(PercentEncoding.encoded("a/b ü#".utf8) == "a%2Fb%20%C3%BC%23")
  }
}

@Suite("Safe HTML")
struct SafeHTMLTests {
  @Test("text is escaped")
  func escaping() {
    let text = SafeHTML(
      escaping: "<a href=\"x\" title='y'> & \u{1}\r\n\rz\u{FFFE}\u{FFFF}\u{FFFD}\u{10FFFE}")
    #expect(
      text.text
        == "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt; &amp; \u{FFFD}\n\nz\u{FFFD}\u{FFFD}\u{FFFD}\u{10FFFE}"
    )
  }
}

@Suite("Excerpts")
struct NoteExcerptTests {
  private func excerpt(_ text: String, _ length: Int = 100, title: Bool = false) -> NoteExcerpt {
    NoteExcerpt(of: NoteDocument(Array(text.utf8)), length: length, leavesOutTitle: title)
  }

  @Test(
    "markup is left out",
    arguments: [
      ("", ""), ("a *b* `c` ~~d~~", "a b c d"), ("# A\n\nb\nc", "A b c"),
      ("- a\n  - b\n- c", "a · b · c"), ("a\n- b.\n- c", "a b. c"),
      ("- a\n- ![](x.jpg)\n- c", "a · c"), ("- a\n-\n", "a"), ("- a\n  1. b", "a · b"),
      ("- [ ] a [[x|y]] ![[z.jpg]]", "a y"), ("![alt](x.jpg) a", "a"), ("a[^1]\n\n[^1]: b", "a"),
      ("> [!note]- T\n> b", "T b"), ("|a|b|\n|-|-|\n|c|d|", "a b c d"),
      ("```\nlet a\n  b\n```\nc", "let a b c"),
      ("<b>a</b> b", "a b"), ("<div>x</div>\n\na", "a"), ("a &amp; b \\#c #d", "a & b #c #d"),
      ("[a](https://x.org)", "a"),
      ("https://x.org/a_b", "https://x.org/a_b"), ("---\nx: y\n---\na", "a"), ("a  \nb", "a b"),
      ("a\n\n***\nb", "a b"),
    ])
  func markup(text: String, expected: String) {
    #expect(excerpt(text) == NoteExcerpt(text: expected, hasMore: false))
  }

  @Test("is cut before a word, or inside one that is long")
  func cutting() {
    #expect(excerpt("one two three", 9) == NoteExcerpt(text: "one two", hasMore: true))
    #expect(excerpt("one two three", 7) == NoteExcerpt(text: "one two", hasMore: true))
    #expect(excerpt("one two", 7) == NoteExcerpt(text: "one two", hasMore: false))
    #expect(excerpt("one two \n", 7) == NoteExcerpt(text: "one two", hasMore: false))
    #expect(
      excerpt(String(repeating: "日", count: 40), 30)
        == NoteExcerpt(text: String(repeating: "日", count: 30), hasMore: true))
    #expect(excerpt("👨‍👩‍👧👨‍👩‍👧", 1) == NoteExcerpt(text: "👨‍👩‍👧", hasMore: true))
    #expect(excerpt("a", 0) == NoteExcerpt(text: "", hasMore: true))
    #expect(excerpt("a", -5).text == "")
  }

  @Test("the heading that is the title can be left out")
  func title() {
    #expect(excerpt("# T\n\na", title: true).text == "a")
    #expect(excerpt("---\nx: y\n---\r\n\r\n# T\r\na", title: true).text == "a")
    #expect(excerpt("a\n\n# T\n\n# U", title: true).text == "a U")
    #expect(excerpt("## T\n\na", title: true).text == "T a")
  }

  @Test("reads only the beginning of a long note")
  func long() {
    let text = String(repeating: "word ", count: 200_000)
    let short = excerpt(text, 20)
    #expect(short == NoteExcerpt(text: "word word word word", hasMore: true))
    #expect(
      excerpt("a\n" + String(repeating: " \n", count: 100_000))
        == NoteExcerpt(text: "a", hasMore: false))
    #expect(excerpt("<!--" + String(repeating: "x\n", count: 50_000)).hasMore)
    #expect(excerpt("e" + String(repeating: "\u{301}", count: 100_000), 5).hasMore)
  }

  @Test("any bytes give at most as many characters as asked for, without markup of their own")
  func anyText() throws {
    try withSeed(cases: 500) { random in
      let bytes = random.bytes(count: Int.random(in: 0...300, using: &random))
      let length = Int.random(in: 0...50, using: &random)
      let text = NoteExcerpt(of: NoteDocument(bytes), length: length).text
      #expect(text.count <= length && !text.contains("\n"))
    }
  }
}
