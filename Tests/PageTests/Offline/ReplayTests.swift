import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import WebServer

@testable import Page

@Suite("Forms that are sent again")
struct ReplayTests {
  private let note =
    "---\nid: n1\ncreated: 2026-11-20T18:03:00Z\nupdated: 2026-11-20T18:03:00Z\n---\n\none\ntwo\nthree\n"
  private let id = "0f3c1a52-7d1b-4c0e-9d65-7a1c2b3d4e5f"

  /// The headers of a form from the outbox.
  private func headers(_ operation: String, isReplay: Bool = true) -> [String: String] {
    var headers = [
      "X-Requested-With": "tl", "Accept": "application/json", "Tl-Operation": operation,
      "Tl-Account": "local",
    ]
    if isReplay { headers["Tl-Replay"] = "1" }
    return headers
  }

  private func base(_ text: String) -> String { Base64.urlEncoded(Array(text.utf8)) }

  // MARK: - Notes

  @Test("a note that is sent many times at once is written once, and each answer is the same")
  func concurrent() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    let fields = ["id": id, "text": "# Sofa\r\n\r\nFour steps", "tags": "kaia", "token": "none"]
    let headers = headers("operation-1")
    let bodies = try await atOnce(6) { _ in try await browser.post("/new", fields, headers) }
    #expect(bodies.allSatisfy { $0.status == 200 })
    #expect(Set(bodies.map(\.body)).count == 1)
    #expect(try #require(bodies.first).text("outcome") == "saved")
    #expect(try page.notes().count == 1)
  }

  @Test("a note that is sent again after a restart, or after it was removed, is not written again")
  func afterRestart() async throws {
    let folder = try TemporaryFolder()
    let fields = ["id": id, "text": "Four steps", "token": "none"]
    var address: String?
    do {
      let (page, browser) = try await RunningPage(in: folder).withBrowser()
      let answer = try await browser.post("/new", fields, headers("operation-1"))
      address = try answer.text("address")
      #expect(address?.hasPrefix("/n/\(id)?done=saved,1!") == true)
      try await page.settled { $0.count == 1 }
      #expect(
        try await browser.post("/n/\(id)/trash", ["token": "none"], headers("operation-2")).status
          == 200)
    }
    let (page, browser) = try await RunningPage(in: folder).withBrowser()
    let again = try await browser.post("/new", fields, headers("operation-1")).expect(200)
    #expect(try again.text("address")?.hasPrefix("/n/\(id)?done=saved,1!") == true)
    #expect(try page.notes().isEmpty)
    #expect(
      try await browser.post("/n/\(id)/trash", ["token": "none"], headers("operation-2")).status
        == 200)
  }

  @Test(
    "a note that was written before a crash gets the files that were not, and no second copy of the others"
  )
  func half() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    func send(_ names: [String], _ operation: String) async throws -> Browser.Answer {
      try await browser.post(
        "/new", [("id", id), ("text", "With photos")],
        files: names.map { ("files", "\($0).jpg", Array($0.utf8)) }, headers(operation))
    }
    #expect(try await send(["a"], "operation-1").status == 200)
    // As a crash after the first file leaves it: begun, not done.
    let key = try #require(OperationKey("operation-2", account: "local") { sha256Hex($0.utf8) })
    #expect(throws: CancellationError.self) {
      try page.site.operations.once(key) { _ in throw CancellationError() }
    }
    #expect(try await send(["a", "b"], "operation-2").status == 200)
    #expect(try await send(["a", "b"], "operation-2").status == 200)
    let path = try #require(try page.notes().first)
    #expect(try page.notes().count == 1)
    let media = try page.folder.names(in: "vault/\(path.dropLast(3)).media")
    #expect(media.sorted() == ["a.jpg", "b.jpg"])
  }

  @Test("a form that is sent again with other words is another note, with the same the same")
  func otherWords() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    let first = ["id": id, "operation": id, "text": "Four steps", "token": "none"]
    let second = first.merging(["text": "Four steps, then five"]) { $1 }
    var addresses: [String?] = []
    for fields in [first, first, second, second, first] {
      addresses.append(try await browser.post("/new", fields, headers(id)).text("address"))
      let expected = Set(addresses).count
      try await page.settled { $0.count == expected }
    }
    #expect(addresses[0]?.hasPrefix("/n/\(id)?done=saved,1!") == true)
    #expect(addresses == [addresses[0], addresses[0], addresses[2], addresses[2], addresses[0]])
    #expect(addresses[2] != addresses[0])
    let texts = try page.notes().map { try page.text($0) }
    #expect(texts.count { $0.hasSuffix("\nFour steps\n") } == 1)
    #expect(texts.count { $0.hasSuffix("\nFour steps, then five\n") } == 1)
  }

  // MARK: - Files that were sent before the form

  /// Sends a file as the page's script does.
  private func stage(_ content: String, by browser: Browser) async throws -> String {
    let hash = sha256Hex(content.utf8)
    let answer = try await browser.send(
      "PUT", "/api/v1/media/\(hash)",
      ["Origin": "http://\(browser.page.host)", "X-Requested-With": "tl"], body: content)
    #expect(answer.status == 201)
    return hash
  }

  private func media(_ page: RunningPage) -> [String] {
    page.folder.contents().filter { $0.contains(".media/") }
      .map { String($0.split(separator: "/").last ?? "") }.sorted()
  }

  @Test("files that were sent before their note go to it once, in the order of the form")
  func staged() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    let (first, second) = (
      try await stage("first", by: browser), try await stage("second", by: browser)
    )
    let fields =
      "id=\(id)&text=Two&token=none&arranged=1&media=.1&media=.0"
      + "&staged=\(first)%2Fa.jpg&staged=\(second)%2F..%2F..%2Fb.jpg"
    for _ in 0..<2 {
      let answer = try await browser.send(
        "POST", "/new",
        headers("operation-1").merging([
          "Origin": "http://\(page.host)", "Content-Type": "application/x-www-form-urlencoded",
        ]) { $1 }, body: fields)
      #expect(answer.status == 200, "\(answer.body)")
    }
    #expect(try page.notes().count == 1)
    #expect(media(page) == ["01-b.jpg", "02-a.jpg"])
    #expect(page.folder.contents().filter { $0.hasPrefix("state/media/") } == [])
  }

  @Test("a form whose files are not there is refused, changes nothing, and is taken once they are")
  func missing() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    let hash = sha256Hex("late".utf8)
    let fields = [
      "id": "n1", "base": base(note), "text": "one\r\nTWO\r\nthree", "token": "none",
      "staged": "\(hash)/late.jpg",
    ]
    let refused = try await browser.post(
      "/n/n1/edit", fields, headers("operation-1", isReplay: false))
    #expect(refused.status == 424)
    #expect(try page.text("n.md") == note)
    _ = try await stage("late", by: browser)
    let taken = try await browser.post(
      "/n/n1/edit", fields, headers("operation-1", isReplay: false))
    #expect(taken.status == 200, "\(taken.body)")
    #expect(try page.text("n.md").contains("TWO"))
    #expect(media(page) == ["late.jpg"])
  }

  // MARK: - Edits

  @Test("an edit that is sent again with other words is carried out, its photos are there once")
  func otherEdit() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    var fields = [
      "id": "n1", "base": base(note), "text": "one\r\ntwo\r\nthree\r\nfour", "token": "none",
    ]
    for text in ["one\r\ntwo\r\nthree\r\nfour", "ONE\r\ntwo\r\nthree\r\nfour"] {
      fields["text"] = text
      fields["staged"] = "\(try await stage("photo", by: browser))/a.jpg"
      let answer = try await browser.post(
        "/n/n1/edit", fields, headers("operation-1", isReplay: false))
      #expect(answer.status == 200, "\(answer.body)")
    }
    #expect(try page.text("n.md").hasSuffix("\nONE\ntwo\nthree\nfour\n"))
    #expect(media(page) == ["a.jpg"])
  }

  @Test("a text that is in the file already changes nothing, not even the time of change")
  func mergedAgain() async throws {
    let clock = TestClock()
    let page = try await RunningPage(["n.md": note]) { clock.now }
    let browser = try await page.browser()
    let fields = ["id": "n1", "base": base(note), "text": "one\r\nTWO\r\nthree", "token": "none"]
    #expect(try await browser.post("/n/n1/edit", fields, headers("operation-1")).status == 200)
    let once = try page.text("n.md")
    #expect(once.contains("TWO") && !once.contains("updated: 2026-11-20T18:03:00Z"))
    clock.advance(3600)
    // Without the record, as when the server ended before it was written.
    try await browser.post("/n/n1/edit", fields, headers("operation-2")).expect(200)
    #expect(try page.text("n.md") == once)
  }

  @Test("an edit and a change by another program are merged once, and the answer says so")
  func merged() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    let fields = ["id": "n1", "base": base(note), "text": "one\r\ntwo\r\nTHREE", "token": "none"]
    try page.folder.write(note.replacing("one", with: "ONE"), to: "vault/n.md")
    for _ in 0..<2 {
      let answer = try await browser.post("/n/n1/edit", fields, headers("operation-1"))
      #expect(try answer.text("outcome") == "merged")
    }
    #expect(try page.text("n.md").hasSuffix("ONE\ntwo\nTHREE\n"))
  }

  @Test("of two changes of one line the file keeps one and the drafts the other, once")
  func conflict() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    let others = note.replacing("two", with: "2")
    try page.folder.write(others, to: "vault/n.md")
    let fields = ["id": "n1", "base": base(note), "text": "one\r\nTWO\r\nthree", "token": "none"]
    for operation in ["operation-1", "operation-1", "operation-2"] {
      let answer = try await browser.post("/n/n1/edit", fields, headers(operation)).expect(200)
      #expect(try answer.text("outcome") == "conflict")
    }
    #expect(try page.text("n.md") == others)
    let shown = try await browser.get("/drafts").body
    #expect(shown.matches(of: #/data-number/#).count == 1)
    let address = try #require(shown.firstMatch(of: #/href="(/n/n1/edit\?saved=\d+)"/#)?.1)
    #expect(try await browser.get(String(address)).body.contains("TWO"))
  }

  @Test("where somebody is there to choose, a conflict is refused with both versions")
  func refusedConflict() async throws {
    let (page, browser) = try await RunningPage(["n.md": note]).withBrowser()
    try page.folder.write(note.replacing("two", with: "2"), to: "vault/n.md")
    let fields = ["id": "n1", "base": base(note), "text": "one\r\nTWO\r\nthree", "token": "none"]
    let answer = try await browser.post(
      "/n/n1/edit", fields, headers("operation-1", isReplay: false))
    #expect(answer.status == 422)
    let text = try #require(try answer.text("text"))
    #expect(text.contains("TWO") && text.contains("\n2\n"))
    #expect(try answer.text("base") == base(note.replacing("two", with: "2")))
    #expect(try await browser.get("/drafts").body.contains("What you begin and leave waits here."))
  }

  // MARK: - Buttons

  @Test("an operation is done once although another program undoes it: pin, task and trash")
  func once() async throws {
    let text = "---\nid: n1\n---\n- [ ] tell grandma\n"
    let (page, browser) = try await RunningPage(["n.md": text]).withBrowser()
    let token = ["token": "none"]
    #expect(try await browser.post("/n/n1/pin", token, headers("operation-1")).status == 200)
    #expect(try page.text("n.md").contains("pinned: true"))
    try page.folder.write(text, to: "vault/n.md")
    #expect(try await browser.post("/n/n1/pin", token, headers("operation-1")).status == 200)
    #expect(try page.text("n.md") == text)
    let shown = try await browser.get("/n/n1").body
    let task = try #require(shown.firstMatch(of: #/data-task="([^"]+)"/#)?.1)
    let fields = ["token": "none", "task": String(task), "done": "true"]
    #expect(try await browser.post("/n/n1/task", fields, headers("operation-2")).status == 200)
    #expect(try page.text("n.md").contains("- [x] tell"))
    #expect(try await browser.post("/n/n1/task", fields, headers("operation-3")).status == 200)
    #expect(try page.text("n.md").contains("- [x] tell"))
    let removed = try await browser.post("/n/n1/trash", token, headers("operation-4"))
    let undo = try #require(try removed.text("undo"))
    #expect(try await browser.post(undo, token, headers("operation-5")).status == 200)
    try await page.settled { $0.count == 1 }
    // The trash was asked for once, and taken back.
    #expect(try await browser.post("/n/n1/trash", token, headers("operation-4")).status == 200)
    #expect(try page.notes() == ["n.md"])
    #expect(try await browser.post(undo, token, headers("operation-5")).status == 200)
    #expect(try page.notes() == ["n.md"])
  }

  // MARK: - Who may

  @Test("what one account wrote is not sent as another's, and a page of another site sends nothing")
  func accounts() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    let fields = ["id": id, "text": "Not mine", "token": "none"]
    var others = headers("operation-1")
    others["Tl-Account"] = "anna"
    #expect(try await browser.post("/new", fields, others).status == 403)
    var foreign = headers("operation-1")
    foreign["Origin"] = "http://evil.example"
    #expect(try await browser.post("/new", fields, foreign).status == 403)
    var withoutHeader = headers("operation-1")
    withoutHeader["X-Requested-With"] = nil
    #expect(try await browser.post("/new", fields, withoutHeader).status == 403)
    var signedOut = browser
    signedOut.cookie = nil
    #expect(try await signedOut.post("/new", fields, headers("operation-1")).status == 401)
    #expect(try await browser.post("/new", fields, headers("?")).status == 400)
    #expect(try page.notes().isEmpty)
  }
}
