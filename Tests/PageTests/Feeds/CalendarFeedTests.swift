import Journal
import Operations
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

@Suite("Calendars of feeds")
struct CalendarFeedTests {
  /// 1795000000 is 2026-11-18T11:06:40Z.
  private static let files = [
    "a.md": "---\nid: a\ndate: 2026-05-04T10:00:00Z\ntags: [kaia]\n---\n\n# First, a walk\n",
    "b.md": "---\nid: b\ndate: 2026-05-05\n---\n\n# Other things\n",
    "m.md": "---\nid: m\ndate: 2026-06-01\nmilestone: lantern\npeople: [Kaia]\n---\n\n# Lantern\n",
    "people/kaia.md":
      "---\nid: kaia\ntl: person\ntitle: Kaia\nbirthday: 2025-05-17\ntags: [kaia]\n---\n",
    "people/bo.md": "---\nid: bo\ntl: person\ntitle: Bo\nbirthday: 1980-01-02\n---\n",
    "trackers/plants.md":
      "---\nid: p1\ncreated: 2026-10-01T09:00:00Z\ntl: tracker\ntitle: Plants\nevery: 6 hours\n---\n\n"
      + "## Log\n\n- 2026-11-18T10:00:00Z\n",
  ]
  private static let sealed = [
    "letter.md":
      "---\nid: letter\ndate: 2026-11-10\nopen_after: 2999-05-17\ntags: [kaia]\n---\n\n# When grown\n",
    "copy.md": "---\nid: copy\nconflict_of: letter\ntags: [kaia]\n---\n\n# When grown\n",
    "people/eve.md":
      "---\nid: eve\ntl: person\ntitle: Eve\nbirthday: 1990-01-02\nopen_after: 2999-05-17\n---\n",
    "trackers/run.md":
      "---\nid: r1\ncreated: 2026-10-01T09:00:00Z\ntl: tracker\ntitle: Run\nevery: 2 days\n"
      + "open_after: 2999-05-17\n---\n",
  ]

  @Test("it is what tl calendar ics writes of a scan")
  func content() async throws {
    let page = try await RunningPage(Self.files)
    let answer = try await Browser(page: page).get(try address(page, "")).expect(
      200,
      has: "NAME:test\r\n", "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n",
      "UID:tl-birthday-kaia-2027-05-17\r\n", "UID:tl-birthday-bo-2027-01-02\r\n",
      "UID:tl-milestone-lantern-kaia-2026-06-01\r\n", "UID:tl-due-p1-2026-11-18\r\n",
      "UID:tl-note-a-2026-05-04\r\n", "SUMMARY:First\\, a walk\r\n")
    #expect(answer.header("content-type") == "text/calendar; charset=utf-8")
    #expect(answer.header("content-security-policy") == "default-src 'none'; sandbox")
    #expect(answer.header("cache-control") == "private, no-cache")

    let source = try page.site.openSource()
    let scan = JournalScan(source, noting: .ofReminders, keepsText: true)
    let events = try CalendarEvents(source, of: scan.index, scan.journal())
      .events([.birthdays, .due, .milestones, .notes]) {
        try source.trackers(of: scan.index).statuses(at: source.now)
      }
    #expect(answer.body.utf8.elementsEqual(ICalendar(name: "test", events: events).file))
  }

  @Test("it has what is made of files that the filter lets through, and nothing else")
  func filter() async throws {
    let page = try await RunningPage(Self.files)
    let reader = Browser(page: page)
    try await reader.get(try address(page, "tag:kaia")).expect(
      200, has: "tl-birthday-kaia-2027-05-17", "tl-note-a-2026-05-04", "tl-milestone-",
      lacks: "lantern", "-bo-", "tl-note-b", "tl-due", "tl-note-m")
    try await reader.get(try address(page, "is:person", "persons")).expect(
      200, has: "tl-birthday-kaia-2027-05-17", "tl-birthday-bo-2027-01-02",
      lacks: "tl-note", "tl-due", "lantern")
    try await reader.get(try address(page, "is:tracker", "trackers"))
      .expect(200, has: "tl-due-p1-2026-11-18", lacks: "tl-note", "tl-birthday", "tl-milestone")
    try await reader.get(try address(page, "walk", "texts"))
      .expect(200, has: "tl-note-a-2026-05-04", lacks: "tl-note-b", "tl-birthday", "tl-due")
  }

  @Test("nothing tells of what is sealed, neither its words nor its days nor how much there is")
  func sealed() async throws {
    var files = Self.files
    files["trackers/walks.md"] =
      "---\nid: w1\ncreated: 2026-05-01T09:00:00Z\ntl: tracker\ntitle: Walks\nevery: 3 months\n"
      + "from: since:2026-05-01\n---\n"
    let page = try await RunningPage(files)
    let reader = Browser(page: page)
    let addresses = [try address(page, ""), try address(page, "tag:kaia", "kaia")]
    let before = [try await reader.get(addresses[0]), try await reader.get(addresses[1])]
    let count = page.site.live.snapshot.index.count
    for (path, text) in Self.sealed { try page.folder.write(text, to: "vault/\(path)") }
    try await page.settled { $0.count == count + Self.sealed.count }
    for (address, before) in zip(addresses, before) {
      let after = try await reader.get(address).expect(200, lacks: "letter", "sealed", "2999")
      #expect(after.body == before.body)
      let tag = try #require(before.header("etag"))
      let same = try await reader.get(address, ["If-None-Match": tag]).expect(304)
      #expect(same.header("content-security-policy") == "default-src 'none'; sandbox")
    }
    try page.folder.write("---\nid: c\ndate: 2026-07-01\n---\n\n# New\n", to: "vault/c.md")
    try await page.settled { !$0.notes(withID: "c").isEmpty }
    let tag = try #require(before[0].header("etag"))
    try await reader.get(addresses[0], ["If-None-Match": tag])
      .expect(200, has: "UID:tl-note-c-2026-07-01\r\n")
  }

  @Test("what gets late stands at today from then on, though no file has changed")
  func late() async throws {
    let clock = TestClock()
    let page = try await RunningPage(Self.files, now: { clock.now })
    let reader = Browser(page: page)
    let address = try address(page, "")
    let first = try await reader.get(address)
      .expect(200, has: "DTSTART:20261118T160000Z\r\n", "BEGIN:VALARM")
    let tag = try #require(first.header("etag"))
    clock.advance(3600)
    #expect(try await reader.get(address, ["If-None-Match": tag]).status == 304)
    clock.advance(5 * 3600)
    try await reader.get(address, ["If-None-Match": tag])
      .expect(200, has: "DTSTART;VALUE=DATE:20261118\r\n", lacks: "BEGIN:VALARM")
  }

  @Test("it has the 1,000 newest notes, whatever is sealed among them, and no UID twice")
  func newest() async throws {
    var files = Self.files
    files["n.md"] = files["m.md"]?.replacing("id: m", with: "id: n")
    for number in 1...1010 {
      let seal = number > 1000 ? "open_after: 2999-05-17\n" : ""
      files["many/\(number).md"] = "---\nid: many\(number)\ndate: 2026-10-01\n\(seal)---\n\nn\n"
    }
    let page = try await RunningPage(files)
    let body = try await Browser(page: page).get(try address(page, "")).expect(200).body
    let uids = body.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
    #expect(uids.count { $0.hasPrefix("UID:tl-note-") } == 1000)
    #expect(uids.count { $0.hasPrefix("UID:tl-milestone-lantern-") } == 1)
    #expect(Set(uids).count == uids.count)
  }

  @Test("its address opens nothing else, is the same for all readers, and ends with the feed")
  func bounds() async throws {
    let page = try await RunningPage(Self.files)
    let address = try address(page, "")
    let token = String(address.dropFirst("/calendar/".count).dropLast(".ics".count))
    let reader = Browser(page: page)
    let tag = try #require(try await reader.get(address).header("etag"))
    #expect(try await reader.get(address + "?x=1").header("etag") == tag)
    #expect(try await reader.get(address, ["Cookie": "tl-look=dark"]).header("etag") == tag)
    #expect(try await reader.get("/feed/\(token).atom").status == 200)
    #expect(try await reader.get("/calendar/\(token)x.ics").status == 404)
    #expect(try await reader.get("/calendar/..%2Ftokens%2Fx.ics").status == 404)
    #expect(try await reader.get("/calendar/\(token)").status == 401)
    #expect(try await reader.get("/calendar/2026").status == 401)
    #expect(try await reader.get(address, ["Host": "127.0.0.1:\(page.port)"]).status == 421)
    let script = try #require(try page.program().token)
    #expect(try await reader.get("/calendar/\(script).ics").status == 404)
    #expect(try page.site.feeds.remove(named: "test"))
    #expect(try await reader.get(address).status == 404)
  }

  @Test("a feed from before there were calendars has none")
  func former() async throws {
    let page = try await RunningPage(Self.files)
    let reader = Browser(page: page)
    let answer = try await reader.get(try address(page, "", hasCalendar: nil))
    #expect(answer.status == 404 && !answer.body.contains("Kaia"))
  }

  private func address(
    _ page: RunningPage, _ filter: String, _ name: String = "test", hasCalendar: Bool? = true
  ) throws -> String {
    let token = try page.site.feeds.add(
      AccessToken(
        name: name, isReadOnly: true, filter: PageFeed.fields(of: filter), hasCalendar: hasCalendar,
        created: 1_795_000_000))
    return PageFeed.calendarPath(of: token)
  }
}
