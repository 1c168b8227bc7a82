import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Page

@Suite("The trash on the page")
struct TrashRoomTests {
  @Test("emptying removes what was shown for good, and nothing that came after")
  func empty() async throws {
    let (page, browser) = try await RunningPage([
      "a.md": "---\nid: a\n---\nbell\n", "b.md": "---\nid: b\n---\nchair\n",
    ]).withBrowser()
    try await browser.get("/trash").expect(has: "The trash is empty.", lacks: "/trash/empty")
    #expect(try await browser.post("/n/a/trash", [:]).status == 303)
    let shown = try await browser.get("/trash").body
    #expect(shown.contains("just now") && shown.contains("1 entry will be gone"))
    #expect(shown.contains("What you removed stays here until you empty the trash."))
    // It had none.
    let picture = try await browser.get("/trash/1/picture")
    #expect(picture.status == 200 && picture.header("content-type") == "image/svg+xml")
    let through = try #require(shown.values(after: "name=\"through\" value=\"").first)
    #expect(try await browser.post("/n/b/trash", [:]).status == 303)
    #expect(try await browser.post("/trash/empty", [:]).status == 403)
    let emptied = try await browser.post("/trash/empty", ["from": "0", "through": through])
    #expect(emptied.place == "/trash?done=emptied")
    let left = try Trash(page.site.settings.source.open().folder).entries()
    #expect(left.map(\.origin.text) == ["b.md"])
  }

  @Test("one of what was removed goes for good, and the rest stays")
  func one() async throws {
    let (page, browser) = try await RunningPage([
      "a.md": "---\nid: a\n---\nbell\n", "b.md": "---\nid: b\n---\nchair\n",
    ]).withBrowser()
    #expect(try await browser.post("/n/a/trash", [:]).status == 303)
    #expect(try await browser.post("/n/b/trash", [:]).status == 303)
    // The newest comes first, after the form for all.
    let older = try #require(
      try await browser.get("/trash").body.values(after: "name=\"from\" value=\"").last)
    let form = ["from": older, "through": older]
    #expect(try await browser.post("/trash/empty", form).place == "/trash?done=gone")
    let left = try Trash(page.site.settings.source.open().folder).entries()
    #expect(left.map(\.origin.text) == ["b.md"])
    // Nothing is said to be gone that was not there, and half a form deletes nothing.
    #expect(try await browser.post("/trash/empty", form).status == 403)
    #expect(try await browser.post("/trash/empty", ["through": "99"]).status == 403)
    #expect(try Trash(page.site.settings.source.open().folder).entries().count == 1)
  }
}
