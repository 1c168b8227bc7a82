import Foundation
import Rendering
import Synchronization
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Feeds")
struct FeedTests {
  private let files = [
    "a.md":
      "---\nid: 7d3f0b52-9c1e-4f6a-8b8e-2f1a4c5d6e70\ncreated: 2026-05-04T10:00:00Z\n"
      + "tags: [\"kaia & <b>\"]\n---\n\n# First \u{8}steps]]>\n\n[b](b.md) ![](x.jpg) <script>alert(1)</script> & \"so\"\n",
    "x.jpg": "not a JPEG",
    "b.md": "---\nid: b\ndate: 2026-05-05T10:00:00+02:00\n---\nNot of this feed\n",
  ]

  @Test("a feed is XML with the notes of its filter, with absolute addresses")
  func content() async throws {
    let page = try await RunningPage(files)
    let address = try feed(page, "tag:\"kaia & <b>\"")
    let answer = try await Browser(page: page).get(address).expect(200)
    #expect(answer.header("content-type") == "application/atom+xml; charset=utf-8")
    let document = try XMLDocument(xmlString: answer.body)
    let root = try #require(document.rootElement())
    #expect(root.name == "feed")
    for name in ["id", "title", "updated", "author"] {
      #expect(root.elements(forName: name).count == 1, "\(name)")
    }
    let entries = root.elements(forName: "entry")
    #expect(entries.count == 1)
    let entry = try #require(entries.first)
    func text(_ name: String) -> String? { entry.elements(forName: name).first?.stringValue }
    #expect(text("id") == "urn:uuid:7d3f0b52-9c1e-4f6a-8b8e-2f1a4c5d6e70")
    #expect(
      text("title")?.hasPrefix("First") == true && text("title")?.hasSuffix("steps]]>") == true)
    #expect(text("published") == "2026-05-04T10:00:00Z" && text("updated") != nil)
    #expect(answer.body.contains("<category term=\"kaia &amp; &lt;b&gt;\"/>"))
    let html = try #require(text("content"))
    #expect(html.contains("href=\"http://\(page.host)/n/b\""))
    #expect(!html.contains("<script>"))
    #expect(!html.contains("=\"/"))
    #expect(!answer.body.contains("\u{8}"))
  }

  @Test("a note that has a day has a time in a feed, which RFC 4287 asks for")
  func days() async throws {
    let page = try await RunningPage(["c.md": "---\ndate: 2026-11-03\n---\nday only\n"])
    let body = try await Browser(page: page).get(try feed(page, "")).body
    #expect(body.contains("<published>2026-11-03T00:00:00"))
  }

  @Test("an unchanged feed is not sent again")
  func unchanged() async throws {
    let page = try await RunningPage(files)
    let address = try feed(page, "")
    let reader = Browser(page: page)
    let tag = try #require(try await reader.get(address).header("etag"))
    let same = try await reader.get(address, ["If-None-Match": tag]).expect(304)
    #expect(same.header("content-security-policy") == "default-src 'none'; sandbox")
    try page.folder.write("# New\n", to: "vault/c.md")
    try await page.settled { $0.count == 3 }
    try await reader.get(address, ["If-None-Match": tag]).expect(200, has: "New")
  }

  @Test("a feed is the same whatever follows its address or is in cookies, however it is spelled")
  func oneVersion() async throws {
    let page = try await RunningPage(files)
    let address = try feed(page, "")
    let reader = Browser(page: page)
    let plain = try await reader.get(address)
    let tag = try #require(plain.header("etag"))
    let first = try #require(address.dropFirst(6).utf8.first)
    let spelled = "/feed/%\(String(first, radix: 16))" + String(address.dropFirst(7))
    for (other, headers) in [
      (address + "?x=1", [:]), (address, ["Cookie": "tl-look=dark.large"]), (spelled, [:]),
    ] as [(String, [String: String])] {
      let answer = try await reader.get(other, headers)
      #expect(answer.status == 200 && answer.header("etag") == tag, "\(other)")
      #expect(answer.body == plain.body, "\(other)")
    }
  }

  @Test("who asks for a feed while its notes are looked for gets the same, if the first goes too")
  func shared() async throws {
    let page = try await RunningPage(files)
    let index = TimelineIndex(page.site.live.snapshot.index)
    let day = try #require(CalendarDay("2026-11-20"))
    let key = FilteredTimelines.Key(generation: 1, filter: TimelineFilter(), day: day)
    let feeds = MadeFeeds()
    let (asked, searches) = (Counter(), Counter())
    let readers = (0..<20).map { _ in
      Task {
        asked.add()
        return try await feeds.notes(key) {
          searches.add()
          while asked.count < 20 { try await Task.sleep(for: .milliseconds(5)) }
          try await Task.sleep(for: .milliseconds(200))
          return index
        }
      }
    }
    readers[0].cancel()
    for reader in readers { #expect(try await reader.value === index) }
    // A reader may be as late as that, on a machine with much to do.
    #expect(searches.count <= 2)
    _ = try await feeds.notes(key) {
      searches.add()
      return index
    }
    #expect(searches.count >= 2)
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }

  @Test("the address of a feed opens nothing else, and no other address opens a feed")
  func bounds() async throws {
    let page = try await RunningPage(files)
    let address = try feed(page, "tag:kaia")
    let token = String(address.dropFirst(6).dropLast(5))
    let reader = Browser(page: page)
    #expect(try await reader.get("/feed/\(token)x.atom").status == 404)
    #expect(try await reader.get("/feed/\(token)").status == 404)
    #expect(try await reader.get("/feed/.atom").status == 404)
    #expect(try await reader.get("/feed/..%2Ftokens%2Fx.atom").status == 404)
    #expect(try await reader.get(address, ["Host": "127.0.0.1:\(page.port)"]).status == 421)
    #expect(try await reader.get(address, ["Host": "evil.example"]).status == 421)
    let program = APIClient(page: page, token: token)
    #expect(try await program.ask("GET", "/api/v1/notes").status == 401)
    let script = try #require(try page.program().token)
    #expect(try await reader.get("/feed/\(script).atom").status == 404)
    #expect(try page.site.feeds.remove(named: "test"))
    #expect(try await reader.get(address).status == 404)
  }

  @Test("a feed has the 50 newest notes")
  func newest() async throws {
    var files: [String: String] = [:]
    for number in 10..<70 {
      files["\(number).md"] =
        "---\ndate: 2026-11-20T10:\(number % 60 + 0 < 10 ? "0" : "")\(number % 60):00Z\n---\nn\n"
    }
    let page = try await RunningPage(files)
    let answer = try await Browser(page: page).get(try feed(page, ""))
    #expect(answer.body.split(separator: "<entry>").count == 51)
  }

  @Test("what XML cannot contain is replaced")
  func escaping() {
    #expect(
      AtomFeed.escaped("a<b>&\"\r\n\t\u{0}\u{FFFE}\u{1F600}")
        == "a&lt;b&gt;&amp;&quot;&#13;\n\t\u{FFFD}\u{FFFD}\u{1F600}")
  }

  private func feed(_ page: RunningPage, _ filter: String) throws -> String {
    let token = try page.site.feeds.add(
      AccessToken(
        name: "test", isReadOnly: true, filter: PageFeed.fields(of: filter), created: 1_795_000_000)
    )
    return "/feed/\(token).atom"
  }
}
