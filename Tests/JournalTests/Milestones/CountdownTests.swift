import Testing
import VaultFormat

@testable import Journal

@Suite("How far away a day is")
struct CountdownTests {
  @Test(
    "days, weeks, months, years",
    arguments: [
      ("2026-11-20", "today"), ("2026-11-21", "tomorrow"), ("2026-11-22", "in 2 days"),
      ("2026-12-03", "in 13 days"), ("2026-12-04", "in 2 weeks"), ("2027-05-17", "in 25 weeks"),
      ("2027-11-19", "in 52 weeks"), ("2027-11-20", "in 12 months"), ("2028-11-19", "in 23 months"),
      ("2028-11-20", "in 2 years"), ("2043-05-17", "in 16 years"), ("2026-11-19", "today"),
    ])
  func text(day: String, expected: String) throws {
    let today = try #require(CalendarDay("2026-11-20"))
    #expect(Countdown.text(from: today, to: try #require(CalendarDay(day))) == expected)
  }

  @Test("the ends of the calendar")
  func limits() {
    let days = [CalendarDay.numbers.lowerBound, CalendarDay.numbers.upperBound].map {
      CalendarDay(clamping: $0)
    }
    #expect(Countdown.text(from: days[0], to: days[1]) == "in 9999 years")
  }
}
