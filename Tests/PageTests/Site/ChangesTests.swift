import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Page

@Suite("Recent changes on the page")
struct ChangesTests {
  private static let files = [
    "a.md": "---\nid: a\ntags: [kaia]\n---\n# Market day\n\nSeven stalls.\n",
    "b.md": "---\nid: b\ntags: [kaia]\n---\ntwo\n",
    ".tl/config.yaml": "format: 1\n",
    "trackers/c.md": "---\nid: c\ntl: tracker\ntitle: Coffee\n---\n## Log\n\n- 2026-11-14\n",
    "s.md": "---\nid: s\ntags: [kaia]\nopen_after: 2043-01-01\n---\nSecret words\n",
  ]

  @Test("what the page changed is listed by the notes, taken back and made again")
  func changes() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    #expect(try await browser.get("/changes").body.contains("Nothing was changed here lately."))
    _ = try await browser.post("/n/a/pin", [:])
    #expect(try page.text("a.md").contains("pinned: true"))
    try await browser.get("/changes").expect(has: "Market day", "Pinned", ">Undo<")
    let undone = try await browser.post("/changes/1/undo", [:])
    #expect(undone.header("location") == "/changes?done=undone")
    #expect(try page.text("a.md") == Self.files["a.md"])
    // Sent once more.
    #expect(
      try await browser.post("/changes/1/undo", [:]).header("location") == "/changes?done=undone")
    #expect(try page.text("a.md") == Self.files["a.md"])
    try await browser.get("/changes?done=undone").expect(has: "Taken back.", "taken back", ">Redo<")
    #expect(
      try await browser.post("/changes/1/redo", [:]).header("location") == "/changes?done=redone")
    #expect(try page.text("a.md").contains("pinned: true"))
    #expect(try await browser.post("/changes/1/redo", [:]).status == 404)
    #expect(try await browser.post("/changes/99/undo", [:]).status == 404)
  }

  @Test("what a phone has sent is told apart, and taken back alike")
  func phone() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let recorder = OperationRecorder(
      LoggedOperation.Head(
        time: "2026-11-20T18:03:11+01:00", face: .phone, words: "from a phone: ada"))
    try pin(try #require(VaultPath("a.md")), in: page, as: recorder)
    recorder.finish()
    #expect(try page.text("a.md").contains("pinned: true"))
    try await browser.get("/changes").expect(has: "Market day", ", from a phone")
    _ = try await browser.post("/changes/1/undo", [:])
    #expect(try page.text("a.md") == Self.files["a.md"])
  }

  private func pin(_ path: VaultPath, in page: RunningPage, as recorder: OperationRecorder) throws {
    let writer = try NoteWriter(
      Vault(opening: page.folder.path("vault")), page.site.settings.surroundings, zone: .utc,
      operation: recorder)
    try writer.edit(path, provisionalID: ProvisionalID.of(path), stampsUpdated: false) {
      try $0.settingPinned(true)
    }
  }

  @Test("a rename in many notes is one change, and shows no word of a sealed note")
  func rename() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    _ = try await browser.post("/tags/rename", ["tag": "kaia", "to": "child", "count": "2"])
    try await browser.get("/changes").expect(has: "Changed 3 notes: tags", lacks: "Secret")
    _ = try await browser.post("/changes/1/undo", [:])
    for (path, text) in Self.files { #expect(try page.text(path) == text) }
  }

  @Test("a change from before a note was sealed and renamed does not name it")
  func sealedLater() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    _ = try await browser.post("/n/a/pin", [:])
    try page.folder.write(
      "---\nid: a\nopen_after: 2043-01-01\n---\n# Market day\n", to: "vault/2026-11-20-1803.md")
    try page.folder.remove("vault/a.md")
    try await page.settled { index in
      index.notes(withID: "a").contains { index.path($0).text.hasPrefix("2026") }
    }
    try await browser.get("/changes").expect(has: "Sealed until 2043-01-01", lacks: "Market")
  }

  @Test(
    "what the page says after a change offers to take it back, without script too",
    arguments: [
      ("/n/a/pin", [:], "Pinned."), ("/n/a/fav", ["back": "/?q=x"], "A favourite."),
      ("/tags/rename", ["tag": "kaia", "to": "child", "count": "2"], "Renamed in 3 notes."),
      ("/settings/vault/nudge.mood", ["value": "casual"], "Saved."),
      ("/categories", ["name": "Trains", "symbol": "", "color": ""], "Added."),
      ("/people", ["name": "Linh", "born": "2024-02-29"], "The page is there."),
      ("/order", ["note": "a", "place": "first"], "Saved."),
      ("/since/c/archive", [:], "Saved."),
      ("/new", ["id": "7d3f0b52-9c1e-4f6a-8b8e-2f1a4c5d6e70", "text": "New"], "Saved."),
    ] as [(String, [String: String], String)])
  func offered(path: String, fields: [String: String], words: String) async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let before = try texts(of: page)
    let answer = try await browser.post(path, fields)
    let location = try #require(answer.header("location"), "\(answer.body)")
    let shown = try await browser.get(location.prefix { $0 != "#" }.description).body
    #expect(shown.contains(">\(words) <button form=\"act\""), "\(location)")
    let notice = shown.firstMatch(of: /<div id="bar" class="notice".*formaction="([^"]+)"/)
    let undo = try #require(notice?.1)
    #expect(try await browser.post(String(undo), ["back": location]).status == 303)
    #expect(try texts(of: page) == before)
  }

  private func texts(of page: RunningPage) throws -> [String] {
    try ([".tl/config.yaml"] + page.notes()).map { "\($0)\n\(try page.text($0))" }
  }

  @Test("only the session that made the last change is offered to take it back")
  func newest() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let pinned = try await browser.post("/n/a/pin", [:])
    let location = try #require(pinned.header("location"))
    func offers(_ browser: Browser, _ address: String) async throws -> Bool {
      try await browser.get(address).body.contains("formaction=\"/changes/1/undo\"")
    }
    #expect(try await offers(browser, location))
    #expect(try await !offers(page.browser(), location))
    for forged in [
      "/n/a?done=pinned,1", "/n/a?done=pinned,1!0123456789abcdef",
      location.replacing(",1!", with: ",2!"), location.replacing("pinned", with: "saved"),
    ] {
      #expect(try await !offers(browser, forged), "\(forged)")
    }
    _ = try await browser.post("/n/b/pin", [:])
    #expect(try await !offers(browser, location))
  }

  @Test("a note that was made is gone when that is taken back, and so is its page")
  func madeHere() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let id = "7d3f0b52-9c1e-4f6a-8b8e-2f1a4c5d6e70"
    let made = try await browser.post("/new", ["id": id, "text": "New"])
    let location = try #require(made.header("location"))
    for _ in 0..<2 {
      let answer = try await browser.post("/changes/1/undo", ["back": location])
      #expect(answer.header("location") == "/changes?done=undone")
    }
    #expect(try await browser.get("/changes?done=undone").status == 200)
  }

  @Test("a script is told what it can offer, and the same when it asks again")
  func script() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let headers = [
      "X-Requested-With": "tl", "Accept": "application/json", "Tl-Operation": "operation-1",
      "Tl-Account": "local",
    ]
    let first = try await browser.post("/n/a/pin", [:], headers)
    let done = try #require(try first.text("done"))
    #expect(done.hasPrefix("pinned,1!"))
    let again = try await browser.post("/n/a/pin", [:], headers)
    #expect(try again.text("done") == done)
    #expect(try await browser.get("/n/a?done=\(done)").body.contains("/changes/1/undo"))
  }

  @Test("what was changed since in the same place stays, and that is said")
  func changedSince() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    _ = try await browser.post("/n/a/trash", [:])
    try page.folder.write("new\n", to: "vault/.tl/local/trash/1/record")
    try page.folder.remove("vault/.tl/local/trash/1/files")
    try await browser.post("/changes/1/undo", [:]).expect(409, has: "stays as it is")
  }
}
