import TestSupport
import Testing

@testable import Page

@Suite("Changing a person on the page")
struct PersonEditTests {
  private static let page =
    "---\ntl: person\nid: mira\ntitle: Mira\ndue: 2026-12-01\nx: kept # so\n---\n\nText\n"
  private static let files = [
    "people/mira.md": page,
    "people/kaia.md": "---\ntl: person\ntitle: Kaia\naliases: [Kiki]\n---\n",
    "a.md": "---\nid: a\npeople: [Mira]\n---\nA kick.\n",
  ]

  private static func form(_ browser: Browser) async throws -> [String: String] {
    let body = try await browser.get("/people/mira/edit").body
    let version = try #require(body.firstMatch(of: /name="version" value="([0-9a-f]{64})"/)?.1)
    #expect(body.contains("value=\"2026-12-01\"") && body.contains("value=\"Mira\""))
    return [
      "version": String(version), "name": "Mira", "born": "", "role": "", "due": "2026-12-01",
      "died": "", "aliases": "",
    ]
  }

  @Test("what is changed is written, and all else keeps its bytes")
  func change() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    var fields = try await Self.form(browser)
    #expect(try await browser.post("/people/mira/edit", fields).status == 303)
    #expect(try page.text("people/mira.md") == Self.page)
    fields = try await Self.form(browser)
    fields.merge(["born": "2026-11-17", "due": "", "role": "child"]) { $1 }
    #expect(try await browser.post("/people/mira/edit", fields).status == 303)
    let text = try page.text("people/mira.md")
    #expect(text.contains("birthday: 2026-11-17\n") && text.contains("role: child\n"))
    #expect(
      !text.contains("due:") && text.contains("x: kept # so\n") && text.hasSuffix("\n---\n\nText\n")
    )
  }

  @Test("notes with the former name still count")
  func rename() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    var fields = try await Self.form(browser)
    fields["name"] = "Mira Lan"
    #expect(try await browser.post("/people/mira/edit", fields).status == 303)
    #expect(try page.text("people/mira.md").contains("title: Mira Lan\n"))
    #expect(try page.text("people/mira.md").contains("aliases: [Mira]\n"))
    #expect(try await browser.get("/people/mira").body.contains("1 note"))
  }

  @Test("what cannot be written is said at its field, and a page that changed meanwhile stays")
  func refusals() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let fields = try await Self.form(browser)
    for (name, value, sentence) in [
      ("born", "soon", "is no date"), ("due", "soon", "is no day"),
      ("name", "", "A name has letters"),
      ("name", "Kiki", "Kaia is called so already"),
      ("aliases", "kaia", "Kaia is called so already"),
      ("name", "a/b", "has no slash"),
    ] {
      let answer = try await browser.post("/people/mira/edit", fields.merging([name: value]) { $1 })
      #expect(answer.status == 422 && answer.body.contains(sentence), "\(name) \(value)")
    }
    #expect(try page.text("people/mira.md") == Self.page)
    try page.folder.write(Self.page + "More.\n", to: "vault/people/mira.md")
    let late = try await browser.post("/people/mira/edit", fields.merging(["role": "child"]) { $1 })
    #expect(late.status == 409 && late.body.contains("changed meanwhile"))
    #expect(try page.text("people/mira.md") == Self.page + "More.\n")
    #expect(try await browser.get("/people/nobody/edit").status == 404)
  }
}
