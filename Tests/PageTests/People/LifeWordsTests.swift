import Journal
import Testing
import VaultFormat

@testable import Page

@Suite("Dates of a life in words")
struct LifeWordsTests {
  private static let zone = TimeZoneRules { _ in 3600 }

  @Test(
    "a date is as exact as it is known",
    arguments: [
      ("2025-05-17T05:17:00+02:00", "17 May 2025"), ("1958-03", "March 1958"), ("1958", "1958"),
      ("--03-02", "2 March"),
    ])
  func dates(text: String, words: String) throws {
    #expect(LifeWords.date(try #require(PartialDate(text, zone: Self.zone))) == words)
  }

  @Test(
    "what comes next",
    arguments: [
      ("birthday: 2024-11-27", "turns 2 tomorrow"), ("birthday: 2024-11-26", "turns 2 today"),
      ("birthday: --12-03", "birthday in 7 days"), ("due_date: 2026-12-20", "expected in 3 weeks"),
      ("birthday: 2026-11-20\ndue_date: 2026-12-20", "turns 1 in 11 months"),
      ("birthday: 1958", nil), ("birthday: 1899-01-01\ndied: 1977", nil),
    ])
  func next(keys: String, words: String?) throws {
    let person = try Self.person(keys)
    let today = try #require(CalendarDay("2026-11-26"))
    #expect(LifeWords.next(of: person, on: today, leapDay: .february28) == words)
  }

  @Test(
    "the years of somebody who has died",
    arguments: [
      ("birthday: 1899\ndied: 1977-12-25", "1899–1977"), ("died: 1977", "–1977"),
      ("birthday: 1899", nil), ("died: --12-25", nil),
    ])
  func span(keys: String, words: String?) throws {
    #expect(LifeWords.span(of: try Self.person(keys)) == words)
  }

  private static func person(_ keys: String) throws -> Person {
    let path = try #require(VaultPath("people/x.md"))
    let today = try #require(CalendarDay("2026-11-26"))
    return try #require(
      Person(
        NoteDocument(Array("---\ntl: person\n\(keys)\n---\n".utf8)), at: path,
        id: ProvisionalID.of(path), today: today, zone: zone))
  }
}
