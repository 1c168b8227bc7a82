import Rendering
import TestSupport
import Testing
import VaultFormat

@Suite("Markdown as HTML")
struct RenderingTests {
  private static let web = " rel=\"noopener noreferrer nofollow\""

  /// Markdown, and its HTML without ` dir="auto"` and with `REL` for the attribute of web links.
  private func check(_ text: String, _ expected: String) throws {
    let html = SmallVault.html(text)
    _ = try StrictHTML(Array(html.utf8))
    let short = html.replacing(" dir=\"auto\"", with: "").replacing(Self.web, with: "REL")
    #expect(short == expected + (expected.isEmpty ? "" : "\n"))
  }

  @Test(
    "blocks",
    arguments: [
      ("", ""), ("text", "<p>text</p>"), ("a\n\nb", "<p>a</p>\n<p>b</p>"),
      ("a\nb", "<p>a\nb</p>"), ("a  \nb", "<p>a<br />\nb</p>"), ("a\\\nb", "<p>a<br />\nb</p>"),
      ("a\n10. [x] b", "<p>a\n10. [x] b</p>"),
      ("# One", "<h2 id=\"h-one\">One</h2>"), ("###### Six", "<h6 id=\"h-six\">Six</h6>"),
      ("One\n===", "<h2 id=\"h-one\">One</h2>"),
      (
        "# A\n## A\n# a-2",
        "<h2 id=\"h-a\">A</h2>\n<h3 id=\"h-a-2\">A</h3>\n<h2 id=\"h-a-2-2\">a-2</h2>"
      ),
      (
        "# `x` *y* [[note|z]]",
        "<h2 id=\"h-x-y-z\"><code>x</code> <em>y</em> <a href=\"/n/1\">z</a></h2>"
      ),
      ("# !", "<h2 id=\"h-section\">!</h2>"), ("---", "<hr />"), ("***", "<hr />"),
      ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
      ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
      ("- a\n\n- b", "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>"),
      ("- a\n  - b", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"),
      ("3. a\n4. b", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>"),
      ("1) a", "<ol>\n<li>a</li>\n</ol>"),
      (
        "```swift x\nlet a = \"<b>\"\n```",
        "<pre dir=\"ltr\"><code class=\"language-swift\">let a = &quot;&lt;b&gt;&quot;\n</code></pre>"
      ),
      ("    code", "<pre dir=\"ltr\"><code>code\n</code></pre>"),
      ("~~~ \"onclick=x\nc\n~~~", "<pre dir=\"ltr\"><code>c\n</code></pre>"),
      (
        "|a|b|\n|-|:-:|\n|1|2|\n|3|",
        """
        <div class="table"><table>
        <thead><tr><th scope="col">a</th><th scope="col" class="center">b</th></tr></thead>
        <tbody>
        <tr><td>1</td><td class="center">2</td></tr>
        <tr><td>3</td><td class="center"></td></tr>
        </tbody></table></div>
        """
      ),
      (
        "|a|\n|-:|",
        "<div class=\"table\"><table>\n<thead><tr><th scope=\"col\" class=\"right\">a</th></tr></thead>\n</table></div>"
      ),
      (
        "<div>\nx</div>",
        "<pre dir=\"ltr\"><code class=\"language-html\">&lt;div&gt;\nx&lt;/div&gt;\n</code></pre>"
      ),
      ("<!-- c -->", ""),
      (
        "<!-- a --> b -->",
        "<pre dir=\"ltr\"><code class=\"language-html\">&lt;!-- a --&gt; b --&gt;\n</code></pre>"
      ),
    ])
  func blocks(text: String, html: String) throws { try check(text, html) }

  @Test(
    "text",
    arguments: [
      ("*a* **b** ~~c~~ `d`", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>"),
      ("~a~", "<p>~a~</p>"), ("a <b>c</b> d", "<p>a c d</p>"),
      ("a<br>b<BR />c", "<p>a<br />b<br />c</p>"),
      ("a <!-- c --> b", "<p>a  b</p>"), ("&lt;&amp;&copy;", "<p>&lt;&amp;©</p>"),
      ("\"a\" 'b' & <", "<p>&quot;a&quot; &#39;b&#39; &amp; &lt;</p>"),
      ("a\u{1}b", "<p>a\u{FFFD}b</p>"),
      ("a&#11;b&#xFFFE;", "<p>a\u{FFFD}b\u{FFFD}</p>"),
      (
        "[[note]] &#xFDD0;0&#064977;", "<p><a href=\"/n/1\">note</a> &amp;#xFDD0;0&amp;#064977;</p>"
      ), ("nul \u{0}", "<p>nul \u{FFFD}</p>"),
      ("سلام\n\nabc", "<p>سلام</p>\n<p>abc</p>"),
    ])
  func text(text: String, html: String) throws { try check(text, html) }

  @Test(
    "links",
    arguments: [
      (
        "[a](https://x.org/?a=1&b=2 \"t\")",
        "<p><a href=\"https://x.org/?a=1&amp;b=2\"REL title=\"t\">a</a></p>"
      ),
      (
        "[a](mailto:x@y.org) [b](tel:+1-2) [c](geo:1,2)",
        "<p><a href=\"mailto:x@y.org\">a</a> <a href=\"tel:+1-2\">b</a> <a href=\"geo:1,2\">c</a></p>"
      ),
      ("<https://x.org>", "<p><a href=\"https://x.org\"REL>https://x.org</a></p>"),
      (
        "[a](note.md) [b](sub/../note.md#Some%20part) [c](./note.md)",
        "<p><a href=\"/n/1\">a</a> <a href=\"/n/1#h-some-part\">b</a> <a href=\"/n/1\">c</a></p>"
      ),
      ("[a](a%20b.md) [b](<a b.md>)", "<p><a href=\"/n/3\">a</a> <a href=\"/n/3\">b</a></p>"),
      ("[a](no.md)", "<p><span class=\"missing\">a</span></p>"),
      ("[](note.md)", "<p><a href=\"/n/1\">note.md</a></p>"),
      ("[a](#Two%20words)", "<p><a href=\"#h-two-words\">a</a></p>"),
      ("[a](../note.md)", "<p><span class=\"missing\">a</span></p>"),
      ("[*a*][r]\n\n[r]: note.md 'T'", "<p><a href=\"/n/1\" title=\"T\"><em>a</em></a></p>"),
      ("[a](/about) [b](//x.org) [c](?q) [d]()", "<p>a b c d</p>"),
      ("[a](https:/x) [b](http:x) [c](https:///x)", "<p>a b c</p>"),
      ("[ü](https://x.org/ü)", "<p><a href=\"https://x.org/%C3%BC\"REL>ü</a></p>"),
      (
        "see https://x.org/a_b_(c). Or (www.x.org/a)!",
        "<p>see <a href=\"https://x.org/a_b_(c)\"REL>https://x.org/a_b_(c)</a>. Or (<a href=\"http://www.x.org/a\"REL>www.x.org/a</a>)!</p>"
      ),
      (
        "x@y.org, a.b+c@d-e.org. @x a@b",
        "<p><a href=\"mailto:x@y.org\">x@y.org</a>, <a href=\"mailto:a.b+c@d-e.org\">a.b+c@d-e.org</a>. @x a@b</p>"
      ),
      (
        "**https://x.org/_a_** `https://x.org`",
        "<p><strong><a href=\"https://x.org/_a\"REL>https://x.org/_a</a>_</strong> <code>https://x.org</code></p>"
      ),
      (
        "[https://a.org](https://b.org)[c](https://d.org)",
        "<p><a href=\"https://b.org\"REL>https://a.org</a><a href=\"https://d.org\"REL>c</a></p>"
      ),
      (
        "https://x.org?a=1&amp;b",
        "<p><a href=\"https://x.org?a=1&amp;b\"REL>https://x.org?a=1&amp;b</a></p>"
      ),
      (
        "| https://x.org |\n|-|",
        "<div class=\"table\"><table>\n<thead><tr><th scope=\"col\"><a href=\"https://x.org\"REL>https://x.org</a></th></tr></thead>\n</table></div>"
      ),
    ])
  func links(text: String, html: String) throws { try check(text, html) }

  @Test(
    "Obsidian's links",
    arguments: [
      ("[[note]]", "<p><a href=\"/n/1\">note</a></p>"),
      ("[[note|A & B]]", "<p><a href=\"/n/1\">A &amp; B</a></p>"),
      ("[[sub/other#Part one]]", "<p><a href=\"/n/2#h-part-one\">sub/other › Part one</a></p>"),
      ("[[#Part]]", "<p><a href=\"#h-part\">Part</a></p>"),
      ("[[no|x]]", "<p><span class=\"missing\">x</span></p>"),
      ("**[[note|*x*]]**", "<p><strong><a href=\"/n/1\">*x*</a></strong></p>"),
      ("`[[note]]` \\[[note]]", "<p><code>[[note]]</code> [[note]]</p>"),
      ("    [[note]]", "<pre dir=\"ltr\"><code>[[note]]\n</code></pre>"),
      ("[a [[note]] b](sub/other.md)", "<p><a href=\"/n/2\">a note b</a></p>"),
      (
        "|[[note\\|x]]|\n|-|",
        "<div class=\"table\"><table>\n<thead><tr><th scope=\"col\"><a href=\"/n/1\">x</a></th></tr></thead>\n</table></div>"
      ),
      ("[[note]]: x", "<p><a href=\"/n/1\">note</a>: x</p>"),
      ("![[note]]", "<p><a href=\"/n/1\">note</a></p>"),
      ("[[https://x.org]]", "<p><span class=\"missing\">https://x.org</span></p>"),
    ])
  func wikiLinks(text: String, html: String) throws { try check(text, html) }

  @Test(
    "pictures, sound and film",
    arguments: [
      (
        "![A \"b\"](photo.jpg 't')",
        "<p><img src=\"/media/photo.jpg\" alt=\"A &quot;b&quot;\" loading=\"lazy\" title=\"t\" width=\"400\" height=\"300\" /></p>"
      ),
      (
        "![[photo.jpg|200]]",
        "<p><img src=\"/media/photo.jpg\" alt=\"\" loading=\"lazy\" width=\"200\" height=\"150\" /></p>"
      ),
      (
        "![[photo.jpg|A dog|200x50]]",
        "<p><img src=\"/media/photo.jpg\" alt=\"A dog\" loading=\"lazy\" width=\"200\" height=\"50\" /></p>"
      ),
      (
        "![dog|120](unsized.png)",
        "<p><img src=\"/media/unsized.png\" alt=\"dog\" loading=\"lazy\" width=\"120\" /></p>"
      ),
      ("![](unsized.png)", "<p><img src=\"/media/unsized.png\" alt=\"\" loading=\"lazy\" /></p>"),
      (
        "[![a](photo.jpg)](note.md)",
        "<p><a href=\"/n/1\"><img src=\"/media/photo.jpg\" alt=\"a\" loading=\"lazy\" width=\"400\" height=\"300\" /></a></p>"
      ),
      (
        "![[sound.m4a]]",
        "<p><audio controls=\"controls\" preload=\"metadata\" src=\"/media/sound.m4a\"><a href=\"/media/sound.m4a\">sound.m4a</a></audio></p>"
      ),
      (
        "![x](film.mp4)",
        "<p><video controls=\"controls\" preload=\"metadata\" src=\"/media/film.mp4\" width=\"1920\" height=\"1080\"><a href=\"/media/film.mp4\">x</a></video></p>"
      ),
      ("[![x](film.mp4)](note.md)", "<p><a href=\"/n/1\">x</a></p>"),
      (
        "![[drawing.svg]] ![p](paper.pdf)",
        "<p><a class=\"file\" href=\"/media/drawing.svg\">drawing.svg</a> <a class=\"file\" href=\"/media/paper.pdf\">p</a></p>"
      ),
      (
        "![a](https://x.org/t.gif)",
        "<p><a class=\"remote-image\" href=\"https://x.org/t.gif\"REL>a</a></p>"
      ),
      (
        "![](https://x.org/t.gif)",
        "<p><a class=\"remote-image\" href=\"https://x.org/t.gif\"REL>https://x.org/t.gif</a></p>"
      ),
      ("[![a](https://x.org/t.gif)](note.md)", "<p><a href=\"/n/1\">a</a></p>"),
      ("![a](no.jpg)", "<p><span class=\"missing\">a</span></p>"),
      ("![[no.jpg]]", "<p><span class=\"missing\">no.jpg</span></p>"),
      (
        "![*a* `b` [[note|c]]](photo.jpg)",
        "<p><img src=\"/media/photo.jpg\" alt=\"a b c\" loading=\"lazy\" width=\"400\" height=\"300\" /></p>"
      ),
    ])
  func media(text: String, html: String) throws { try check(text, html) }

  @Test(
    "tags",
    arguments: [
      ("#one two", "<p><a class=\"tag\" href=\"/?tag=one\">#one</a> two</p>"),
      (
        "a #A/b-c, (#d) \"#e\"",
        "<p>a <a class=\"tag\" href=\"/?tag=a%2Fb-c\">#A/b-c</a>, (<a class=\"tag\" href=\"/?tag=d\">#d</a>) &quot;<a class=\"tag\" href=\"/?tag=e\">#e</a>&quot;</p>"
      ),
      ("#a_b_c", "<p><a class=\"tag\" href=\"/?tag=a_b_c\">#a_b_c</a></p>"),
      ("#旅行 x", "<p><a class=\"tag\" href=\"/?tag=%E6%97%85%E8%A1%8C\">#旅行</a> x</p>"),
      ("#1 #12-3 a#b ## #! \\#c `#d` C#", "<p>#1 #12-3 a#b ## #! #c <code>#d</code> C#</p>"),
      (
        "#a#b #c- #d/",
        "<p><a class=\"tag\" href=\"/?tag=a\">#a</a>#b <a class=\"tag\" href=\"/?tag=c\">#c</a>- <a class=\"tag\" href=\"/?tag=d\">#d</a>/</p>"
      ),
      (
        "[#a](note.md) **#b** [[note]]#c",
        "<p><a href=\"/n/1\">#a</a> <strong><a class=\"tag\" href=\"/?tag=b\">#b</a></strong> <a href=\"/n/1\">note</a>#c</p>"
      ),
      ("x\n#y", "<p>x\n<a class=\"tag\" href=\"/?tag=y\">#y</a></p>"),
      ("https://x.org/#y", "<p><a href=\"https://x.org/#y\"REL>https://x.org/#y</a></p>"),
    ])
  func tags(text: String, html: String) throws { try check(text, html) }

  @Test(
    "callouts",
    arguments: [
      (
        "> [!note] A *b*\n> c",
        "<div class=\"callout callout-note\">\n<p class=\"callout-title\">A <em>b</em></p>\n<p>c</p>\n</div>"
      ),
      (
        "> [!Big-Tip]\n> c",
        "<div class=\"callout callout-big-tip\">\n<p class=\"callout-title\">Big tip</p>\n<p>c</p>\n</div>"
      ),
      (
        "> [!faq]- Q\n>\n> A",
        "<details class=\"callout callout-faq\">\n<summary class=\"callout-title\">Q</summary>\n<p>A</p>\n</details>"
      ),
      (
        "> [!faq]+",
        "<details class=\"callout callout-faq\" open=\"open\">\n<summary class=\"callout-title\">Faq</summary>\n</details>"
      ),
      ("> [!a\"b] c", "<blockquote>\n<p>[!a&quot;b] c</p>\n</blockquote>"),
      ("> x [!note]", "<blockquote>\n<p>x [!note]</p>\n</blockquote>"),
    ])
  func callouts(text: String, html: String) throws { try check(text, html) }

  @Test("footnotes stand at the end, with ids that belong to the note")
  func footnotes() throws {
    let text = "a[^x] b[^y] c[^x] d[^no]\n\n[^y]: *Y*\n[^x]: X\n[^z]: unused"
    let html = SmallVault.render(Array(text.utf8)) { $0.idPrefix = "n 1-" }.html
    _ = try StrictHTML(html.bytes)
    #expect(
      html.text.replacing(" dir=\"auto\"", with: "") == """
        <p>a<sup class="footnote"><a href="#n-1-fn-1" id="n-1-fnref-1">1</a></sup> \
        b<sup class="footnote"><a href="#n-1-fn-2" id="n-1-fnref-2">2</a></sup> \
        c<sup class="footnote"><a href="#n-1-fn-1">1</a></sup> d[^no]</p>
        <section class="footnotes"><ol>
        <li id="n-1-fn-1">
        <p>X</p>
        <a class="footnote-back" href="#n-1-fnref-1">↩</a></li>
        <li id="n-1-fn-2">
        <p><em>Y</em></p>
        <a class="footnote-back" href="#n-1-fnref-2">↩</a></li>
        </ol></section>
        """)
  }

  @Test("the options change prefix, level, language and tag address")
  func options() {
    let note = SmallVault.render(Array("# A\n\n#b [c](#A)".utf8)) {
      $0.idPrefix = "n7-"
      $0.headingShift = 2
      $0.language = "ar"
      $0.tagAddress = "/tl/?t="
    }
    #expect(
      note.html.text == """
        <h3 id="n7-h-a" dir="auto" lang="ar">A</h3>
        <p dir="auto" lang="ar"><a class="tag" href="/tl/?t=b">#b</a> <a href="#n7-h-a">c</a></p>

        """)
    let strange = SmallVault.render(Array("# A".utf8)) {
      $0.language = "\"><script>"
      $0.headingShift = .max
    }
    #expect(strange.html.text == "<h6 id=\"h-a\" dir=\"auto\">A</h6>\n")
  }

  @Test("links, media, tags and what is missing are listed once each, in order")
  func lists() {
    let text = """
      [[note]] [x](note.md) [[no]] [y](no.md) ![[photo.jpg]] ![](photo.jpg) [z](photo.jpg)
      #a #B #A [[note]] ![[note]]
      """
    let note = SmallVault.render(Array(text.utf8))
    #expect(note.links.map(\.link.text) == ["note", "note.md", "photo.jpg", "note"])
    #expect(note.media.map(\.link.text) == ["photo.jpg", "photo.jpg"])
    #expect(note.missing.map(\.link.text) == ["no", "no.md"])
    #expect(note.tags.map(\.text) == ["a", "b"])
    #expect(!note.isCut && !note.leavesOutTables)
  }

  @Test("links are relative to the folder of the note, and none leads out of the vault")
  func folders() {
    let seen = TargetLog()
    let renderer = NoteRenderer(folder: VaultPath("sub/deep")) { target in
      seen.add(target)
      return nil
    }
    _ = renderer.render(
      Array("[a](x.md) [b](../y.md) [c](../../../z.md) ![d](%2e%2e/%2e%2e/%2e%2e/w.jpg) [[v]]".utf8)
    )
    #expect(seen.count == 4)
    // A name may have a literal `%2e%2e`, which is no way out.
    #expect(
      seen.paths
        == ["sub/deep/x.md", "sub/y.md", "sub/deep/%2e%2e/%2e%2e/%2e%2e/w.jpg", "sub/deep/v"])
  }

  @Test("an address of the resolver that a browser could read as another one is not written")
  func addresses() {
    for address in [
      "javascript:alert(1)", "//x.org", "/a\\b", "/a\n", "", " /a", "data:,x", "\u{1}/",
      "/media/../x",
      "/media/%2E%2e/x", "..", "/a/.",
    ] {
      let renderer = NoteRenderer { _ in .page(address: address) }
      #expect(renderer.render(Array("[[a]]".utf8)).html.text.contains("missing"), "\(address)")
    }
  }

  @Test("the noncharacters of marks are replaced where a note contains them")
  func noncharacters() {
    for last: UInt8 in 0x90...0x92 {
      let note = SmallVault.render(Array("a".utf8) + [0xEF, 0xB7, last] + Array("0[[note]]".utf8))
      #expect(note.html.text == "<p dir=\"auto\">a\u{FFFD}0<a href=\"/n/1\">note</a></p>\n")
    }
  }

  @Test("a note that is too long is cut at the end of a line or character, and says so")
  func cut() throws {
    let lines = Array(String(repeating: "line\n", count: 100).utf8)
    let note = SmallVault.render(lines) { $0.sizeLimit = 52 }
    #expect(note.isCut)
    #expect(try StrictHTML(note.html.bytes).text.count { $0 == "l" } == 10)
    let umlauts = SmallVault.render(Array("äöü".utf8)) { $0.sizeLimit = 3 }
    #expect(try StrictHTML(umlauts.html.bytes).text == "ä\n")
    let output = SmallVault.render(lines) { $0.outputLimit = 40 }
    #expect(output.isCut)
    _ = try StrictHTML(output.html.bytes)
  }

  @Test(
    "a heading with which the text begins can be that of the page",
    arguments: [
      ("# A\n## B\n### C", ["h1", "h2", "h3"]), ("# A\n## B\n# C", ["h1", "h3", "h2"]),
      ("A\n===\n\ntext", ["h1"]), ("text\n\n# A\n## B", ["h2", "h3"]), ("## A\n# B", ["h3", "h2"]),
      ("> # A\n\n# B", ["h2", "h2"]), ("# A\n\n> # B", ["h1", "h2"]),
    ])
  func raisedTitle(_ text: String, _ expected: [String]) {
    let note = SmallVault.render(Array(text.utf8)) { $0.raisesTitle = true }
    let names = note.html.text.matches(of: #/<(h[1-6]) /#).map { String($0.1) }
    #expect(names == expected)
    #expect(note.hasTitle == (expected[0] == "h1"))
  }

  @Test("front matter is not shown, and a byte order mark is not either")
  func frontMatter() {
    let document = NoteDocument(Array("\u{FEFF}---\ntitle: x\n---\ntext".utf8))
    #expect(NoteRenderer().render(document).html.text == "<p dir=\"auto\">text</p>\n")
  }
}

/// The paths that a resolver was asked for.
private final class TargetLog: @unchecked Sendable {
  // A renderer asks from the thread that calls it.
  private(set) var paths: [String] = []
  private(set) var count = 0
  func add(_ target: LinkTarget) {
    paths += target.paths.map(\.text)
    count += 1
  }
}
