import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("The order by hand on the page")
struct OrderPageTests {
  private let files = [
    "a.md": "---\nid: a1\ncreated: 2026-11-01T09:00:00Z\norder: 1000\n---\n\n# <Apples>\n",
    "b.md": "---\nid: b1\ncreated: 2026-11-02T09:00:00Z\norder: 2000\n---\n\n# Bread\n",
    "c.md": "---\nid: c1\ncreated: 2026-11-03T09:00:00Z\n---\n\n# Cheese\n",
    "trackers/t.md": "---\nid: t1\ntl: tracker\n---\n\n# Tea\n",
  ]

  /// The titles of the ordered list.
  private func titles(_ body: String) -> [String] {
    guard let start = body.range(of: "<ol class=\"items\""), let end = body.range(of: "</ol>")
    else {
      return []
    }
    return body[start.lowerBound..<end.lowerBound].split(separator: "dir=\"auto\">").dropFirst().map
    {
      String($0.prefix { $0 != "<" })
    }
  }

  @Test("notes in the order stand first, and the others can be put into it")
  func list() async throws {
    let (page, browser) = try await RunningPage(files).withBrowser()
    let body = try await browser.get("/order").body
    #expect(titles(body) == ["&lt;Apples&gt;", "Bread"])
    expect(body, has: "value=\"before:a1\"", lacks: ">Cheese</a>", ">Tea</a>")
    try await browser.get("/order?q=").expect(has: ">Cheese</a>", lacks: ">Tea</a>")
    try await browser.get("/order?q=cheese").expect(has: ">Cheese</a>", lacks: "No other note")
    try await browser.get("/order?q=bread").expect(has: "No other note", lacks: ">Cheese</a>")

    try await browser.post("/order", ["note": "c1", "place": "before:b1"])
      .expect(303, place: "/order?done=saved#o-c1")
    #expect(try page.text("c.md").contains("\norder: 1500\n"))
    _ = try await browser.post("/order", ["note": "a1", "place": "last"])
    #expect(titles(try await browser.get("/order").body) == ["Cheese", "Bread", "&lt;Apples&gt;"])
  }

  @Test("a note that is taken out loses the key, and nothing else")
  func out() async throws {
    let (page, browser) = try await RunningPage(files).withBrowser()
    _ = try await browser.post("/order", ["note": "b1", "place": "out"])
    #expect(
      try page.text("b.md").replacing(/updated: .*\n/, with: "")
        == "---\nid: b1\ncreated: 2026-11-02T09:00:00Z\n---\n\n# Bread\n")
  }

  @Test("a place that is none, or beside a note that is gone, changes nothing")
  func wrong() async throws {
    let (page, browser) = try await RunningPage(files).withBrowser()
    for place in ["", "before", "before:none", "beside:a1"] {
      let reply = try await browser.post("/order", ["note": "c1", "place": place])
      #expect(reply.status >= 400, "\(place)")
    }
    #expect(try page.text("c.md") == files["c.md"])
  }
}
