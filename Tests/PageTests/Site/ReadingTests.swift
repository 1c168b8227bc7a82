import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("Reading on the page")
struct ReadingTests {
  @Test("every note is reached by older and newer pages, each once, and the two ways agree")
  func paging() async throws {
    var files: [String: String] = [:]
    for number in 0..<130 {
      let day = "2026-\(number % 12 < 9 ? "0" : "")\(number % 12 + 1)-\(10 + number % 15)"
      files["\(number).md"] = "---\nid: n\(number)\ndate: \(day)\n---\nNote \(number).\n"
    }
    let browser = try await RunningPage(files).browser()
    var (address, ids, pages) = ("/", [String](), [[String]]())
    while true {
      let body = try await browser.get(address).body
      pages.append(Self.ids(in: body))
      ids += pages[pages.count - 1]
      guard let next = Self.link("next", in: body) else { break }
      address = next
    }
    #expect(ids.count == 130)
    #expect(Set(ids).count == 130)
    #expect(pages.map(\.count) == [50, 50, 30])
    let last = try await browser.get(address).body
    let back = try await browser.get(try #require(Self.link("prev", in: last))).body
    #expect(Self.ids(in: back) == pages[1])
  }

  @Test("twenty pinned notes stand apart, and further ones in their places; none is missing")
  func pinned() async throws {
    var files: [String: String] = [:]
    for number in 10..<40 {
      files["\(number).md"] =
        "---\nid: n\(number)\ndate: 20\(number)-01-01\npinned: true\n---\nx\n"
    }
    files["a.md"] = "---\nid: a\ndate: 2000-01-01\n---\nx\n"
    let page = try await RunningPage(files)
    let body = try await page.browser().get("/").body
    let ids = Self.ids(in: body)
    #expect(Set(ids).count == 31 && ids.count == 31)
    let pins = body.split(separator: "class=\"day pins\"").last?.split(separator: "</section>")
      .first
    #expect(Self.ids(in: String(pins ?? "")).count == 20)
    #expect(ids.last == "a")
  }

  @Test("months are counted, also of years that are unusual")
  func counts() async throws {
    let page = try await RunningPage([
      "a.md": "---\ndate: 1101-02-03\n---\nx\n", "b.md": "---\ndate: 2016-05-03\n---\nx\n",
      "c.md": "---\ndate: 2016-05-31\n---\nx\n", "d.md": "---\ndate: 9999-12-31\n---\nx\n",
    ])
    let body = try await page.browser().get("/api/v1/counts").body
    #expect(
      body
        == #"{"months":[{"month":"9999-12","notes":1},{"month":"2016-05","notes":2},{"month":"1101-02","notes":1}]}"#
    )
  }

  @Test("a page that is made once is made anew when a note or its media folder changes")
  func keptPages() async throws {
    let page = try await RunningPage(["a.md": "---\nid: a\n---\nfirst words\n", "b.md": "x\n"])
    let browser = try await page.browser()
    let first = try await browser.get("/")
    #expect(try await browser.get("/").body == first.body)
    let tag = try #require(first.header("etag"))
    #expect(try await browser.get("/", ["If-None-Match": tag]).status == 304)
    // The folder is not watched: nothing tells the page but the look at it.
    try page.folder.write("RIFF", to: "vault/a.media/sound.wav")
    try await browser.get("/", ["If-None-Match": tag]).expect(200, has: "/media/a.media/sound.wav")
    #expect(!first.body.contains("/media/a.media/sound.wav"))
    try page.folder.write("---\nid: a\n---\nother words\n", to: "vault/a.md")
    #expect(try await browser.get("/").body.contains("other words"))
    let other = try await page.browser()
    #expect(try await other.get("/").body != browser.get("/").body, "tokens are of a session")
  }

  @Test("a month, a day, a tag and words show what belongs to them")
  func filters() async throws {
    let browser = try await RunningPage([
      "a.md": "---\nid: a\ndate: 2016-05-03\ntags: [kaia]\npinned: true\n---\nsofa\n",
      "b.md": "---\nid: b\ndate: 2016-05-31T23:30:00-05:00\n---\ntable\n",
      "c.md": "---\nid: c\ndate: 2016-06-01\ntags: [kaia/firsts]\n---\nchair\n",
    ]).browser()
    let shown = [
      ("/m/2016-05", ["b", "a"]), ("/d/2016-05-31", ["b"]), ("/y/2016", ["b", "c", "a"]),
      ("/?t=kaia", ["c", "a"]), ("/?q=sofa", ["a"]), ("/?q=nothing", []),
      ("/?at=2016-05", ["b", "c", "a"]),
      ("/?q=tag:kaia+chair", ["c"]),
    ]
    for (address, ids) in shown {
      #expect(Self.ids(in: try await browser.get(address).body) == ids, "\(address)")
    }
    #expect(try await browser.get("/?q=nothing").body.contains("No note matches"))
    #expect(try await browser.get("/?q=since:13-13").status == 400)
    for address in ["/m/2016-13", "/d/x", "/y/16", "/n/zzzz", "/media/a.md", "/media/.tl/x", "/x"] {
      #expect(try await browser.get(address).status == 404, "\(address)")
    }
  }

  @Test("text of the vault is never HTML of the page")
  func hostile() async throws {
    let attack = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'>"
    let browser = try await RunningPage([
      "a.md":
        "---\nid: \"\(attack.replacing("\"", with: "\\\""))\"\ntags: ['<b>x']\n---\n# \(attack)\n\n\(attack)\n"
    ]).browser()
    for address in ["/", "/tags", "/?q=" + "%3Cscript%3E", "/?t=%3Cb%3Ex"] {
      let body = try await browser.get(address).body
      #expect(!body.contains("<script>alert"), "\(address)")
      #expect(!body.contains("onerror=alert(1)>"), "\(address)")
      #expect(!body.contains("<b>x"), "\(address)")
    }
  }

  @Test("a media file comes whole, in part, and as a file to download if it is no picture")
  func media() async throws {
    let (page, browser) = try await RunningPage([
      "a.md": "# A\n", "a.media/s.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "a.media/t.html": "<script>1</script>", "a.media/n.txt": "0123456789",
    ]).withBrowser()
    let whole = try await browser.get("/media/a.media/n.txt")
    #expect(whole.body == "0123456789")
    let part = try await browser.get("/media/a.media/n.txt", ["Range": "bytes=2-4"])
    #expect(part.status == 206 && part.body == "234")
    #expect(part.header("content-range") == "bytes 2-4/10")
    #expect(try await browser.get("/media/a.media/n.txt", ["Range": "bytes=10-"]).status == 416)
    for name in ["s.svg", "t.html"] {
      let answer = try await browser.get("/media/a.media/\(name)")
      #expect(answer.header("content-disposition")?.hasPrefix("attachment") == true)
      #expect(answer.header("content-security-policy")?.hasSuffix("; sandbox") == true)
    }
    #expect(try await Browser(page: page).get("/media/a.media/n.txt").status == 401)
    try FileManager.default.createSymbolicLink(
      atPath: page.folder.path("vault/a.media/l.txt"), withDestinationPath: "/etc/passwd")
    #expect(try await browser.get("/media/a.media/l.txt").status == 404)
    #expect(try await browser.get("/media/a.media/..%2F..%2Fstate%2Fname").status == 404)
  }

  @Test("a change by another program is told to an open page")
  func events() async throws {
    let (page, browser) = try await RunningPage(["a.md": "---\nid: a\n---\nA\n"]).withBrowser()
    let (connection, _) = try await listen(browser, "/events")
    try page.folder.write("---\nid: b\n---\nB\n", to: "vault/b.md")
    let told = await connection.receive(until: "\"added\":[\"b\"]")
    #expect(told.contains("event: change"))
    #expect(told.contains("\"added\":[\"b\"]"))
  }

  @Test(
    "a page that shows an older state is told at once that all can be other",
    arguments: ["x-1", ""])
  func missedEvents(version: String) async throws {
    let browser = try await RunningPage(["a.md": "---\nid: a\n---\nA\n"]).browser()
    let (_, told) = try await listen(browser, "/events?since=\(version)", until: "\"isWhole\":true")
    #expect(told.contains("event: change"))
  }

  @Test("a page that shows the newest state is told nothing at first")
  func nothingMissed() async throws {
    let (page, browser) = try await RunningPage(["a.md": "---\nid: a\n---\nA\n"]).withBrowser()
    let html = try await browser.get("/").body
    let events = try #require(html.firstMatch(of: #/data-events="([^"]*)"/#)).1
    let (connection, _) = try await listen(browser, String(events))
    try page.folder.write("---\nid: b\n---\nB\n", to: "vault/b.md")
    let told = await connection.receive(until: "\"added\":[\"b\"]")
    #expect(!told.contains("\"isWhole\":true"))
  }

  /// A connection on which what happens is told, and what came on it up to a mark.
  private func listen(
    _ browser: Browser, _ path: String, until mark: String = "retry:"
  ) async throws -> (RawConnection, String) {
    let connection = try RawConnection(to: browser.page.port)
    let (host, cookie) = (browser.page.host, browser.cookie ?? "")
    let told = await connection.ask(
      "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n", until: mark)
    return (connection, told)
  }

  static func ids(in html: String) -> [String] {
    html.matches(of: #/<article class="card"[^>]*data-id="([^"]*)"/#).map { String($0.1) }
  }

  static func link(_ relation: String, in html: String) -> String? {
    html.matches(of: #/rel="(next|prev)" href="([^"]*)"/#).first { $0.1 == relation }
      .map { String($0.2).replacing("&amp;", with: "&") }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
