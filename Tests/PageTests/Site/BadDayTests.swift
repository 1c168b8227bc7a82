import Foundation
import Synchronization
import TestSupport
import Testing
import VaultIndex
import VaultStore

@testable import Page

/// What happens to the words of a form when something is wrong that is nobody's fault.
@Suite("Bad days")
struct BadDayTests {
  private let words = "Four steps, from the sofa to the window"

  private func form(_ browser: Browser) async throws -> [String: String] {
    var fields = EditingTests.fields(of: try await browser.get("/new").body)
    fields["text"] = words
    return fields
  }

  @Test("while another program holds the vault, other pages answer, and the form keeps its text")
  func locked() async throws {
    let page = try await RunningPage(["n.md": "---\nid: n1\n---\nx\n"], lockTimeout: 1)
    let browser = try await page.browser()
    let fields = try await form(browser)
    let lock = try VaultLock(.write, of: Vault(opening: page.folder.path("vault")).folder)
    let answers = try await withThrowingTaskGroup(of: Browser.Answer.self) { group in
      // More than there are processors.
      for _ in 0..<8 { group.addTask { try await browser.post("/new", fields) } }
      #expect(try await browser.get("/n/n1").status == 200)
      var answers: [Browser.Answer] = []
      for try await answer in group { answers.append(answer) }
      return answers
    }
    for answer in answers {
      #expect(answer.status == 422)
      #expect(answer.body.contains("Another program is writing to this vault."))
      #expect(EditingTests.fields(of: answer.body)["text"] == words)
    }
    #expect(try page.notes() == ["n.md"])
    _ = consume lock
    #expect(try await browser.post("/new", fields).status == 303)
    try await page.settled { $0.count == 2 }
  }

  /// Needs the right to mount, as root has.
  @Test("on a full disk, or a read-only one, the form keeps its text", arguments: [true, false])
  func disk(isReadOnly: Bool) async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("vault")
    guard let disk = MemoryDisk(at: folder.path("vault"), size: "64k") else { return }
    let page = try await RunningPage(["n.md": "---\nid: n1\n---\nx\n"], in: folder)
    let browser = try await page.browser()
    var fields = try await form(browser)
    // The folder of the lock, which is there in a vault that was written to before.
    #expect(try await browser.post("/n/n1/pin", [:]).status == 303)
    let pinned = try page.text("n.md")
    if isReadOnly {
      try #require(disk.makeReadOnly())
    } else {
      Self.fill(folder.path("vault/filler"))
    }
    let reason = isReadOnly ? "read-only file system" : "There is no room left on the disk."
    for path in ["/new", "/n/n1/edit"] {
      if path != "/new" { fields = EditingTests.fields(of: try await browser.get(path).body) }
      fields["text"] = words
      let answer = try await browser.post(path, fields).expect(422, has: reason)
      #expect(EditingTests.fields(of: answer.body)["text"] == words)
    }
    #expect(try page.text("n.md") == pinned)
    let unpinned = try await browser.post("/n/n1/unpin", [:])
    #expect(unpinned.status == (isReadOnly ? 403 : 507) && unpinned.body.contains(reason))
    #expect(try page.text("n.md") == pinned)
    withExtendedLifetime(disk) {}
  }

  /// Needs the right to mount, as root has.
  @Test("on a full disk, a tag that cannot be renamed in the first note is not tried in the others")
  func manyNotes() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("vault")
    guard let disk = MemoryDisk(at: folder.path("vault"), size: "64k") else { return }
    let notes = ["a", "b", "c"].map { ("\($0).md", "---\nid: \($0)1\ntags: [trip]\n---\nx\n") }
    let page = try await RunningPage(Dictionary(uniqueKeysWithValues: notes), in: folder)
    let browser = try await page.browser()
    #expect(try await browser.post("/n/a1/pin", [:]).status == 303)
    Self.fill(folder.path("vault/filler"))
    let answer = try await browser.post(
      "/tags/rename", ["tag": "trip", "to": "travel", "count": "3"])
    #expect(answer.status == 507, "\(answer.body)")
    withExtendedLifetime(disk) {}
  }

  /// Writes until there is no room for another byte.
  private static func fill(_ path: String) {
    guard let file = fopen(path, "w") else { return }
    setvbuf(file, nil, _IONBF, 0)
    while fputc(0, file) != EOF {}
    fclose(file)
  }

  @Test("where uploads have no room, the text of the form is kept")
  func uploads() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("state/uploads")
    guard let disk = MemoryDisk(at: folder.path("state/uploads"), size: "64k") else { return }
    let (page, browser) = try await RunningPage(in: folder).withBrowser()
    let fields = try await form(browser)
    let answer = try await browser.post(
      "/new", fields.map { ($0, $1) },
      files: [("files", "a.jpg", [UInt8](repeating: 0x78, count: 200_000))]
    ).expect(422, has: "There is no room left on the disk.")
    #expect(EditingTests.fields(of: answer.body)["text"] == words)
    #expect(try page.notes().isEmpty)
    #expect(try page.folder.names(in: "state/uploads") == [])
    withExtendedLifetime(disk) {}
  }

  @Test("a form of a session that has ended says how its text is saved all the same")
  func ended() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    let fields = try await form(browser)
    let token = try await browser.token()
    #expect(try await browser.post("/logout", [:]).status == 303)
    try await browser.post("/new", fields.merging(["token": token]) { $1 })
      .expect(401, has: "nothing was changed")
    #expect(try page.notes().isEmpty)
  }

  @Test("a clock that jumps ends no session and loses no order", arguments: [-400, 400])
  func clock(days: Int64) async throws {
    let time = Mutex<Int64>(1_795_000_000)
    let browser = try await RunningPage(now: { time.withLock { $0 } }).browser()
    #expect(try await browser.post("/new", try await form(browser)).status == 303)
    // What a machine does that starts with a wrong clock, and is corrected by the network.
    time.withLock { $0 += days * 86_400 }
    let isIn = try await browser.get("/").status == 200
    #expect(isIn == (days < 0))
    time.withLock { $0 -= days * 86_400 }
    #expect(try await browser.get("/").status == 200)
  }

  @Test("slow connections from a proxy's address do not stop the page for others")
  func slow() async throws {
    let page = try await RunningPage(connectionLimit: 32, isBehindProxy: true)
    let browser = try await page.browser()
    var slow: [RawConnection] = []
    for number in 0..<100 {
      // The server ends some of them, and the system may refuse some.
      guard let connection = try? RawConnection(to: page.port) else { continue }
      await connection.send(Array("GET / HTTP/1.1\r\nHost: x\r\nX-\(number): ".utf8))
      slow.append(connection)
      if number % 10 == 9 { #expect(try await browser.get("/").status == 200) }
    }
    withExtendedLifetime(slow) {}
  }
}
