import Foundation
import Rendering
import TestSupport
import Testing
import VaultFormat

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Hostile Markdown")
struct HostileMarkupTests {
  /// Attempts to run a script, to load something from elsewhere, or to break out of an attribute.
  static let attempts: [String] = [
    // Raw HTML.
    "<script>alert(1)</script>", "a <script>alert(1)</script> b", "<img src=x onerror=alert(1)>",
    "x <img src=x onerror=alert(1)> y", "<svg onload=alert(1)>", "<iframe src=javascript:alert(1)>",
    "<a href=\"javascript:alert(1)\">x</a>", "<style>@import 'https://x.org'</style>",
    "<!-- --><script>alert(1)</script>", "<div><script>alert(1)</script>", "<b\nonclick=alert(1)>x",
    "<br onclick=alert(1)>", "<?php x ?>", "<![CDATA[<script>alert(1)</script>]]>", "<!x><script>",
    "</p></div></body><script>alert(1)</script>", "<base href=https://x.org>",
    "<meta http-equiv=refresh content=0;url=https://x.org>", "<form action=https://x.org>",
    // Schemes.
    "[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](vbscript:x)",
    "[a](file:///etc/passwd)",
    "[a](data:text/html,<script>alert(1)</script>)", "[a](data:image/png;base64,AAAA)",
    "[a](javascript&colon;alert(1))", "[a](&#106;avascript:alert(1))",
    "[a](&#x6A;avascript:alert(1))",
    "[a](java&Tab;script:alert(1))", "[a](java&NewLine;script:alert(1))",
    "[a](java&#10;script:alert(1))",
    "[a](<java\tscript:alert(1)>)", "[a](< javascript:alert(1)>)", "[a](&#1;javascript:alert(1))",
    "[a](\u{1}javascript:alert(1))", "[a](\u{A0}javascript:alert(1))", "[a](javascript\\:alert(1))",
    "[a](\\javascript:alert(1))", "[a](javascript%3Aalert(1))", "[a](./javascript:alert(1))",
    "[a](#javascript:alert(1))", "[a](x:y)", "[a](blob:https://x.org)", "[a](intent://x)",
    "[a](ftp://x.org)",
    "<javascript:alert(1)>", "<data:text/html,x>", "<ms-msdt:x>",
    "[a][r]\n\n[r]: javascript:alert(1)",
    "![a](javascript:alert(1))", "![a][r]\n\n[r]: data:image/svg+xml,<svg>", "javascript:alert(1)",
    "[a](feed:javascript:alert(1))", "[a](view-source:x)", "[a](jar:x)", "[a](mailto:)",
    "[a](tel://x.org)",
    // Other servers, and files outside of the vault.
    "![t](https://evil.example/t.gif)", "![t](//evil.example/t.gif)", "[t](//evil.example)",
    "![t](/etc/passwd)", "![t](../../../etc/passwd)", "![t](%2e%2e/%2e%2e/etc/passwd)",
    "![t](..%2f..%2fetc/passwd)", "![t](\\\\evil.example\\t.gif)", "![t](/\\evil.example)",
    "[t](/\\evil.example)", "[t](https:\\\\evil.example)", "![t](&#47;&#47;evil.example/t.gif)",
    "![t](/%5cevil.example)", "![[//evil.example/t.gif]]", "![[https://evil.example/t.gif]]",
    "![[../../etc/passwd]]", "![t](photo.jpg/../../../../etc/passwd)",
    "![[\\\\evil.example\\x.jpg]]",
    "[![t](https://evil.example/t.gif)](https://evil.example)", "![t](http:evil.example)",
    // Out of attributes.
    "![\" onerror=alert(1) x=\"](photo.jpg)", "![a](photo.jpg \"\\\" onload=alert(1) \\\"\")",
    "![a](photo.jpg '\" onload=alert(1)')", "[a](note.md \"&quot; onclick=alert(1)\")",
    "[a](https://x.org/\"onclick=alert(1))", "[a](<https://x.org/\" onclick=\"alert(1)>)",
    "[a](https://x.org/'onclick='alert(1))", "[a](https://x.org/&quot;&gt;&lt;script&gt;)",
    "```\" onclick=\"alert(1)\nx\n```", "```\"><script>alert(1)</script>\nx\n```",
    "~~~ x`y\" z\n~~~",
    "```&quot;onclick=alert(1)\nx\n```", "# \" onclick=\"alert(1)", "# <script>alert(1)</script>",
    "# [[\"><script>]]", "[a](#\"onclick=alert(1))", "[[#\" onclick=\"alert(1)]]",
    "[[note|\"><script>alert(1)</script>]]", "[[note|<img src=x onerror=alert(1)>]]",
    "[[<script>alert(1)</script>]]", "[[note#\"><script>]]", "![[photo.jpg|\" onload=\"alert(1)]]",
    "![[photo.jpg|1\" onload=\"x]]", "![[photo.jpg|99999999999999999999]]",
    "![[film.mp4|\"><script>]]",
    "#\"onclick=alert(1)", "#<script>alert(1)</script>", "#a\"><script>", "#a&quot;onclick=x",
    "#x'onclick",
    "> [!note\" onclick=\"alert(1)] x", "> [!note] <script>alert(1)</script>", "> [!<script>] x",
    "> [!note]- \" onclick=\"alert(1)\n> x", "[^\"><script>]\n\n[^\"><script>]: x",
    "[^a]\n\n[^a]: <script>alert(1)</script>", "[^a]\n\n[^a]: [x](javascript:alert(1))",
    "|\"><script>|\n|-|\n|<img onerror=x>|", "|a|\n|:\"-:|", "|[[note\\|<b>]]|\n|-|",
    "- [ ] <script>",
    "- [x] [a](javascript:alert(1))", "https://x.org/\"onclick=alert(1)", "https://x.org/<script>",
    "https://x.org/'><script>", "www.x.org/\"><script>", "\"onclick=x@y.org", "x@y.org\"onclick=z",
    "<https://x.org/\"onclick=alert(1)>", "<x@y.org\"onclick=z>", "http://javascript:alert(1)",
    // Elements in elements.
    "[a [b](note.md) c](sub/other.md)", "[a <https://x.org> b](note.md)",
    "[a https://x.org b](note.md)",
    "[a [[note]] b](note.md)", "[a ![[note]] b](note.md)", "[![[film.mp4]]](note.md)",
    "[a[^1]](note.md)\n\n[^1]: x", "[#tag](note.md)", "[![x](sound.m4a)](note.md)",
    "![[[note]]](photo.jpg)",
    "- [ ] - [ ] a", "- - [ ] [x] a", "*a **b* c**", "~~a *b~~ c*", "[^1]\n\n[^1]: [^1] [^1]",
    "[^1]: [^2]\n[^2]: [^1]\n\n[^1]", "# [a](note.md) ![[film.mp4]]", "|![[film.mp4]]|\n|-|",
    // Characters and marks.
    "\u{0}\u{1}\u{8}\u{B}\u{C}\u{E}\u{1F}\u{7F}", "&#0;&#1;&#x1F;&#127;&#xD800;&#x110000;&#xFFFF;",
    "[[note]] &#xFDD0;0&#xFDD1; &#xFDD2;", "[a](&#xFDD0;0&#xFDD1;) [[note]]",
    "\u{202E}[a](note.md)",
    "`&#xFDD0;0&#xFDD1;` https://x.org", "- &#xFDD0;0&#xFDD1; x\n- [ ] y", "a\rb\r\nc\n\rd",
    "\u{2028}\u{2029}\u{85}",
  ]

  @Test("no attempt gets out", arguments: attempts)
  func attempt(text: String) throws {
    for prefix in ["", "> ", "- ", "1. [ ] ", "# ", "**x ", "| a | "] {
      let note = SmallVault.render(Array((prefix + text).utf8))
      do {
        _ = try StrictHTML(note.html.bytes)
      } catch {
        Issue.record("\(error) in \(note.html.text)")
      }
      #expect(isXML(note.html))
    }
  }

  @Test("dangerous links are text, and pictures from elsewhere are links")
  func examples() {
    #expect(SmallVault.html("[a](javascript:alert(1))") == "<p dir=\"auto\">a</p>\n")
    #expect(
      SmallVault.html("![a](../x)") == "<p dir=\"auto\"><span class=\"missing\">a</span></p>\n")
    #expect(SmallVault.html("[a](data:image/png;base64,AA)") == "<p dir=\"auto\">a</p>\n")
    #expect(!SmallVault.html("![t](https://evil.example/t.gif)").contains("src="))
  }

  @Test("random mutations of them do not get out either")
  func mutations() throws {
    let pieces = Self.pieces
    try withSeed(cases: 4_000) { random in
      var bytes = Self.attempts.randomElement(using: &random).map { Array($0.utf8) } ?? []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
        case 1: bytes.insert(contentsOf: random.pick(1, of: pieces)[0], at: at)
        case 2 where at < bytes.count: bytes.remove(at: at)
        default:
          let other = Array((Self.attempts.randomElement(using: &random) ?? "").utf8)
          bytes.insert(contentsOf: other, at: at)
        }
      }
      check(bytes)
    }
  }

  @Test("random bytes and random Markdown are safe, well-formed, and rendered the same twice")
  func randomText() throws {
    let pieces = Self.pieces
    try withSeed { random, _ in
      for round in 0..<4_000 {
        let count = Int.random(in: 0...60, using: &random)
        let bytes =
          round % 8 == 0
          ? random.bytes(count: count * 4) : Array(random.pick(count, of: pieces).joined())
        check(bytes)
      }
    }
  }

  private static let pieces: [[UInt8]] =
    [
      "[", "]", "(", ")", "![", "](", "[[", "]]", "![[", "note", "photo.jpg", "film.mp4", "|", "`",
      "```\n",
      "~~~ x\n", "<", ">", "<!--", "-->", "\\", "\n", "\n\n", " ", "    ", "\t", "> ", "- ", "1. ",
      "# ", ": ",
      "[a]: b\n", "\"", "'", "*", "**", "_", "~~", "[^1]", "[^1]: ", "- [ ] ", "- [x] ", "[x]",
      "> [!note] ",
      "> [!a]- ", "#tag", "#", "https://x.org/", "www.x.org", "a@b.org", "javascript:", "&#x",
      "&#xFDD0;",
      "0", "&#xFDD1;", "&amp;", "&", ";", "|-|\n", "|:-:|-|\n", "|a|b|\n", "<br>", "<b>", "</b>",
      "é", "سلام", "\r",
      "\r\n", "\u{0}", "%2e", "/", "..", "//", "===\n", "---\n", "\u{FFFD}",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC3], [0xEF, 0xB7], [0xEF, 0xB7, 0x90], [0x90], [0xEF, 0xBF, 0xBF],
    ]

  private func check(_ bytes: [UInt8]) {
    let note = SmallVault.render(bytes)
    do {
      let html = try StrictHTML(note.html.bytes)
      let boxes = html.elements.filter { $0.name == "input" }
      #expect(boxes.map { $0.attributes["data-task"] } == note.tasks.map { $0.reference })
      for task in note.tasks {
        #expect(task.offset > 0 && task.offset < bytes.count && bytes[task.offset - 1] == 0x5B)
      }
    } catch {
      Issue.record("\(error) from \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    #expect(isXML(note.html), "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    #expect(SmallVault.render(bytes) == note)
  }

  /// Another parser's opinion.
  private func isXML(_ html: SafeHTML) -> Bool {
    XMLParser(data: Data("<div>".utf8) + Data(html.bytes) + Data("</div>".utf8)).parse()
  }
}
