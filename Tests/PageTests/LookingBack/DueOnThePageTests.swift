import TestSupport
import Testing

@testable import Page

@Suite("Trackers in the calendar and on the page of the day")
struct DueOnThePageTests {
  /// 1795000000 is 2026-11-18T11:06:40Z.
  private let files = [
    "trackers/plants.md":
      "---\nid: p1\ncreated: 2025-10-01T09:00:00Z\ntl: tracker\ntitle: Water <the> plants\nevery: 2 days\nunit: l\n"
      + "---\n\n## Log\n\n- 2025-12-31T12:00:00Z = 4\n- 2026-11-14T08:10:00Z = 2\n"
      + "- 2026-11-14T18:10:00Z = 1\n- 2026-11-15T07:55:00Z = 0.5: only the kitchen\n",
    "trackers/hair.md":
      "---\nid: h1\ncreated: 2026-10-01T09:00:00Z\ntl: tracker\ntitle: Haircut\n---\n\n## Log\n\n- 2026-11-14\n",
    "a.md": "---\nid: a1\ncreated: 2026-11-14T09:00:00Z\n---\n\nA walk.\n",
  ]

  @Test("a tracker that is due stands on the page of the day, and is logged there")
  func due() async throws {
    let browser = try await RunningPage(files).browser()
    let body = try await browser.get("/today").body
    #expect(body.contains("Water &lt;the&gt; plants"))
    #expect(body.contains("action=\"/since/~p1/log\"") || body.contains("action=\"/since/p1/log\""))
    #expect(!body.contains("Haircut"))

    let reply = try await browser.post("/since/p1/log", ["value": "1", "back": "/today"])
    #expect(reply.status == 303)
    #expect(reply.header("location")?.hasPrefix("/today") == true)
    #expect(!(try await browser.get("/today").body.contains("Water &lt;the&gt; plants")))
  }

  @Test("the page of the day is another one once the time that it shows is another")
  func elapsed() async throws {
    let clock = TestClock()
    let files = files.merging([".tl/config.yaml": "format: 1\nsince:\n  display: tenths\n"]) { $1 }
    let browser = try await RunningPage(files, now: { clock.now }).browser()
    let first = try await browser.get("/today")
    let tag = try #require(first.header("etag"))
    #expect(try await browser.get("/today", ["If-None-Match": tag]).status == 304)
    clock.advance(6 * 3600)
    #expect(try await browser.get("/today", ["If-None-Match": tag]).status == 200)
  }

  @Test("a year of a tracker shows what each day comes to, by quarters of the greatest")
  func calendar() async throws {
    let browser = try await RunningPage(files).browser()
    try await browser.get("/calendar/2026")
      .expect(has: "href=\"/calendar/2026?tracker=plants\"", "1 note on 1 day")

    try await browser.get("/calendar/2026?tracker=plants").expect(
      has: "3.5 l on 2 days",
      "<span class=\"l-4\" title=\"3 l\"><span>14</span><span class=\"vh\">: 3 l</span></span>",
      "<span class=\"l-1\" title=\"0.5 l\"><span>15<",
      "rel=\"prev\" href=\"/calendar/2025?tracker=plants\"", lacks: "rel=\"next\"")
    #expect(try await browser.get("/calendar/2026?tracker=hair").body.contains("1 event on 1 day"))
    #expect(try await browser.get("/calendar/2026?tracker=none").status == 404)
  }

  @Test("months to come are not in the calendar, unless something is there")
  func monthsToCome() async throws {
    for (files, count) in [(files, 11), (["b.md": "---\ncreated: 2026-12-24\n---\n"], 12)] {
      let browser = try await RunningPage(files).browser()
      let body = try await browser.get("/calendar/2026").body
      #expect(body.matches(of: /<table class="month"/).count == count)
      #expect(body.matches(of: /aria-current="date"/).count == 1)
      let past = try await browser.get("/calendar/2025").body
      #expect(past.matches(of: /<table class="month"/).count == 12)
    }
  }

  @Test(
    "without trackers the calendar offers no choice, and a choice that is new makes it another page"
  )
  func choices() async throws {
    let (page, browser) = try await RunningPage(["a.md": files["a.md"] ?? ""]).withBrowser()
    let first = try await browser.get("/calendar/2026").expect(lacks: "?tracker=")
    let tag = try #require(first.header("etag"))
    try page.folder.write(files["trackers/hair.md"] ?? "", to: "vault/trackers/hair.md")
    await page.site.waitForNote("h1")
    try await browser.get("/calendar/2026", ["If-None-Match": tag])
      .expect(200, has: "?tracker=hair")
  }
}
