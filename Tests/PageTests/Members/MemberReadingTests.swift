import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("What members read")
struct MemberReadingTests {
  private static func note(_ number: Int, _ day: String, _ text: String) -> String {
    "---\nid: \(Circles.id(number))\ncreated: \(day)T10:00:00Z\ncircles: [Grandparents]\n---\n# \(text)\n\nText.\n"
  }

  private func member(_ files: [String: String]) async throws -> (RunningPage, Browser) {
    var pages = Circles.pages
    pages["people/lan.md"] = Circles.person("lan", "Lan")
    let page = try await RunningPage(pages.merging(files) { $1 })
    return (page, try await page.member("lan", of: "grandparents"))
  }

  @Test("a search that finds more than a page shows has further pages")
  func search() async throws {
    let notes = (1...45).map { ("n\($0).md", Self.note($0, "2026-05-17", "Spring \($0)")) }
    let (_, lan) = try await member(Dictionary(uniqueKeysWithValues: notes))
    let first = try await lan.get("/shared/search?q=spring").expect(200, has: "45 notes with")
    #expect(first.body.values(after: "<article").count == 40)
    #expect(first.body.contains("/shared/search?q=spring&amp;after=40\""))
    let second = try await lan.get("/shared/search?q=spring&after=40").expect(200)
    #expect(second.body.values(after: "<article").count == 5)
    #expect(!second.body.contains("after="))
    for after in ["45", "-1", "99999999999999999999", "x"] {
      try await lan.get("/shared/search?q=spring&after=\(after)").expect(200, has: "45 notes with")
    }
    try await lan.get("/shared/search?q=winter").expect(200, has: "0 notes", "Try another word")
  }

  @Test("a list of notes of several years says the year of each, and which months it shows")
  func years() async throws {
    let (_, lan) = try await member([
      "a.md": Self.note(1, "2026-01-03", "One"), "b.md": Self.note(2, "2025-12-31", "Two"),
    ])
    let both = try await lan.get("/shared/")
      .expect(200, has: "Saturday, 3 January 2026", "Wednesday, 31 December 2025")
    #expect(both.body.values(after: "aria-current=\"true").count == 2)
    let one = try await lan.get("/shared/m/2025-12").expect(200, has: "Wednesday, 31 December<")
    #expect(one.body.values(after: "aria-current=\"true").count == 1)
  }

  @Test("what was made of a text is made anew when the text changes")
  func changes() async throws {
    let (page, lan) = try await member([
      "a.md": Self.note(1, "2026-01-03", "One"), "b.md": Self.note(2, "2026-01-04", "Two"),
    ])
    try await lan.get("/shared/search?q=one").expect(200, has: "1 note with")
    try await page.rewrite("a.md", Self.note(1, "2026-01-03", "Three"))
    try await lan.get("/shared/search?q=one").expect(200, has: "0 notes with")
    try await lan.get("/shared/search?q=three").expect(200, has: "1 note with")
    try await lan.get("/shared/search?q=two").expect(200, has: "1 note with")
    try await page.rewrite("b.md", "---\nid: \(Circles.id(2))\n---\n# Two\n")
    try await lan.get("/shared/search?q=two").expect(200, has: "0 notes with")
  }

  @Test("a photo that comes or goes without a change of its note is seen at the next request")
  func photos() async throws {
    let (page, lan) = try await member(["a.md": Self.note(1, "2026-01-03", "One")])
    let address = "/shared/n/\(Circles.id(1))"
    try await lan.get(address).expect(200, lacks: "<img")
    try page.folder.write(Self.picture, to: "vault/a.media/hidden.gif")
    let shown = try await lan.get(address).expect(200, has: "<img", lacks: "hidden")
    let photo = try #require(shown.body.values(after: "href=\"").first { $0.contains("/photo/") })
    try await lan.get("/shared/").expect(200, has: photo)
    try await lan.get(photo).expect(200, has: "1 of 1", "One")
    try page.folder.remove("vault/a.media/hidden.gif")
    try await lan.get(address).expect(200, lacks: "<img")
    try await lan.get(photo).expect(404)
  }

  /// Of one pixel.
  private static let picture: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0,
    0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
  ]
}
