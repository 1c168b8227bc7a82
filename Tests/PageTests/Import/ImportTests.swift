import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("Import of photos on the page")
struct ImportTests {
  /// Real photos and a text, as a form with files sends them.
  private static func form(
    _ browser: Browser, _ files: [(name: String, bytes: [UInt8])]
  ) async throws -> Browser.Answer {
    let token = try await browser.token()
    var body = Array(
      "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(token)\r\n".utf8)
    for (name, bytes) in files {
      body +=
        "--b\r\nContent-Disposition: form-data; name=\"photos\"; filename=\"\(name)\"\r\n\r\n".utf8
      body += bytes + "\r\n".utf8
    }
    body += "--b--\r\n".utf8
    return try await browser.send(
      "POST", "/import",
      [
        "Origin": "http://\(browser.page.host)",
        "Content-Type": "multipart/form-data; boundary=b",
      ], body: body)
  }

  /// What waits is as old as its folder, so the page has the system's clock.
  @Sendable private static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }

  private static func photo() throws -> [UInt8] {
    let path = RepositoryRoot.path("Tests/MediaTests/Fixtures/photo.jpg")
    return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func pending(_ page: RunningPage) -> [String] {
    page.folder.contents().filter { $0.hasPrefix("state/imports/") }
  }

  @Test("photos are sent, the plan is shown first, then notes are made; a second time adds nothing")
  func wholeImport() async throws {
    let page = try await RunningPage(now: Self.now)
    let browser = try await page.browser()
    let photo = try Self.photo()
    let files = [("one.jpg", photo), ("again/one.jpg", photo), ("list.txt", Array("x".utf8))]
    let sent = try await Self.form(browser, files)
    #expect(sent.status == 303, "\(sent.body)")
    let address = try #require(sent.header("location"))
    #expect(address.hasPrefix("/import/"))
    #expect(try page.notes().isEmpty)

    let plan = try await browser.get(address)
    #expect(plan.status == 200)
    for words in [
      "1 new note with 1 file", "git keeps them for good", "1 file is the same as another one.",
      "1 file is neither a photo nor a film.", "one.jpg",
    ] {
      #expect(plan.body.contains(words), "\(words)")
    }
    #expect(try page.notes().isEmpty)

    let done = try await browser.post(address, ["group": "none"])
    #expect(done.header("location") == "/import?done=imported-1-1", "\(done.body)")
    let notes = try page.notes()
    #expect(notes.count == 1 && notes[0].hasPrefix("2020/11/2020-11-20"), "\(notes)")
    let media = notes[0].dropLast(3) + ".media/one.jpg"
    #expect(try page.folder.read("vault/\(media)") == photo)
    #expect(Self.pending(page).isEmpty)
    #expect(try await browser.get("/import?done=imported-1-1").body.contains("1 file imported"))

    let second = try await Self.form(browser, files)
    let again = try #require(second.header("location"))
    let secondPlan = try await browser.get(again)
    #expect(secondPlan.body.contains("There is nothing to import."))
    #expect(secondPlan.body.contains("1 file is here already."))
    let secondRun = try await browser.post(again, [:])
    #expect(secondRun.header("location") == "/import?done=imported-0-0")
    #expect(try page.notes() == notes)
  }

  @Test("an import that was interrupted goes on, and can be thrown away")
  func interrupted() async throws {
    let page = try await RunningPage(now: Self.now)
    let browser = try await page.browser()
    let sent = try await Self.form(
      browser, [("a.jpg", try Self.photo()), ("b.jpg", try Self.photo() + [0])])
    let address = try #require(sent.header("location"))
    // What another run had written before it was killed.
    let plan = try await browser.get(address)
    #expect(plan.body.contains("2 new notes with 2 files"))
    _ = try await browser.post(address, [:])
    #expect(try page.notes().count == 2)
    // Sent again with one that is new.
    let more = try #require(
      try await Self.form(
        browser, [("a.jpg", try Self.photo()), ("c.jpg", try Self.photo() + [0, 0])]
      ).header("location"))
    #expect(try await browser.get("/import").body.contains("2 files, "))
    #expect(try await browser.get(more).body.contains("1 new note with 1 file"))
    let discarded = try await browser.post(more + "/discard", [:])
    #expect(discarded.status == 303)
    #expect(Self.pending(page).isEmpty)
    #expect(try await browser.get(more).status == 404)
    #expect(try page.notes().count == 2)
  }

  @Test("nothing chosen, a wrong address and a page that is read only are said")
  func refused() async throws {
    let page = try await RunningPage(now: Self.now)
    let browser = try await page.browser()
    let none = try await Self.form(browser, [])
    #expect(none.status == 422 && none.body.contains("Choose some photos first."))
    for path in ["/import/..%2F..%2Fvault", "/import/0123456789abcdef", "/import/x"] {
      #expect(try await browser.get(path).status == 404, "\(path)")
    }
    let fixed = try await RunningPage(isReadOnly: true)
    #expect(try await fixed.browser().get("/import").status == 403)
  }

  @Test("names of a browser stay in their folder, and clashing ones are numbered")
  func names() async throws {
    let page = try await RunningPage(now: Self.now)
    let browser = try await page.browser()
    let photo = try Self.photo()
    let sent = try await Self.form(
      browser,
      [
        ("../../../evil.jpg", photo), ("d/A.jpg", photo + [1]), ("d/a.JPG", photo + [2]),
        ("e/a.jpg", photo + [3]), ("..", photo + [4]),
      ])
    #expect(sent.status == 303)
    let files = Self.pending(page).filter { !$0.hasSuffix("/") }.map { path in
      path.split(separator: "/").dropFirst(3).joined(separator: "/")
    }
    for name in ["0/evil.jpg", "1/A.jpg", "1/a-2.JPG", "2/a.jpg", "3/file"] {
      #expect(files.contains(name), "\(name): \(files)")
    }
  }

  @Test("what was sent is removed after a day")
  func lifetime() async throws {
    let page = try await RunningPage(now: Self.now)
    let browser = try await page.browser()
    let sent = try await Self.form(browser, [("a.jpg", try Self.photo())])
    let id = try #require(sent.header("location")?.split(separator: "/").last.map(String.init))
    let imports = page.folder.path("state/imports")
    let made = Int64(Date().timeIntervalSince1970)
    #expect(try PendingImport.all(in: imports, now: made).map(\.id) == [id])
    #expect(try PendingImport.all(in: imports, now: made + 86_500).isEmpty)
    #expect(Self.pending(page).isEmpty)
  }
}
