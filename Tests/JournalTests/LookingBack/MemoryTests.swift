import Journal
import Testing
import VaultFormat

@Suite("Memories of a day")
struct MemoryTests {
  @Test("the latest year comes first, notes of one day by path")
  func years() throws {
    let notes = try [
      Facts.note("old", on: "2019-11-26"), Facts.note("b", on: "2025-11-26T09:00:00Z"),
      Facts.note("a", on: "2025-11-26T20:00:00Z"), Facts.note("today", on: "2026-11-26"),
      Facts.note("other", on: "2025-11-25"),
    ]
    let memories = try memories(of: "2026-11-26", among: notes)
    #expect(memories.map(\.note.name) == ["a", "b", "old"])
    #expect(memories.map(\.ago) == ["1 year ago", "1 year ago", "7 years ago"])
  }

  @Test("months come only when asked for, and a year is no month")
  func months() throws {
    let notes = try [
      Facts.note("month", on: "2026-10-26"), Facts.note("year", on: "2025-11-26"),
    ]
    #expect(try memories(of: "2026-11-26", among: notes).map(\.note.name) == ["year"])
    let both = try memories(of: "2026-11-26", among: notes, withMonths: true)
    #expect(both.map(\.note.name) == ["month", "year"])
    #expect(both.map(\.ago) == ["1 month ago", "1 year ago"])
  }

  private func memories(
    of day: String, among notes: [NoteFacts], withMonths: Bool = false
  ) throws -> [Memory] {
    OnThisDay(try Facts.day(day), leapDay: .february28)
      .memories(among: notes, withMonths: withMonths)
  }
}
