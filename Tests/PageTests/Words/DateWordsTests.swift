import Testing
import VaultFormat

@testable import Page

@Suite("Times in words")
struct DateWordsTests {
  private static let now = "2026-11-30T10:00:00+01:00"

  @Test(
    "a moment is as long ago as people say it",
    arguments: [
      (now, "just now"), ("2026-11-30T09:59:10+01:00", "just now"),
      ("2026-11-30T09:58:00+01:00", "2 minutes ago"), ("2026-11-30T09:00:00+01:00", "1 hour ago"),
      ("2026-11-29T23:59:00+01:00", "10 hours ago"), ("2026-11-29T08:00:00+01:00", "yesterday"),
      ("2026-11-01T10:00:00+01:00", "4 weeks ago"), ("2026-08-30T10:00:00+01:00", "3 months ago"),
      ("2020-11-30T10:00:00+01:00", "6 years ago"),
      ("2026-11-30T12:00:00+01:00", "Mon 30 Nov 2026, 12:00"),
    ])
  func ago(moment: String, words: String) throws {
    let now = try #require(NoteTime(Self.now, zone: .utc))
    #expect(try DateWords.ago(#require(NoteTime(moment, zone: .utc)), now: now) == words)
  }
}
