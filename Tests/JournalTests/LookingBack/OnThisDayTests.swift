import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("On this day")
struct OnThisDayTests {
  private static func day(_ text: String) throws -> CalendarDay {
    try #require(CalendarDay(text))
  }

  @Test(
    "years since a day, 0 for none",
    arguments: [
      ("2026-11-20", "2025-11-20", LeapDay.february28, 1),
      ("2026-11-20", "2006-11-20", .february28, 20), ("2026-11-20", "2026-11-20", .february28, 0),
      ("2026-11-20", "2027-11-20", .february28, 0),
      ("2026-11-20", "2025-11-21", .february28, 0),
      ("2026-02-28", "2024-02-29", .february28, 2), ("2026-03-01", "2024-02-29", .february28, 0),
      ("2026-03-01", "2024-02-29", .march1, 2), ("2026-02-28", "2024-02-29", .march1, 0),
      ("2028-02-29", "2024-02-29", .march1, 4), ("2028-02-29", "2026-02-28", .february28, 0),
      ("2028-02-28", "2024-02-29", .february28, 0),
    ])
  func years(day: String, past: String, leapDay: LeapDay, years: Int) throws {
    let remembered = OnThisDay(try Self.day(day), leapDay: leapDay)
    #expect((remembered.years(since: try Self.day(past)) ?? 0) == years)
  }

  @Test("the same day of the last eleven months; a short month has its last day")
  func months() throws {
    let remembered = OnThisDay(try Self.day("2026-03-31"), leapDay: .february28)
    #expect(remembered.months(since: try Self.day("2026-02-28")) == 1)
    #expect(remembered.months(since: try Self.day("2025-12-31")) == 3)
    #expect(remembered.months(since: try Self.day("2025-04-30")) == 11)
    #expect(remembered.months(since: try Self.day("2025-03-31")) == nil)
    #expect(remembered.months(since: try Self.day("2026-02-27")) == nil)
  }

  @Test("each day of the past is remembered once a year")
  func once() throws {
    try withSeed { generator, _ in
      for leapDay in LeapDay.allCases {
        for _ in 0..<200 {
          let past = CalendarDay(clamping: Int.random(in: -20_000...20_000, using: &generator))
          let year = past.year + Int.random(in: 1...80, using: &generator)
          let first = try #require(CalendarDay(year: year, month: 1, day: 1))
          let count = (0..<366).compactMap { first.adding(days: $0) }.count {
            $0.year == year && OnThisDay($0, leapDay: leapDay).years(since: past) != nil
          }
          #expect(count == 1, "\(past) in \(year)")
        }
      }
    }
  }
}

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
