import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import WebServer

@testable import Page

@Suite("Media in a form")
struct MediaFormTests {
  private static let photos = ["a.jpg", "b.jpg", "c.jpg"]

  private static func page(
    _ text: String = "---\nid: n1\nupdated: 2020-01-01T00:00:00Z\n---\n![[b.jpg]]\n"
  ) async throws -> (page: RunningPage, browser: Browser) {
    let page = try await RunningPage(["n.md": text])
    for name in photos { try page.folder.write(name, to: "vault/n.media/\(name)") }
    return (page, try await page.browser())
  }

  private static func media(_ page: RunningPage) throws -> [String: String] {
    let folder = page.folder.path("vault/n.media")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try page.text("n.media/\($0)")) })
  }

  private static func item(_ name: String) -> String { Base64.urlEncoded(name.utf8) }

  /// Sends the form for n1 as a browser does.
  private static func send(
    _ browser: Browser, _ fields: [(String, String)], files: [(name: String, content: String)] = [],
    to path: String = "/n/n1/edit"
  ) async throws -> Browser.Answer {
    let form = EditingTests.fields(of: try await browser.get("/n/n1/edit").body)
    let own = ["text", "base", "tags", "when", "id"].map { ($0, form[$0] ?? "") }
      .filter { field in !fields.contains { $0.0 == field.0 } }
    return try await browser.post(
      path, own + fields, files: files.map { ("files", $0.name, Array($0.content.utf8)) })
  }

  @Test("a form lists the media of its note in their order")
  func lists() async throws {
    let (_, browser) = try await Self.page()
    let body = try await browser.get("/n/n1/edit").body
    let places = try Self.photos.map { name in
      try #require(body.range(of: "name=\"media\" value=\"\(Self.item(name))\"")).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test("a form that moves nothing renames nothing")
  func unmoved() async throws {
    let (page, browser) = try await Self.page()
    let fields = ["c.jpg", "a.jpg", "b.jpg"].map { ("media", Self.item($0)) }
    #expect(try await Self.send(browser, fields).status == 303)
    #expect(try Set(Self.media(page).keys) == Set(Self.photos))
    #expect(try page.text("n.md").contains("2020-01-01"))
  }

  @Test("the buttons change the order in the form and write nothing")
  func buttons() async throws {
    let (page, browser) = try await Self.page()
    var fields = Self.photos.map { ("media", Self.item($0)) }
    fields += [("move", "up:\(Self.item("c.jpg"))"), ("text", "not saved yet")]
    let answer = try await Self.send(browser, fields)
      .expect(200, has: "name=\"arranged\" value=\"1\"")
    #expect(EditingTests.fields(of: answer.body)["text"] == "not saved yet")
    let places = try ["a.jpg", "c.jpg", "b.jpg"].map { name in
      try #require(answer.body.range(of: "name=\"media\" value=\"\(Self.item(name))\"")).lowerBound
    }
    #expect(places == places.sorted())
    #expect(try Set(Self.media(page).keys) == Set(Self.photos))
  }

  @Test("a new order is in the names, with a new file among them, and the text still shows them")
  func order() async throws {
    let (page, browser) = try await Self.page()
    let order = [Self.item("c.jpg"), ".0", Self.item("a.jpg"), Self.item("b.jpg")]
    let fields = order.map { ("media", $0) } + [("arranged", "1")]
    try await Self.send(browser, fields, files: [("new.jpg", "new.jpg")]).expect(303)
    #expect(
      try Self.media(page) == [
        "01-c.jpg": "c.jpg", "02-new.jpg": "new.jpg", "03-a.jpg": "a.jpg", "04-b.jpg": "b.jpg",
      ])
    let text = try page.text("n.md")
    #expect(text.contains("![[04-b.jpg]]") && !text.contains("2020-01-01"))
  }

  @Test("what is taken out is in the trash; the page says that the text shows it, and undoes it")
  func removal() async throws {
    let (page, browser) = try await Self.page()
    let fields = ["a.jpg", "b.jpg", "../n.md"].map { ("remove", Self.item($0)) }
    let answer = try await Self.send(browser, fields)
    let location = try #require(answer.header("location"))
    #expect(location.hasPrefix("/n/n1?done=trash-1.2-shown,"))
    #expect(try Set(Self.media(page).keys) == ["c.jpg"])
    #expect(try page.text("n.md").contains("![[b.jpg]]"))
    try await browser.get(location).expect(has: "The text still shows it", "/trash/1.2/restore")
    #expect(try await browser.post("/trash/1.2/restore", ["back": "/n/n1"]).status == 303)
    #expect(try Set(Self.media(page).keys) == Set(Self.photos))
  }

  @Test("files of a form that cannot be saved are not left behind")
  func conflict() async throws {
    let (page, browser) = try await Self.page()
    let form = EditingTests.fields(of: try await browser.get("/n/n1/edit").body)
    try page.folder.write(
      "---\nid: n1\nupdated: 2020-01-01T00:00:00Z\n---\nTheirs\n", to: "vault/n.md")
    try await Self.send(
      browser, [("text", "Mine"), ("base", form["base"] ?? "")], files: [("new.jpg", "new.jpg")]
    ).expect(422, has: "choose them again")
    #expect(try Set(Self.media(page).keys) == Set(Self.photos))
  }

  @Test(
    "numbers of the trash are read strictly",
    arguments: ["", ".", "1.", "a", "1,2", "-1", "99999999999999999999", "1..2"])
  func numbers(_ text: String) {
    #expect(TrashNumbers(text) == nil)
  }

  @Test("a picture is shown by its name from anywhere in the vault, also one that came later")
  func byName() async throws {
    let (page, browser) = try await RunningPage([
      "2026/n.md":
        "---\nid: n1\n---\n![[kitchen.jpg]] ![x](hall.jpg) ![[sub/door.jpg]] ![[late.jpg]] ![[own.jpg]]\n",
      "attachments/Kitchen.jpg": "\u{FF}", "attachments/hall.jpg": "x", "a/sub/door.jpg": "x",
      "a/own.jpg": "x", "2026/n.media/own.jpg": "x", "2026/m.md": "m",
      "2026/m.media/other.jpg": "x",
    ]).withBrowser()
    let body = try await browser.get("/n/n1").body
    for path in [
      "attachments/Kitchen.jpg", "attachments/hall.jpg", "a/sub/door.jpg", "2026/n.media/own.jpg",
    ] {
      #expect(body.contains("/media/\(path)"), "\(path)")
    }
    #expect(!body.contains("/media/a/own.jpg"))
    try page.folder.write("x", to: "vault/attachments/late.jpg")
    try page.folder.write("---\nid: n2\n---\n![[late.jpg]] ![[other.jpg]]\n", to: "vault/k.md")
    try await page.settled { $0.count == 3 }
    var shown = ""
    // Names are not read again at once.
    while !shown.contains("/media/attachments/late.jpg") {
      shown = try await browser.get("/n/n2").body
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(shown.contains("/media/2026/m.media/other.jpg"))
  }
}
