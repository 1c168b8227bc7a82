import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

@Suite("Searching on the page")
struct SearchTests {
  @Test(
    "the newest fifty are shown, older ones by a link, each once, and all are counted when asked")
  func pages() async throws {
    var files: [String: String] = [:]
    for number in 0..<130 {
      let day = "2026-\(number % 12 < 9 ? "0" : "")\(number % 12 + 1)-\(10 + number % 15)"
      let word = number % 10 == 0 ? "other" : "bell"
      files["\(number).md"] = "---\nid: n\(number)\ndate: \(day)\n---\nThe \(word) of \(number).\n"
    }
    let browser = try await RunningPage(files).browser()
    let first = try await browser.get("/search?q=bell").body
    #expect(first.contains("The newest 50"))
    var (body, ids) = (first, ReadingTests.ids(in: first))
    while let next = ReadingTests.link("next", in: body) {
      body = try await browser.get(next).body
      ids += ReadingTests.ids(in: body)
    }
    #expect(ids.count == 117 && Set(ids).count == 117)
    let timeline = try await browser.get("/?q=bell").body
    #expect(ReadingTests.ids(in: timeline) == Array(ids.prefix(50)))
    #expect(try await browser.get("/search?q=bell&all=1").body.contains("117 notes"))
    #expect(first.contains("/search?q=bell&amp;all=1"))
  }

  @Test("the word is marked in its line and in the title, and text stays text")
  func marks() async throws {
    let page = try await RunningPage([
      "a.md": "---\nid: a\ntitle: A <b>bell</b>\n---\none\n\nthe \"Bell\" & <script>x</script>\n"
    ])
    try await page.browser().get("/search?q=bell").expect(
      has: "A &lt;b&gt;<mark>bell</mark>&lt;/b&gt;", "<mark>Bell</mark>", "1 note",
      lacks: "<script>x")
  }

  @Test("before a word is typed there are the places and tags of the notes")
  func starts() async throws {
    let page = try await RunningPage([
      "a.md": "---\nid: a\nplace: Harbour\ntags: [sea]\n---\n# Ships\n"
    ])
    try await page.browser().get("/search").expect(
      has: "<bdi>Harbour</bdi>", "<bdi>#sea</bdi>", lacks: "class=\"empty\"")
  }

  @Test("too many words or tags are refused, in every list that takes a filter")
  func tooMany() async throws {
    let browser = try await RunningPage(["a.md": "a\n"]).browser()
    let words = (0..<65).map { "-w\($0)" }.joined(separator: "+")
    let tags = (0..<65).map { "t\($0)" }.joined(separator: ",")
    for address in ["/search?q=\(words)", "/?q=\(words)", "/?t=\(tags)"] {
      let answer = try await browser.get(address)
      #expect(answer.status == 400 && answer.body.contains("at most 64 words"), "\(address)")
    }
    #expect(try await browser.get("/search?q=" + words + "&t=a").status == 400)
    let repeated = [String](repeating: "-word", count: 500).joined(separator: "+")
    #expect(try await browser.get("/search?q=\(repeated)").status == 200)
  }

  @Test("near: takes the name of a place, and says what it does not know")
  func near() async throws {
    let browser = try await RunningPage([
      "a.md": "---\nid: a\nplace: The \\\"old\\\" well\n---\n# Dry\n",
      "b.md": "---\nid: b\nplace: Harbour\ncoordinates: [59.91, 10.75]\n---\n# Ships\n",
      "c.md": "---\nid: c\ncoordinates: [59.92, 10.76]\n---\n# Hill\n",
      "d.md": "---\nid: d\nplace: Pier\ncoordinates: [35.7, 139.7]\n---\n# Far\n",
      "e.md": "---\nid: e\nplace: Pier\nlocality: Oslo\ncoordinates: [59.9, 10.7]\n---\n# Near\n",
    ]).browser()
    for query in ["near:harbour", "near:Harbour,3"] {
      let body = try await browser.get("/search?q=\(query)").body
      #expect(body.contains("<h3") && body.contains("Ships") && body.contains("Hill"), "\(query)")
      #expect(!body.contains("Far"), "\(query)")
    }
    try await browser.get("/?q=near:harbour").expect(has: "Ships", lacks: "Far")
    try await browser.get("/search?q=near:pier").expect(400, has: "2 places")
    try await browser.get("/search?q=near:nowhere").expect(400, has: "no city is called")
  }

  @Test("prefixes narrow a search down as they do in tl search, and a wrong one is explained")
  func prefixes() async throws {
    let browser = try await RunningPage([
      "a.md": "---\nid: a\ndate: 2016-05-03\ntags: [kaia]\n---\nbell\n",
      "b.md": "---\nid: b\ndate: 2016-06-03\nplace: Lyon\n---\nbell\n",
      "c.md": "---\nid: c\ndate: 2016-07-03\ncategory: Day\n---\nchair\n", "c.media/x.jpg": "x",
      "d.md": "---\nid: d\ndate: 2016-04-03\ncategory: Book\nplace: Lyon\n---\ntable\n",
    ]).browser()
    let shown = [
      "q=bell": ["b", "a"], "q=bell+tag:kaia": ["a"], "q=bell+-tag:kaia": ["b"],
      "q=place:lyon": ["b", "d"], "q=bell+since:2016-06": ["b"], "q=kind:photo": ["c"],
      "q=tag:kaia": ["a"], "kind=photo": ["c"], "since=2016-06-01&until=2016-06-30": ["b"],
      "q=%22bell%22+-chair": ["b", "a"], "t=kaia&q=bell": ["a"], "q=absent": [],
      "c=day": ["c"], "c=day&c=book": ["c", "d"], "c=day&c=book&place=lyon": ["d"],
      "place=lyon": ["b", "d"],
    ]
    for (query, ids) in shown {
      let search = try await browser.get("/search?\(query)").body
      #expect(ReadingTests.ids(in: search) == ids, "\(query)")
      #expect(ReadingTests.ids(in: try await browser.get("/?\(query)").body) == ids, "\(query)")
    }
    #expect(try await browser.get("/search?q=kind:tea").status == 400)
    #expect(try await browser.get("/search").body.contains("Words are found in"))
    #expect(try await browser.get("/search?q=absent").body.contains("No note matches"))
  }

  @Test("a filter of the timeline is found once for a state of the vault, and again after a change")
  func cache() async throws {
    let (page, browser) = try await RunningPage(["a.md": "---\nid: a\n---\nbell\n"]).withBrowser()
    var snapshot = page.site.live.snapshot
    repeat {
      // A busy machine may publish another state meanwhile.
      snapshot = page.site.live.snapshot
      #expect(ReadingTests.ids(in: try await browser.get("/?q=bell").body) == ["a"])
    } while snapshot.generation != page.site.live.snapshot.generation
    let address = TimelineAddress(TimelineFilter(text: "bell"))
    let key = FilteredTimelines.Key(
      generation: snapshot.generation, filter: address.filter,
      day: try #require(CalendarDay("2026-11-18")))
    #expect(page.site.filtered.timeline(for: key)?.index.count == 1)
    try page.folder.write("---\nid: b\n---\nbell\n", to: "vault/b.md")
    try await page.settled { $0.count == 2 }
    #expect(Set(ReadingTests.ids(in: try await browser.get("/?q=bell").body)) == ["a", "b"])
  }
}
