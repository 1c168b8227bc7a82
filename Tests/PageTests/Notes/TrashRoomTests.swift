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
    let emptied = try await browser.post("/trash/empty", ["through": through])
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
    let throughs = try await browser.get("/trash").body.values(after: "name=\"through\" value=\"")
    // The newest comes first, after the form for all.
    let gone = try await browser.post(
      "/trash/empty", ["through": try #require(throughs.dropFirst().first), "one": "1"])
    #expect(gone.place == "/trash?done=gone")
    let left = try Trash(page.site.settings.source.open().folder).entries()
    #expect(left.map(\.origin.text) == ["a.md"])
  }
}
