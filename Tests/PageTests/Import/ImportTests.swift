import Cryptography
import Foundation
import TestSupport
import Testing
import VaultStore
import WebServer

@testable import Page

@Suite("Import of photos on the page")
struct ImportTests {
  /// Real photos and a text, as a form with files sends them.
  private static func form(
    _ browser: Browser, _ files: [(name: String, bytes: [UInt8])],
    _ headers: [String: String] = [:]
  ) async throws -> Browser.Answer {
    try await browser.post(
      "/import", [], files: files.map { ("photos", $0.name, $0.bytes) }, headers)
  }

  /// What waits is as old as its folder, so the page has the system's clock.
  @Sendable private static func now() -> Int64 { Int64(Date().timeIntervalSince1970) }

  private static func photo() throws -> [UInt8] {
    try RepositoryRoot.bytes(of: "Tests/MediaTests/Fixtures/photo.jpg")
  }

  private static func fixture(_ name: String) throws -> [UInt8] {
    try RepositoryRoot.bytes(of: "Tests/MediaWorkerTests/Fixtures/\(name)")
  }

  /// Carries an import out, and waits for its end.
  ///
  /// - Returns: where its page leads then, or the page.
  private static func carriedOut(
    _ browser: Browser, _ address: String, _ fields: [String: String] = [:]
  ) async throws -> Browser.Answer {
    try await browser.post(address, fields).expect(location: address)
    try await ended(browser.page, address)
    return try await browser.get(address)
  }

  private static func ended(_ page: RunningPage, _ address: String) async throws {
    let id = String(address.split(separator: "/").last ?? "")
    while page.site.importQueue.isRunning(id) { try await Task.sleep(for: .milliseconds(5)) }
  }

  private static func pending(_ page: RunningPage) -> [String] {
    page.folder.contents().filter { $0.hasPrefix("state/imports/") }
  }

  @Test("photos that were sent before the form are looked at as the others, also one of them twice")
  func stagedImport() async throws {
    let (page, browser) = try await RunningPage(now: Self.now).withBrowser()
    let photo = try Self.photo()
    let hash = sha256Hex(photo)
    let origin = ["Origin": "http://\(page.host)", "X-Requested-With": "tl"]
    let token = try await browser.token()
    try await browser.send("PUT", "/api/v1/media/\(hash)", origin, body: photo).expect(201)
    func send() async throws -> Browser.Answer {
      try await browser.send(
        "POST", "/import",
        origin.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 },
        body: Array(
          "token=\(token)&staged=\(hash)%2Fcamera%2Fone.jpg&staged=\(hash)%2Fphone%2Ftwo.jpg".utf8))
    }
    let address = try #require(try await send().text("address"))
    try await browser.get(address)
      .expect(has: "1 photo in 1 new note", "1 file is the same as another one.")
    #expect(page.folder.contents().filter { $0.hasPrefix("state/media/") } == [])
    #expect(try await send().status == 424)
  }

  @Test("photos are sent, the plan is shown first, then notes are made; a second time adds nothing")
  func wholeImport() async throws {
    let (page, browser) = try await RunningPage(now: Self.now).withBrowser()
    let photo = try Self.photo()
    let files = [("one.jpg", photo), ("again/one.jpg", photo), ("list.txt", Array("x".utf8))]
    let sent = try await Self.form(browser, files).expect(303)
    let address = try #require(sent.header("location"))
    #expect(address.hasPrefix("/import/"))
    #expect(try page.notes().isEmpty)

    try await browser.get(address).expect(
      200, has: "1 photo in 1 new note", "Add 1 photo as 1 note",
      "1 file is the same as another one.", "1 file is neither a photo nor a film.", "one.jpg")
    #expect(try page.notes().isEmpty)

    let done = try await Self.carriedOut(browser, address, ["group": "none"])
    #expect(done.place == "/import?done=imported-1-1-0", "\(done.body)")
    let notes = try page.notes()
    #expect(notes.count == 1 && notes[0].hasPrefix("2020/11/2020-11-20"), "\(notes)")
    let media = notes[0].dropLast(3) + ".media/one.jpg"
    #expect(try page.folder.read("vault/\(media)") == photo)
    #expect(Self.pending(page).isEmpty)
    #expect(try await browser.get("/import?done=imported-1-1-0").body.contains("1 file imported"))

    let second = try await Self.form(browser, files)
    let again = try #require(second.header("location"))
    try await browser.get(again)
      .expect(has: "1 photo is already here", "Choose others", lacks: "A note for each")
    try await Self.carriedOut(browser, again).expect(place: "/import?done=imported-0-0-0")
    #expect(try page.notes() == notes)
  }

  @Test("an import that was interrupted goes on, and can be thrown away")
  func interrupted() async throws {
    let (page, browser) = try await RunningPage(now: Self.now).withBrowser()
    let sent = try await Self.form(
      browser, [("a.jpg", try Self.photo()), ("b.jpg", try Self.photo() + [0])])
    let address = try #require(sent.header("location"))
    // What another run had written before it was killed.
    try await browser.get(address).expect(has: "2 photos in 1 new note")
    try await browser.get(address + "?group=none").expect(has: "2 photos in 2 new notes")
    _ = try await Self.carriedOut(browser, address)
    #expect(try page.notes().count == 2)
    // Sent again with one that is new.
    let more = try #require(
      try await Self.form(
        browser, [("a.jpg", try Self.photo()), ("c.jpg", try Self.photo() + [0, 0])]
      ).header("location"))
    #expect(try await browser.get("/import").body.contains(": a.jpg and 1 more<"))
    #expect(try await browser.get(more + "?group=none").body.contains("1 photo in 1 new note"))
    try await browser.post(more + "/discard", [:]).expect(303)
    #expect(Self.pending(page).isEmpty)
    #expect(try await browser.get(more).status == 404)
    #expect(try page.notes().count == 2)
  }

  @Test("a server that ends leaves what is written, and the next one goes on at the same address")
  func serverEnds() async throws {
    let folder = try TemporaryFolder()
    var page: RunningPage? = try await RunningPage(in: folder, now: Self.now)
    let photo = try Self.photo()
    let address: String
    do {
      let page = try #require(page)
      let browser = try await page.browser()
      // Names that are no burst.
      let files = (0..<30).map { number in
        (name: String(repeating: "a", count: number + 1) + ".jpg", bytes: photo + [UInt8(number)])
      }
      address = try #require(try await Self.form(browser, files).header("location"))
      // The import waits for another program, and so stands at its first notes.
      let lock = try VaultLock(.write, of: VaultFolder(opening: folder.path("vault")))
      try await browser.post(address, [:]).expect(location: address)
      let id = String(address.split(separator: "/").last ?? "")
      while page.site.importQueue[id]?.step != .writing(0, of: 30) {
        try await Task.sleep(for: .milliseconds(5))
      }
      try await browser.get(address)
        .expect(has: "0 of 30 notes written.", "max=\"30\"", "http-equiv=\"refresh\"")
      // Neither a second click nor a discard changes what is under way.
      #expect(try await browser.post(address, [:]).header("location") == address)
      #expect(try await browser.post(address + "/discard", [:]).header("location") == address)
      page.site.stop()
      withExtendedLifetime(lock) {}
    }
    try await Self.ended(try #require(page), address)
    let written = try #require(page).notes().count
    #expect(written < 30)
    page = nil

    let next = try await RunningPage(in: folder, now: Self.now)
    let browser = try await next.browser()
    let rest = try await browser.get(address).body
    #expect(rest.contains("\(30 - written) photos in"), "\(written): \(rest)")
    let done = try await Self.carriedOut(browser, address)
    let number = 30 - written
    #expect(done.place == "/import?done=imported-\(number)-\(number)-0")
    #expect(try next.notes().count == 30)
  }

  @Test("an import is stopped while it waits, or after the notes that it writes, and can go on")
  func stopping() async throws {
    // The lock is held below until all is said, however long that takes.
    let (page, browser) = try await RunningPage(lockTimeout: 3600, now: Self.now).withBrowser()
    let photo = try Self.photo()
    func send(_ start: UInt8) async throws -> (address: String, id: String) {
      // Names that are no burst; names as long make another one.
      let files = (0..<3).map { number in
        (
          name: String(repeating: "a", count: 3 * number + 1) + "\(start).jpg",
          bytes: photo + [start, UInt8(number)]
        )
      }
      let address = try #require(try await Self.form(browser, files).header("location"))
      return (address, String(address.split(separator: "/").last ?? ""))
    }
    let (first, second) = (try await send(1), try await send(2))
    do {
      let lock = try VaultLock(.write, of: VaultFolder(opening: page.folder.path("vault")))
      _ = try await browser.post(first.address, [:])
      while page.site.importQueue[first.id]?.step != .writing(0, of: 3) {
        try await Task.sleep(for: .milliseconds(5))
      }
      _ = try await browser.post(second.address, [:])
      #expect(page.site.importQueue[second.id]?.step == .waiting)
      // The one that waits ends at once, starts again, and then has its turn twice.
      #expect(
        try await browser.post(second.address + "/stop", [:]).header("location") == second.address)
      #expect(page.site.importQueue[second.id]?.outcome == .stopped)
      #expect(try await browser.get(second.address).body.contains("The import was stopped."))
      _ = try await browser.post(second.address, [:])
      #expect(page.site.importQueue.isRunning(second.id))

      #expect(
        try await browser.get(first.address).body.contains("action=\"\(first.address)/stop\""))
      _ = try await browser.post(first.address + "/stop", [:])
      #expect(try await browser.get(first.address).body.contains("It stops after the notes"))
      withExtendedLifetime(lock) {}
    }
    try await Self.ended(page, first.address)
    try await Self.ended(page, second.address)
    #expect(
      page.site.importQueue[second.id]?.outcome == .done(.init(notes: 3, files: 3, change: 2)))
    // The notes that waited for the lock are one group, so all of the first are written; a stop of an end does nothing.
    let outcome = page.site.importQueue[first.id]?.outcome
    #expect(outcome == .done(.init(notes: 3, files: 3, change: 1)))
    _ = try await browser.post(first.address + "/stop", [:])
    #expect(page.site.importQueue[first.id]?.outcome == outcome)
    #expect(try page.notes().count == 6)
  }

  @Test("a script is told the address of the plan, and why files were not taken")
  func byScript() async throws {
    let browser = try await RunningPage(now: Self.now).browser()
    let script = ["X-Requested-With": "tl"]
    let sent = try await Self.form(browser, [("a.jpg", try Self.photo())], script)
    #expect(sent.status == 200 && sent.header("content-type")?.contains("json") == true)
    let address = try #require(sent.body.firstMatch(of: #/"address":\s*"([^"]+)"/#)?.1)
    #expect(try await browser.get(String(address)).body.contains("1 photo in 1 new note"))
    try await Self.form(browser, [], script).expect(422, has: "\"Choose some photos first.\"")
  }

  @Test("larger pictures become smaller copies where that is chosen, as by tl import photos --max")
  func smaller() async throws {
    let page = try await RunningPage(mediaProgram: builtProgram("tl-media"), now: Self.now)
    let browser = try await page.browser()
    let cut = try Self.fixture("thousand.jpg")
    let files: [(name: String, bytes: [UInt8])] = [
      ("large.heic", try Self.fixture("gps.heic")), ("small.jpg", try Self.photo()),
      ("cut.jpg", Array(cut.prefix(cut.count * 2 / 3))),
    ]
    let address = try #require(try await Self.form(browser, files).header("location"))
    try await browser.get(address)
      .expect(has: "max=2048\">Smaller</a>", lacks: "made smaller")
    let plan = try await browser.get(address + "?group=none&max=200").body
    #expect(plan.contains("1 made smaller"))
    #expect(plan.contains("<input type=\"hidden\" name=\"max\" value=\"200\">"))
    let done = try await Self.carriedOut(browser, address, ["group": "none", "max": "200"])
    #expect(done.place == "/import?done=imported-3-3-1", "\(done.body)")
    let notice = try await browser.get("/import?done=imported-3-3-1").body
    #expect(notice.contains("1 picture could not be made smaller, and is as it was."))
    let media = page.folder.contents().filter { $0.contains(".media/") && !$0.hasSuffix("/") }
    let names = media.compactMap { $0.split(separator: "/").last.map(String.init) }.sorted()
    #expect(names == ["cut.jpg", "large.jpg", "small.jpg"])
    #expect(!page.folder.contents().contains { $0.contains(".tl/local/work/") })
    // The originals of smaller copies are known again.
    let again = try #require(try await Self.form(browser, files).header("location"))
    let known = try await browser.get(again + "?max=200").body
    #expect(known.contains("All 3 photos are already here"))
  }

  @Test("without tl-media no smaller copies are offered, and none are made")
  func withoutProgram() async throws {
    let (page, browser) = try await RunningPage(now: Self.now).withBrowser()
    let large = try Self.fixture("gps.heic")
    let address = try #require(
      try await Self.form(browser, [("large.heic", large)]).header("location"))
    #expect(try await !browser.get(address + "?max=200").body.contains("made smaller"))
    let done = try await Self.carriedOut(browser, address, ["max": "200"])
    #expect(done.place == "/import?done=imported-1-1-0")
    #expect(page.folder.contents().contains { $0.hasSuffix("large.heic") })
  }

  @Test("a tl-media that does not start is told, and nothing is added")
  func brokenProgram() async throws {
    let page = try await RunningPage(mediaProgram: "/bin/false", now: Self.now)
    let browser = try await page.browser()
    let address = try #require(
      try await Self.form(browser, [("a.heic", try Self.fixture("gps.heic"))]).header("location"))
    try await Self.carriedOut(browser, address, ["max": "200"])
      .expect(200, has: "does not start: it needs libvips", "name=\"max\" value=\"200\"")
    #expect(try page.notes().isEmpty)
    let done = try await Self.carriedOut(browser, address, ["max": ""])
    #expect(done.place == "/import?done=imported-1-1-0")
  }

  @Test("nothing chosen, a wrong address and a page that is read only are said")
  func refused() async throws {
    let browser = try await RunningPage(now: Self.now).browser()
    try await Self.form(browser, []).expect(422, has: "Choose some photos first.")
    for path in ["/import/..%2F..%2Fvault", "/import/0123456789abcdef", "/import/x"] {
      #expect(try await browser.get(path).status == 404, "\(path)")
    }
    let fixed = try await RunningPage(isReadOnly: true)
    #expect(try await fixed.browser().get("/import").status == 403)
  }

  @Test("names of a browser stay in their folder, and clashing ones are numbered")
  func names() async throws {
    let (page, browser) = try await RunningPage(now: Self.now).withBrowser()
    let photo = try Self.photo()
    try await Self.form(
      browser,
      [
        ("../../../evil.jpg", photo), ("d/A.jpg", photo + [1]), ("d/a.JPG", photo + [2]),
        ("e/a.jpg", photo + [3]), ("..", photo + [4]),
      ]
    ).expect(303)
    let files = Self.pending(page).filter { !$0.hasSuffix("/") }.map { path in
      path.split(separator: "/").dropFirst(3).joined(separator: "/")
    }
    for name in ["0/evil.jpg", "1/A.jpg", "1/a-2.JPG", "2/a.jpg", "3/file"] {
      #expect(files.contains(name), "\(name): \(files)")
    }
  }

  @Test("what was sent is removed after a day")
  func lifetime() async throws {
    let (page, browser) = try await RunningPage(now: Self.now).withBrowser()
    let sent = try await Self.form(browser, [("a.jpg", try Self.photo())])
    let id = try #require(sent.header("location")?.split(separator: "/").last.map(String.init))
    let imports = page.folder.path("state/imports")
    let made = Int64(Date().timeIntervalSince1970)
    #expect(try PendingImport.all(in: imports, now: made).map(\.id) == [id])
    #expect(try PendingImport.all(in: imports, now: made + 86_500).isEmpty)
    #expect(Self.pending(page).isEmpty)
  }
}
