import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Page

@Suite("Drafts on the page, and what makes it an app")
struct DraftTests {
  private let id = "0f3c1a52-7d1b-4c0e-9d65-7a1c2b3d4e5f"
  private let script = ["X-Requested-With": "tl", "Tl-Account": "local"]

  private func drafts(_ page: RunningPage) throws -> [Draft] {
    try Drafts(Vault(opening: page.folder.path("vault")).folder).list()
  }

  @Test(
    "a text that is stored while it is written is one draft of tl drafts, and goes with the note")
  func storedAndSaved() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    for text in ["Half", "Half written"] {
      let fields = ["id": id, "text": text, "tags": "kaia", "when": "2026-11-20T18:03"]
      #expect(try await browser.post("/drafts", fields, script).status == 200)
    }
    let draft = try #require(try drafts(page).first)
    #expect(try drafts(page).count == 1)
    #expect(draft.options == ["--tag=kaia", "--date=2026-11-20T18:03"])
    #expect(try page.text(draft.path.text) == "Half written")
    try await browser.get("/new?saved=\(draft.number)")
      .expect(has: "Half written", "value=\"kaia\"", "name=\"draft\" value=\"\(draft.number)\"")
    #expect(try await browser.post("/new", ["id": id, "text": "Whole"]).status == 303)
    #expect(try drafts(page).isEmpty)
    // One that comes late, when the note is there.
    #expect(try await browser.post("/drafts", ["id": id, "text": "Half"], script).status == 200)
    #expect(try drafts(page).isEmpty)
  }

  @Test(
    "a draft of tl add keeps its seal, and one with what the form has no field for is not opened")
  func options() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    let kept = Drafts(try VaultFolder(opening: page.folder.path("vault")))
    let sealed = try kept.save(
      Array("A letter".utf8), about: "A letter", name: "add", options: ["--open-after=2999-05-17"],
      at: "2026-11-18T08:00:00Z")
    try await browser.get("/new?saved=\(sealed.number)").expect(has: "value=\"2999-05-17\"")
    let foreign = try kept.save(
      Array("A letter".utf8), about: "A letter", name: "add",
      options: ["--tag=a", "--open-at-age=mira 18 years"], at: "2026-11-18T08:00:00Z")
    try await browser.get("/new?saved=\(foreign.number)")
      .expect(
        409, has: "--open-at-age=mira 18 years", "tl drafts resume \(foreign.number)",
        lacks: "--tag")
  }

  @Test("the draft of a change knows its note and what the change began with")
  func change() async throws {
    let note = "---\nid: n1\n---\n\none\n"
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    let base = Base64.urlEncoded(Array(note.utf8))
    let fields = ["id": "n1", "base": base, "text": "two", "when": "no time yet"]
    #expect(try await browser.post("/drafts", fields, script).status == 200)
    let draft = try #require(try drafts(page).first)
    #expect(draft.note == VaultPath("n.md"))
    #expect(try page.text(draft.path.text).hasSuffix("\ntwo\n"))
    try await browser.get("/drafts").expect(has: "/n/n1/edit?saved=\(draft.number)")
    #expect(try await browser.post("/drafts/\(draft.number)/discard", [:]).status == 303)
    #expect(try drafts(page).isEmpty)
    #expect(try page.text("n.md") == note)
    #expect(try await browser.get("/n/n1/edit?saved=\(draft.number)").status == 404)
  }

  @Test("nothing is stored of a blank text, or by a page that is read only")
  func nothing() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    #expect(try await browser.post("/drafts", ["id": id, "text": " \r\n"], script).status == 200)
    #expect(try drafts(page).isEmpty)
    let other = try await RunningPage(isReadOnly: true)
    let reader = try await other.browser()
    #expect(
      try await reader.post("/drafts", ["id": id, "text": "x", "token": ""], script).status == 403)
  }

  @Test("the service worker is at the root, may serve all of it, and is looked at again each time")
  func worker() async throws {
    let page = try await RunningPage()
    let browser = Browser(page: page, cookie: nil)
    let answer = try await browser.get("/sw.js").expect(200)
    #expect(answer.header("cache-control") == "no-cache")
    #expect(answer.header("service-worker-allowed") == "/")
    #expect(answer.header("content-type")?.hasPrefix("text/javascript") == true)
    #expect(answer.body.hasPrefix("const settings = {\"version\":\"\(page.site.assets.version)\""))
    for address in page.site.assets.addresses {
      #expect(answer.body.contains("\"\(address)\""))
      #expect(try await browser.get(address).status == 200)
    }
  }

  @Test("pages say whose they are, and those without a session do not")
  func account() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    #expect(try await browser.get("/").header("tl-account") == "local")
    #expect(try await Browser(page: page, cookie: nil).get("/").header("tl-account") == nil)
  }

  @Test("the manifest is JSON, with icons that are there, and nobody else sees it")
  func manifest() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    let answer = try await browser.get("/manifest.webmanifest")
    #expect(answer.header("content-type") == "application/manifest+json")
    let value = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
    let icons = try #require(value?["icons"] as? [[String: String]])
    for icon in icons {
      #expect(
        try await browser.get(try #require(icon["src"])).header("content-type") == icon["type"])
    }
    #expect(value?["name"] as? String == "Diary")
    #expect(try await Browser(page: page, cookie: nil).get("/manifest.webmanifest").status == 401)
  }

  @Test("a draft of a note that was sealed since does not tell its title")
  func sealed() async throws {
    let page = try await RunningPage([
      "secret-name.md": "---\nid: s\nopen_after: 2999-05-17\n---\n# Our divorce\n"
    ])
    let kept = Drafts(try VaultFolder(opening: page.folder.path("vault")))
    _ = try kept.save(
      Array("# Our divorce\nhalf".utf8), about: "Our divorce", name: "edit",
      note: VaultPath("secret-name.md"), base: Array("x".utf8), at: "2026-11-18T08:00:00Z")
    try await page.browser().get("/drafts")
      .expect(has: "Changed note", lacks: "divorce", "secret-name")
  }

  @Test("a draft opens with its own note alone, and without that it tells no title")
  func ownNote() async throws {
    let (page, browser) = try await RunningPage([
      "n.md": "---\nid: n1\n---\n# Our divorce\n", "other.md": "---\nid: other\n---\nx\n",
    ]).withBrowser()
    let kept = Drafts(try VaultFolder(opening: page.folder.path("vault")))
    let draft = try kept.save(
      Array("# Our divorce\nhalf".utf8), about: "Our divorce", name: "edit",
      note: VaultPath("n.md"), base: Array("x".utf8), at: "2026-11-18T08:00:00Z")
    try await browser.get("/n/n1/edit?saved=\(draft.number)").expect(200, has: "half")
    try await browser.get("/n/other/edit?saved=\(draft.number)").expect(404, lacks: "half")
    #expect(try await browser.get("/drafts").body.contains("Our divorce"))
    try page.takeAway(renaming: true)
    try await browser.get("/drafts").expect(has: "Changed note", lacks: "divorce", "n.md")
  }
}
