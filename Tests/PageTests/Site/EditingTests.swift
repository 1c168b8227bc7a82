import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

@Suite("Writing on the page")
struct EditingTests {
  private let note =
    "---\nid: n1\ncreated: 2026-11-20T18:03:00Z\ntags: [a] # mine\n---\n\n# T\r\none\r\ntwo\r\n"

  @Test("a note that is saved unchanged keeps every byte")
  func unchanged() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    let fields = try await form("/n/n1/edit", browser)
    #expect(try await browser.post("/n/n1/edit", fields).status == 303)
    #expect(try page.text("n.md") == note)
  }

  @Test("a changed line and a new tag leave the rest of the file as it is")
  func changed() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    var fields = try await form("/n/n1/edit", browser)
    fields["text"] = "# T\r\none\r\nTWO"
    fields["tags"] = "a, b"
    #expect(try await browser.post("/n/n1/edit", fields).status == 303)
    let wanted = note.replacing("tags: [a] # mine", with: "tags: [a, b] # mine")
      .replacing("two\r\n", with: "TWO\r\n")
    #expect(try page.text("n.md") == wanted)
  }

  @Test("a change by another program meanwhile is merged")
  func merged() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    var fields = try await form("/n/n1/edit", browser)
    try page.folder.write(note.replacing("# T", with: "# Title"), to: "vault/n.md")
    fields["text"] = "# T\r\none\r\nTWO\r\n"
    #expect(try await browser.post("/n/n1/edit", fields).status == 303)
    #expect(
      try page.text("n.md") == note.replacing("# T", with: "# Title").replacing("two", with: "TWO"))
  }

  @Test("two changes of one line are both shown, and nothing is written until one is chosen")
  func conflict() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    var fields = try await form("/n/n1/edit", browser)
    let others = note.replacing("two", with: "2")
    try page.folder.write(others, to: "vault/n.md")
    fields["text"] = "# T\r\none\r\nTWO\r\n"
    let answer = try await browser.post("/n/n1/edit", fields).expect(422, has: "changed meanwhile")
    #expect(try page.text("n.md") == others)
    var both = Self.fields(of: answer.body)
    #expect(both["text"]?.contains("TWO") == true && both["text"]?.contains("2\n") == true)
    #expect(try await browser.post("/n/n1/edit", both).status == 422)
    both["text"] = "# T\r\none\r\nTWO and 2\r\n"
    #expect(try await browser.post("/n/n1/edit", both).status == 303)
    #expect(try page.text("n.md") == note.replacing("two", with: "TWO and 2"))
  }

  @Test("a note that was renamed or removed just before it is saved keeps what was written, once")
  func goneJustBefore() async throws {
    for number in 0..<12 {
      let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
      var fields = try await form("/n/n1/edit", browser)
      fields["text"] = "# T\none\nwritten\n"
      fields["operation"] = "operation-\(number)"
      let isRenamed = number % 2 == 0
      try page.takeAway(renaming: isRenamed)
      let answer = try await browser.post("/n/n1/edit", fields)
      #expect(answer.status == 303, "\(number)")
      let names = try page.notes()
      #expect(names.count == 1, "\(number): \(names)")
      if isRenamed { #expect(names == ["new.md"]) }
      #expect(try page.text(names.first ?? "").contains("written"))
    }
  }

  @Test("a note that was removed while it was edited is back with what was written")
  func removedMeanwhile() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    var fields = try await form("/n/n1/edit", browser)
    #expect(try await browser.post("/n/n1/trash", [:]).status == 303)
    try await page.settled { $0.count == 0 }
    fields["text"] = "# T\r\nkept\r\n"
    try await browser.post("/n/n1/edit", fields).expect(303)
    try await page.settled { $0.count == 1 }
    #expect(try await browser.get("/n/n1").body.contains("kept"))
  }

  @Test("a form that is sent twice makes one note")
  func twice() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    var fields = try await form("/new", browser)
    fields["text"] = "# Sofa\r\n\r\nFour steps"
    fields["tags"] = "kaia, firsts"
    let first = try await browser.post("/new", fields)
    let second = try await browser.post("/new", fields)
    #expect(first.status == 303 && second.status == 303)
    #expect(first.header("location") == second.header("location"))
    try await page.settled { $0.count == 1 }
    let files = try page.notes()
    #expect(files.count == 1)
    let text = try page.text(try #require(files.first))
    #expect(text.hasSuffix("---\n\n# Sofa\n\nFour steps\n"))
    #expect(text.contains("id: \(try #require(fields["id"]))\n"))
  }

  @Test("what cannot be saved stays in the form")
  func unsaved() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    var fields = try await form("/new", browser)
    fields["text"] = "All of this"
    fields["when"] = "yesterday-ish"
    let answer = try await browser.post("/new", fields).expect(422)
    #expect(Self.fields(of: answer.body)["text"] == "All of this")
    #expect(try page.notes().isEmpty)
  }

  @Test("files of a form lie beside the note, under safe names")
  func files() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    try await browser.post(
      "/new", [("text", "With a photo")],
      files: [("files", "../../evil\u{1B}.jpg", Array("JPEG".utf8))]
    ).expect(303)
    let note = try #require(try page.notes().first)
    let media = try page.folder.names(in: "vault/\(note.dropLast(3)).media")
    #expect(media == ["evil.jpg"])
    #expect(try page.folder.names(in: "state/uploads") == [])
  }

  @Test("a form of either type with more than 10,000 fields is refused, and writes nothing")
  func manyFields() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    let token = try await browser.token()
    let part = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n"
    for (type, body) in [
      (
        "application/x-www-form-urlencoded",
        "token=\(token)&text=x" + String(repeating: "&a", count: 10_000)
      ),
      ("multipart/form-data; boundary=B", String(repeating: part, count: 10_001) + "--B--\r\n"),
    ] {
      let answer = try await browser.send(
        "POST", "/new", ["Origin": "http://\(page.host)", "Content-Type": type], body: body)
      #expect(answer.status == 413, "\(type)")
    }
    #expect(try page.notes().isEmpty)
  }

  @Test("a form takes a text of 4 MiB at most; a larger one is only shown", arguments: [0, 1])
  func largeNotes(_ bytesTooMany: Int) async throws {
    let head = "---\nid: large\ndate: 2026-05-03T10:11:12Z\n---\n# Large\n"
    let text = String(repeating: "x", count: (4 << 20) - head.utf8.count + bytesTooMany)
    let browser = try await RunningPage(["large.md": head + text]).browser()
    #expect(try await browser.get("/n/large").status == 200)
    let form = try await browser.get("/n/large/edit")
    #expect(form.status == (bytesTooMany == 0 ? 200 : 413))
    #expect(form.body.contains("Texts of more than 4 MiB") == (bytesTooMany == 1))
  }

  @Test("a note is made public, public without names, and private again")
  func publishing() async throws {
    let (page, browser) = try await RunningPage(["n.md": "---\nid: n1\n---\ntext\n"]).withBrowser()
    #expect(try await browser.get("/n/n1").body.contains("/n/n1/publish\""))
    #expect(try await browser.post("/n/n1/anonymous", [:]).status == 303)
    expect(try page.text("n.md"), has: "publish: true\nanonymous: true\n")
    #expect(try await browser.post("/n/n1/publish", [:]).status == 303)
    expect(try page.text("n.md"), has: "publish: true\n", lacks: "anonymous")
    let shown = try await browser.get("/n/n1").body
    #expect(shown.contains("/n/n1/unpublish\"") && !shown.contains("/n/n1/publish\""))
    #expect(try await browser.post("/n/n1/unpublish", [:]).status == 303)
    expect(try page.text("n.md"), has: "publish: false\n", lacks: "anonymous")
  }

  @Test("pin, task, trash and undo change the file and nothing else")
  func actions() async throws {
    let text = "---\nid: n1\n---\n- [ ] tell grandma\n- [x] done\n"
    let (page, browser) = try await RunningPage(["n.md": text]).withBrowser()
    #expect(try await browser.post("/n/n1/pin", ["back": "/?q=x"]).place == "/?q=x&done=pinned")
    #expect(try page.text("n.md").contains("pinned: true"))
    #expect(
      try await browser.post("/n/n1/unpin", ["back": "//evil.example"]).place
        == "/n/n1?done=unpinned")
    let shown = try await browser.get("/n/n1").body
    let task = try #require(shown.values(after: "data-task=\"").first)
    #expect(try await browser.post("/n/n1/task", ["task": task, "done": "true"]).status == 303)
    #expect(try page.text("n.md").contains("- [x] tell grandma\n- [x] done\n"))
    #expect(try await browser.post("/n/n1/task", ["task": "5-0", "done": "true"]).status == 409)
    let gone = try await browser.post("/n/n1/trash", ["back": "/n/n1"])
    #expect(gone.header("location")?.hasPrefix("/?done=trash-") == true)
    #expect(try page.notes().isEmpty)
    try await browser.get(gone.header("location") ?? "").expect(has: "Moved to the trash.")
    #expect(try await browser.post("/trash/1/restore", [:]).status == 303)
    #expect(try page.notes() == ["n.md"])
  }

  @Test("a page that is read only shows no forms and takes none")
  func readOnly() async throws {
    let (page, browser) = try await RunningPage(["n.md": note], isReadOnly: true).withBrowser()
    try await browser.get("/").expect(lacks: "/n/n1/pin", "/n/n1/edit", "href=\"/new\"")
    #expect(try await browser.post("/n/n1/pin", ["token": "x"]).status == 403)
    #expect(try await browser.get("/new").status == 403)
    #expect(try page.text("n.md") == note)
  }

  // MARK: - Forms

  private func form(_ path: String, _ browser: Browser) async throws -> [String: String] {
    let answer = try await browser.get(path).expect(200)
    return Self.fields(of: answer.body)
  }

  /// The values that a browser would send of the form in a page, as it would send them.
  static func fields(of html: String) -> [String: String] {
    var fields: [String: String] = [:]
    for name in ["token", "id", "base", "tags", "when"] {
      let pattern = #/name="(\w+)" value="([^"]*)"/#
      for match in html.matches(of: pattern) where match.1 == name {
        fields[name] = unescaped(String(match.2))
      }
    }
    if let match = html.firstMatch(of: #/(?s)<input[^>]*name="when" value="([^"]*)"/#) {
      fields["when"] = String(match.1)
    }
    var written: [String: String] = [:]
    for match in html.matches(of: #/(?s)<textarea[^>]*name="(\w+)"[^>]*>\n?(.*?)</textarea>/#) {
      written[String(match.1)] = written[String(match.1)] ?? unescaped(String(match.2))
    }
    let gap = html.firstMatch(of: #/name="gap" value="(\d+)"/#).flatMap { Int($0.1) }
    if let text = written["text"] {
      // With its title, as a program that knows no field for it would send the text.
      fields["text"] = TitledText(title: written["title"] ?? "", gap: gap, text: text).whole
    }
    return fields
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
