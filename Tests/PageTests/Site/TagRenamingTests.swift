import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Renaming tags on the page")
struct TagRenamingTests {
  private static let files = [
    "a.md": "---\nid: a\ntags: [kaia, walks] # mine\n---\none\n",
    "b.md": "---\nid: b\ntags: [kaia/firsts]\n---\ntwo\n",
    "c.md": "---\nid: c\ntags: [kaia, child]\n---\nthree\n",
    "d.md": "---\nid: d\ntags: [child]\n---\nfour\n",
    "e.md": "---\nid: e\ntags: [kaia\n---\nbroken\n",
  ]

  @Test("first it says what would change, and writes nothing")
  func plan() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    #expect(try await browser.get("/tags").body.contains("/tags?rename=kaia"))
    try await browser.get("/tags?rename=kaia&to=child").expect(
      has: "#kaia becomes #child in 3 notes.", "#kaia/firsts becomes #child/firsts.",
      "1 note of these have #child already", "1 note without #kaia have #child already.",
      "Recent changes can take this back.", "e.md")
    #expect(try page.text("a.md") == Self.files["a.md"])
    #expect(try await browser.get("/tags?rename=kaia&to=a,b").body.contains("has a comma"))
    #expect(try await browser.get("/tags?rename=kaia&to=%23KAIA").body.contains("the same tag"))
    #expect(try await browser.get("/tags?rename=none&to=x").body.contains("No note has the tag"))
  }

  @Test("then it renames in every note that can be read, and leaves all else as it is")
  func rename() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let fields = ["tag": "kaia", "to": "child", "count": "3"]
    try await browser.post("/tags/rename", fields).expect(place: "/tags?done=renamed-3-0")
    #expect(try page.text("a.md").contains("tags: [child, walks] # mine\n"))
    #expect(try page.text("b.md").contains("tags: [child/firsts]\n"))
    #expect(try page.text("c.md").contains("tags: [child]\n"))
    #expect(try page.text("d.md") == Self.files["d.md"])
    #expect(try page.text("e.md") == Self.files["e.md"])
    #expect(try await browser.get("/tags?done=renamed-3-0").body.contains("Renamed in 3 notes."))
  }

  @Test("a plan that is not true any more changes nothing")
  func stale() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let fields = ["tag": "kaia", "to": "child", "count": "2"]
    #expect(try await browser.post("/tags/rename", fields).status == 409)
    let comma = ["tag": "kaia", "to": "a,b", "count": "3"]
    #expect(try await browser.post("/tags/rename", comma).status == 422)
    #expect(try page.text("a.md") == Self.files["a.md"])
  }

  @Test("a nested tag stands below its own, also where no note has that one")
  func nested() throws {
    let tags = ["b/y", "b/x", "a", "b/x/z", "c"].compactMap { Tag($0) }
    let counts = ["a": 2, "b": 3, "b/x": 1, "b/x/z": 1, "b/y": 2]
    let totals = Dictionary(
      uniqueKeysWithValues: try counts.map { (try #require(Tag($0.key)), $0.value) })
    let paths = TagsView.paths(tags, totals).map { $0.map(\.text).joined(separator: " ") }
    #expect(paths == ["b", "b b/y", "b b/x", "b b/x b/x/z", "a", "c"])
  }

  @Test("the list says how many notes of the timeline each tag leads to")
  func list() async throws {
    var files = Self.files
    files["people/kim.md"] = "---\nid: kim\ntl: person\ntags: [child]\n---\n"
    let body = try await RunningPage(files).browser().get("/tags").body
    let rows = body.split(separator: "<li").filter { $0.contains("/tags?rename=") }
    #expect(rows.count == 4)
    #expect(rows[0].contains("kaia") && rows[0].contains("<small>3<span class=\"vh\"> notes"))
    #expect(rows[1].contains("kaia/</span>firsts"))
    #expect(rows[2].contains("child") && rows[2].contains("<small>2<span"), "without the page")
  }
}
