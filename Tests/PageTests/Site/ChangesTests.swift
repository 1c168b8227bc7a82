import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Recent changes on the page")
struct ChangesTests {
  private static let files = [
    "a.md": "---\nid: a\ntags: [kaia]\n---\n# Market day\n\nSeven stalls.\n",
    "b.md": "---\nid: b\ntags: [kaia]\n---\ntwo\n",
    "s.md": "---\nid: s\ntags: [kaia]\nopen_after: 2043-01-01\n---\nSecret words\n",
  ]

  @Test("what the page changed is listed by the notes, taken back and made again")
  func changes() async throws {
    let page = try await RunningPage(Self.files)
    let browser = try await page.browser()
    #expect(try await browser.get("/changes").body.contains("Nothing was changed here lately."))
    _ = try await browser.post("/n/a/pin", [:])
    #expect(try page.text("a.md").contains("pinned: true"))
    let list = try await browser.get("/changes").body
    #expect(list.contains("Market day") && list.contains("Changed") && list.contains(">Undo<"))
    let undone = try await browser.post("/changes/1/undo", [:])
    #expect(undone.header("location") == "/changes?done=undone")
    #expect(try page.text("a.md") == Self.files["a.md"])
    // Sent once more.
    #expect(
      try await browser.post("/changes/1/undo", [:]).header("location") == "/changes?done=undone")
    #expect(try page.text("a.md") == Self.files["a.md"])
    let after = try await browser.get("/changes?done=undone").body
    #expect(
      after.contains("Taken back.") && after.contains("taken back") && after.contains(">Redo<"))
    #expect(
      try await browser.post("/changes/1/redo", [:]).header("location") == "/changes?done=redone")
    #expect(try page.text("a.md").contains("pinned: true"))
    #expect(try await browser.post("/changes/1/redo", [:]).status == 404)
    #expect(try await browser.post("/changes/99/undo", [:]).status == 404)
  }

  @Test("a rename in many notes is one change, and shows no word of a sealed note")
  func rename() async throws {
    let page = try await RunningPage(Self.files)
    let browser = try await page.browser()
    _ = try await browser.post("/tags/rename", ["tag": "kaia", "to": "child", "count": "2"])
    let list = try await browser.get("/changes").body
    #expect(list.contains("and 2 others") && !list.contains("Secret"))
    _ = try await browser.post("/changes/1/undo", [:])
    for (path, text) in Self.files { #expect(try page.text(path) == text) }
  }

  @Test("what was changed since in the same place stays, and that is said")
  func changedSince() async throws {
    let page = try await RunningPage(Self.files)
    let browser = try await page.browser()
    _ = try await browser.post("/n/a/trash", [:])
    try page.folder.write("new\n", to: "vault/.tl/local/trash/1/record")
    try FileManager.default.removeItem(atPath: page.folder.path("vault/.tl/local/trash/1/files"))
    let answer = try await browser.post("/changes/1/undo", [:])
    #expect(answer.status == 409 && answer.body.contains("stays as it is"))
  }
}
