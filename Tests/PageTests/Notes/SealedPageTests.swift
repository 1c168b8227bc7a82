import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Page

@Suite("Sealed notes on the page")
struct SealedPageTests {
  private static let letter = """
    ---
    id: letter
    created: 2026-05-17T08:00:00Z
    open_after: 2999-05-17
    tags: [eighteen]
    people: [Kaia]
    place: Behind the old well
    coordinates: [59.91, 10.75]
    ---
    # When you are grown

    Tenderly, and see [[open]], [[Behind the old well]] and ![[cake]].

    """
  private static let copy =
    "---\nid: other\nconflict_of: letter\nconflict_from: phone\n---\n# When you are grown\n\nTenderly!\n"
  private static let files = [
    "2026/2026-05-17-080000.md": letter, "2026/2026-05-17-080000.media/cake.jpg": "not a picture",
    "2026/2026-05-17-080000.media/trip/cake.jpg": "not a picture", "2026/copy.md": copy,
    "open.md": "---\nid: open\n---\n# Open\n\nA bell.\n",
    "people/kaia.md": "---\nid: kaia\ntl: person\ntitle: Kaia\nbirthday: 2025-05-17\n---\n",
  ]

  @Test(
    "no page shows a word of one, nor its tags and files",
    arguments: [
      "/", "/?q=tenderly", "/search?q=tenderly", "/search?q=grown", "/tags",
      "/photos", "/audio", "/m/2026-05", "/d/2026-05-17", "/calendar/2026", "/n/letter",
      "/n/letter?fragment=1", "/n/letter/raw", "/n/letter/edit", "/n/letter/history", "/n/other",
      "/n/other/raw", "/n/open?links=1", "/conflicts", "/today", "/people", "/people/kaia",
      "/stats", "/places", "/map", "/map?z=9&lat=59.91&lon=10.75", "/api/v1/places",
      "/milestones", "/media/2026/2026-05-17-080000.media/cake.jpg",
      "/p/2026/2026-05-17-080000.media/cake.jpg", "/doctor",
      "/media/2026/2026-05-17-080000.media/trip/cake.jpg",
      "/p/2026/2026-05-17-080000.media/trip/cake.jpg",
      "/i/800/1-1.1/2026/2026-05-17-080000.media/cake.jpg", "/api/v1/people", "/api/v1/today",
      "/api/v1/stats", "/changes", "/api/v1/operations",
    ])
  func hidden(_ address: String) async throws {
    let page = try await RunningPage(Self.files)
    let body = try await page.browser().get(address).body
    let bare = body.replacing("q=tenderly", with: "").replacing("value=\"tenderly\"", with: "")
      .replacing("value=\"grown\"", with: "")
    for word in [
      "When you are grown", "Tenderly, and", "Tenderly!", "cake.jpg", "#eighteen", "old well",
      "near Oslo",
    ] {
      #expect(!bare.contains(word), "\(address) shows \(word)")
    }
    #expect(!body.contains("not a picture"))
  }

  @Test("a conflict copy that was shown is hidden as soon as its note is sealed, and shown again")
  func copyOfSealed() async throws {
    let opened = Self.letter.replacing("open_after: 2999-05-17\n", with: "")
    let copy = Self.copy.replacing("Tenderly!", with: "Tenderly! [[open]]")
    let (page, browser) = try await RunningPage([
      "letter.md": opened, "copy.md": copy, "open.md": "---\nid: open\n---\n# Open\n",
    ]).withBrowser()
    #expect(try await browser.get("/").body.contains("Tenderly!"))
    #expect(try await browser.get("/n/open?links=1").body.contains("<li><a href=\"/n/other\""))
    for (text, isSealed) in [(Self.letter, true), (opened, false)] {
      try page.folder.write(text, to: "vault/letter.md")
      try await page.settled { index in
        index.notes(withID: "other").contains { index.opening($0) != nil } == isSealed
      }
      #expect(try await browser.get("/").body.contains("Tenderly!") != isSealed)
      let links = try await browser.get("/n/open?links=1").body
      #expect(links.contains("<li><a href=\"/n/other\"") != isSealed)
    }
  }

  @Test("a conflict copy of one that comes back from the trash shows no word")
  func restoredCopy() async throws {
    let page = try await RunningPage(["letter.md": Self.letter, "copy.md": Self.copy])
    let browser = try await page.browser()
    let path = try #require(VaultPath("copy.md"))
    let trash = Trash(try VaultFolder(opening: page.folder.path("vault")))
    let number = try trash.put(note: path, at: "2026-11-18T08:00:00Z").entry.number
    try await page.settled { $0.count == 1 }
    try await browser.post(
      "/trash/\(number)/restore", [:], ["X-Requested-With": "tl", "Accept": "application/json"]
    ).expect(200, has: "Sealed until", lacks: "Tenderly")
  }

  @Test("a small copy of a picture in one is not found")
  func picture() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let path = "/i/800/1-1.1/2026/2026-05-17-080000.media/cake.jpg"
    #expect(try await browser.get(path).status == 404)
  }

  @Test("a note is sealed in the form, when it is written and later")
  func sealing() async throws {
    let page = try await RunningPage(["open.md": "---\nid: open\n---\n\nA bell.\n"])
    let browser = try await page.browser()
    let id = "018f3c9a-0000-4000-8000-000000000001"
    try await browser.get("/new").expect(has: "name=\"opens\" value=\"\" min=\"2026-11-19\"")
    let sent = ["id": id, "text": "A whisper.", "opens": "2999-05-17"]
    #expect(try await browser.post("/new", sent).status == 303)
    try await browser.get("/").expect(has: "Sealed until 2999-05-17", lacks: "whisper")
    let written = try await browser.get("/n/open/edit").body
    let base = try #require(written.firstMatch(of: /name="base" value="([^"]+)"/)?.1)
    let change = ["id": "open", "base": String(base), "text": "A bell.", "opens": "2998-01-01"]
    #expect(try await browser.post("/n/open/edit", change).status == 303)
    #expect(try page.text("open.md").contains("open_after: 2998-01-01\n"))
    let wrong = try await browser.post("/new", ["id": "x", "text": "t", "opens": "soon"])
    #expect(wrong.status == 422 && wrong.body.contains("2043-05-17"))
  }

  @Test("a tag and a category are renamed in one too, which no plan says")
  func renaming() async throws {
    let (page, browser) = try await RunningPage([
      "letter.md":
        "---\nid: letter\nopen_after: 2999-05-17\ntags: [eighteen]\ncategory: Book\n---\nText\n",
      ".tl/config.yaml": "format: 1\ncategories: [Book, Day]\n",
    ]).withBrowser()
    try await browser.get("/tags?rename=eighteen&to=grown").expect(has: "No note has the tag")
    for address in ["/categories", "/api/v1/categories"] {
      #expect(!(try await browser.get(address).body.contains("1 note")), "\(address)")
    }
    let tag = try await browser.post(
      "/tags/rename", ["tag": "eighteen", "to": "grown", "count": "0"])
    #expect(tag.status == 303)
    let category = try await browser.post(
      "/categories/remove", ["category": "Book", "to": "Day", "count": "0"])
    #expect(category.status == 303)
    let text = try page.text("letter.md")
    #expect(text.contains("tags: [grown]") && text.contains("category: Day"), "\(text)")
  }

  @Test("the timeline says that there is one, and when it opens")
  func shown() async throws {
    let browser = try await RunningPage(Self.files).browser()
    #expect(try await browser.get("/").body.contains("Sealed until 2999-05-17"))
    try await browser.get("/n/letter").expect(403, has: "2999")
  }

  @Test("the API says no more of one, and changes none")
  func api() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let note = try await browser.get("/api/v1/notes/letter").expect(200, has: "\"sealed\"")
    let list = try await browser.get("/api/v1/notes?text=1")
    for body in [note.body, list.body] {
      #expect(!body.contains("grown") && !body.contains("enderly") && !body.contains("eighteen"))
    }
    let file = try await browser.get("/api/v1/notes/letter", ["Accept": "text/markdown"])
    #expect(file.status == 403 && !file.body.contains("enderly"))
  }

  @Test(
    "one that was sealed a moment ago is not shown, although the index does not know of it yet",
    arguments: [("/n/open/raw", [:]), ("/api/v1/notes/open", ["Accept": "text/markdown"])]
      as [(String, [String: String])])
  func sealedJustNow(address: String, headers: [String: String]) async throws {
    let page = try await RunningPage(["open.md": "---\nid: open\n---\nA bell.\n"])
    let browser = try await page.browser()
    #expect(try await browser.get(address, headers).body.contains("A bell."))
    try page.folder.write(
      "---\nid: open\nopen_after: 2999-05-17\n---\nA whisper.\n", to: "vault/open.md")
    try await browser.get(address, headers).expect(403, lacks: "whisper")
  }

  @Test("an earlier version in the trash is not named")
  func versions() async throws {
    let page = try await RunningPage([
      "2026/2026-05-17-080000.md": Self.letter,
      "former.md": "---\nid: letter\n---\n# When you are grown\n",
    ])
    let path = try #require(VaultPath("former.md"))
    let trash = Trash(try VaultFolder(opening: page.folder.path("vault")))
    _ = try trash.put(note: path, at: "2026-11-18T08:00:00Z")
    try await page.settled { $0.count == 1 }
    try await page.browser().get("/trash").expect(has: "Sealed until 2999-05-17", lacks: "grown")
  }

  @Test("another note leads to none of its files")
  func linked() async throws {
    var files = Self.files
    files["open.md"] =
      "---\nid: open\n---\n# Open\n\n![[cake.jpg]] [it](2026/2026-05-17-080000.media/cake.jpg)\n"
    let page = try await RunningPage(files)
    let body = try await page.browser().get("/n/open").body
    #expect(!body.contains("/media/2026/2026-05-17-080000.media/cake.jpg"), "\(body)")
  }
}
