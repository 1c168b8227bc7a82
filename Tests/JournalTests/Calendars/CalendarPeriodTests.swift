import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("Days, weeks, months and years of the calendar")
struct CalendarPeriodTests {
  private static let units: [CalendarUnit] = [.day, .week, .month, .year]

  private static func text(_ unit: CalendarUnit, _ day: String) throws -> String {
    let period = CalendarPeriod(unit, of: try Logs.day(day))
    return "\(period.label) \(period.days.lowerBound) \(period.days.upperBound)"
  }

  @Test("the days and the label of each")
  func days() throws {
    #expect(try Self.text(.day, "2026-11-20") == "2026-11-20 2026-11-20 2026-11-20")
    #expect(try Self.text(.hour, "2026-11-20") == "2026-11-20 2026-11-20 2026-11-20")
    #expect(try Self.text(.week, "2026-11-20") == "2026-11-16 2026-11-16 2026-11-22")
    #expect(try Self.text(.week, "2026-11-16") == "2026-11-16 2026-11-16 2026-11-22")
    #expect(try Self.text(.week, "2026-11-22") == "2026-11-16 2026-11-16 2026-11-22")
    #expect(try Self.text(.week, "1969-12-31") == "1969-12-29 1969-12-29 1970-01-04")
    #expect(try Self.text(.month, "2024-02-10") == "2024-02 2024-02-01 2024-02-29")
    #expect(try Self.text(.month, "2100-02-10") == "2100-02 2100-02-01 2100-02-28")
    #expect(try Self.text(.year, "2026-11-20") == "2026 2026-01-01 2026-12-31")
  }

  @Test("the calendar has its own first and last ones")
  func limits() throws {
    // A Saturday, and a Friday.
    #expect(try Self.text(.week, "0000-01-01") == "0000-01-01 0000-01-01 0000-01-02")
    #expect(try Self.text(.week, "9999-12-31") == "9999-12-27 9999-12-27 9999-12-31")
    #expect(try Self.text(.month, "0000-01-31") == "0000-01 0000-01-01 0000-01-31")
    #expect(try Self.text(.month, "9999-12-01") == "9999-12 9999-12-01 9999-12-31")
    #expect(try Self.text(.year, "0000-06-01") == "0000 0000-01-01 0000-12-31")
    #expect(try Self.text(.year, "9999-06-01") == "9999 9999-01-01 9999-12-31")
  }

  @Test("each day is in one of each unit, and the next one begins the day after")
  func laws() throws {
    try withSeed(cases: 2000) { generator in
      let day = CalendarDay(
        clamping: Int.random(in: CalendarDay.numbers, using: &generator))
      for unit in Self.units {
        let period = CalendarPeriod(unit, of: day)
        let days = period.days
        #expect(days.contains(day), "\(unit) \(day)")
        #expect(CalendarPeriod(unit, of: days.lowerBound) == period, "\(unit) \(day)")
        #expect(CalendarPeriod(unit, of: days.upperBound) == period, "\(unit) \(day)")
        guard let next = days.upperBound.adding(days: 1) else { continue }
        let following = CalendarPeriod(unit, of: next)
        #expect(following.number == period.number + 1 && following > period, "\(unit) \(day)")
        #expect(following.days.lowerBound == next, "\(unit) \(day)")
      }
    }
  }
}
