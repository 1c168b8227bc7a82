import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

@Suite("Links from other notes")
struct BacklinkTests {
  private static func linked(_ body: String) -> [String] {
    let part = body.split(separator: "class=\"backlinks\"").dropFirst().first ?? ""
    let end = part.range(of: "</nav>")?.lowerBound ?? part.startIndex
    return part[..<end].split(separator: "<li><a href=\"/n/").dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
  }

  @Test("links by name and by path are shown on the note to which they lead, the newest first")
  func links() async throws {
    let browser = try await RunningPage([
      "target.md": "---\nid: t\n---\n# Target\n\n[[target]]\n",
      "x/a.md": "---\nid: a\ndate: 2016-01-01\n---\nsee [[Target|it]]\n",
      "x/b.md": "---\nid: b\ndate: 2017-01-01\n---\nsee [it](../target.md#x)\n",
      "x/c.md": "---\nid: c\n---\n`[[target]]` and [it](target.md)\n",
      "y/target.md": "---\nid: other\n---\nx\n",
      "d.md": "---\nid: d\ndate: 2018-01-01\n---\n[other](y/target.md)\n",
    ]).browser()
    #expect(Self.linked(try await browser.get("/n/t?links=1").body) == ["b", "a"])
    #expect(Self.linked(try await browser.get("/n/t").body) == ["b", "a"])
    #expect(Self.linked(try await browser.get("/n/other").body) == ["d"])
    #expect(Self.linked(try await browser.get("/n/a").body) == [])
  }

  @Test("changed, new and removed notes are known without reading the others again")
  func changes() async throws {
    let (page, browser) = try await RunningPage([
      "t.md": "---\nid: t\n---\nx\n", "a.md": "---\nid: a\n---\n[[t]]\n",
      "b.md": "---\nid: b\n---\nnothing\n",
    ]).withBrowser()
    #expect(Self.linked(try await browser.get("/n/t?links=1").body) == ["a"])
    try page.folder.write("---\nid: b\ndate: 2001-01-01\n---\n[[t]]\n", to: "vault/b.md")
    try page.folder.write("---\nid: c\ndate: 2000-01-01\n---\n[[t]]\n", to: "vault/c.md")
    try await page.settled { $0.count == 4 }
    try await Self.wait { Self.linked(try await browser.get("/n/t").body) == ["a", "b", "c"] }
    try page.folder.remove("vault/a.md")
    try await page.settled { $0.count == 3 }
    try await Self.wait { Self.linked(try await browser.get("/n/t").body) == ["b", "c"] }
    try page.folder.write("---\nid: b\n---\nno more\n", to: "vault/b.md")
    try await Self.wait { Self.linked(try await browser.get("/n/t").body) == ["c"] }
  }

  @Test("before the links are read the page says so, and leads to them")
  func unknown() async throws {
    let browser = try await RunningPage([
      "t.md": "---\nid: t\n---\nx\n", "a.md": "---\nid: a\n---\n[[t]]\n",
    ]).browser()
    let first = try await browser.get("/n/t")
    let tag = try #require(first.header("etag"))
    #expect(first.body.contains("/n/t?links=1"))
    #expect(Self.linked(try await browser.get("/n/t?links=1").body) == ["a"])
    try await browser.get("/n/t", ["If-None-Match": tag]).expect(200, lacks: "/n/t?links=1")
  }

  @Test("images and definitions are links too; comments and paths that lead out are not")
  func otherLinks() async throws {
    let browser = try await RunningPage([
      "t.md": "---\nid: t\n---\nx\n", "x/t.jpg": "no picture",
      "a.md": "---\nid: a\ndate: 2001-01-01\n---\n![it](t.md)\n",
      "b.md": "---\nid: b\ndate: 2002-01-01\n---\n[it][1]\n\n[1]: t.md\n",
      "c.md":
        "---\nid: c\ndate: 2003-01-01\n---\n<!-- [[t]] --> [it](../t.md) [i](https://x/t.md)\n",
      "x/d.md": "---\nid: d\ndate: 2004-01-01\n---\n![[t.jpg]] [[y/t]] [it](t.md)\n",
      "e.md": "---\nid: e\ndate: 2005-01-01\n---\n[[y/t]] and ![[t#head|here]]\n",
    ]).browser()
    #expect(Self.linked(try await browser.get("/n/t?links=1").body) == ["e", "b", "a"])
  }

  @Test("a view looks at so many links, the newest notes first, and says that there may be more")
  func bounds() async throws {
    let links = String(repeating: "[[x/t]]\n", count: 21_000)
    let browser = try await RunningPage([
      "t.md": "---\nid: t\n---\nx\n", "u.md": "---\nid: u\n---\nx\n",
      "a.md": "---\nid: a\ndate: 2001-01-01\n---\n[[t]] [[u]]\n",
      "b.md": "---\nid: b\ndate: 2002-01-01\n---\n\(links)",
      "c.md": "---\nid: c\ndate: 2003-01-01\n---\n[[t]] [[u]]\n\(links)",
    ]).browser()
    let cut = try await browser.get("/n/t?links=1").body
    #expect(Self.linked(cut) == ["c"] && cut.contains("there may be more"))
    let whole = try await browser.get("/n/u").body
    #expect(Self.linked(whole) == ["c", "a"] && !whole.contains("there may be more"))
  }

  @Test("names beyond the limit are not kept, and that is known")
  func limit() {
    var names = LinkNames()
    for number in 0..<6 {
      names.add(NoteID(nonEmpty: "n\(number)"), Set(number * 100_000..<(number + 1) * 100_000))
    }
    #expect(names.isCut)
  }

  private static func wait(_ isSo: () async throws -> Bool) async throws {
    while try await !isSo() { try await Task.sleep(for: .milliseconds(5)) }
  }
}
