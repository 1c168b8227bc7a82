import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("Persons, milestones, the day and the numbers in the API")
struct JournalAPITests {
  /// The page's clock says 2026-11-18.
  private static let files = [
    "people/kaia.md":
      "---\ntl: person\nid: kaia-id\ntitle: Kaia\nrole: child\nbirthday: 2025-11-18\n---\n",
    "people/lan.md": "---\ntl: person\ntitle: \"Bà <Lan>\"\nborn: 1958\n---\n",
    "steps.md":
      "---\nid: steps\ncreated: 2026-11-01T10:00:00Z\npeople: [Kaia]\nmilestone: first-steps\nplace: Park\ntags: [walk]\n---\n# Steps\n\nFour of them.\n",
    "last-year.md": "---\nid: last-year\ncreated: 2025-11-18T08:00:00Z\n---\nA year ago.\n",
    "last-month.md": "---\nid: last-month\ncreated: 2026-10-18T08:00:00Z\n---\nA month ago.\n",
    "letter.md":
      "---\nid: letter\ncreated: 2024-11-18T08:00:00Z\nopen_after: 2030-01-01\n---\nSECRET words here.\n",
    "opens.md":
      "---\nid: opens\ncreated: 2024-01-01T08:00:00Z\nopen_after: 2026-11-18\n---\nIt is open.\n",
    "trackers/water.md": "---\ntl: tracker\nevery: 2 days\n---\n\n- 2026-11-10\n",
  ]

  private typealias Object = [String: Any]

  private func object(_ text: String) throws -> Object {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
  }

  @Test("the persons, with their ages and notes")
  func people() async throws {
    let page = try await RunningPage(Self.files)
    let body = try await page.browser().get("/api/v1/people").body
    let people = try #require(try object(body)["people"] as? [Object])
    #expect(people.map { $0["name"] as? String } == ["Kaia", "Bà <Lan>"])
    let kaia = try #require(people.first)
    #expect(kaia["id"] as? String == "kaia-id")
    #expect(kaia["age"] as? String == "12 months")
    #expect(kaia["notes"] as? Int == 1)
    #expect(people.last?["birthday"] as? String == "1958")
  }

  @Test("the milestones of a person, by the file's name or the id, with the notes of those done")
  func milestones() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let body = try await browser.get("/api/v1/people/kaia/milestones").body
    #expect(try await browser.get("/api/v1/people/kaia-id/milestones").body == body)
    let milestones = try #require(try object(body)["milestones"] as? [Object])
    let done = milestones.filter { $0["state"] as? String == "done" }
    #expect(done.map { $0["id"] as? String } == ["first-steps"])
    #expect((done.first?["note"] as? Object)?["id"] as? String == "steps")
    #expect(done.first?["age"] as? String == "11 months 14 days")
    #expect(milestones.count > 10)
    try await browser.get("/api/v1/people/nobody/milestones").expect(404, has: "no_such_person")
  }

  @Test("the day: memories, birthdays, what opens, what is due, a prompt")
  func today() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let day = try object(try await browser.get("/api/v1/today").body)
    #expect(day["date"] as? String == "2026-11-18")
    func ids(_ day: Object) -> [String?]? {
      (day["on_this_day"] as? [Object])?.map { ($0["note"] as? Object)?["id"] as? String }
    }
    #expect(ids(day) == ["last-year"])
    #expect((day["birthdays"] as? [Object])?.map { $0["turns"] as? Int } == [1])
    #expect((day["opens"] as? [Object])?.map { $0["id"] as? String } == ["opens"])
    #expect((day["due"] as? [Object])?.map { $0["name"] as? String } == ["water"])
    #expect((day["prompt"] as? Object)?["text"] is String)
    let withMonths = try object(try await browser.get("/api/v1/today?months=1").body)
    #expect(ids(withMonths) == ["last-month", "last-year"])
  }

  @Test("the numbers, without what is sealed")
  func statistics() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let body = try await browser.get("/api/v1/stats").body
    let numbers = try object(body)
    #expect(numbers["notes"] as? Int == 4)
    #expect((numbers["tags"] as? [Object])?.map { $0["name"] as? String } == ["walk"])
    #expect((numbers["places"] as? [Object])?.map { $0["notes"] as? Int } == [1])
    #expect((numbers["people"] as? [Object])?.map { $0["name"] as? String } == ["Kaia"])
  }

  @Test("the text of a sealed note is in none of them, and nobody gets them without a token")
  func access() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    for path in ["people", "people/kaia/milestones", "today?months=1", "stats"] {
      let body = try await browser.get("/api/v1/\(path)").body
      #expect(!body.contains("SECRET"), "\(path)")
      let stranger = try await Browser(page: page).get("/api/v1/\(path)")
      #expect(stranger.status == 401, "\(path)")
    }
  }
}
