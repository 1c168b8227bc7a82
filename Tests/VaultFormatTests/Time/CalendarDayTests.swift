import Foundation
import TestSupport
import Testing

@testable import VaultFormat

@Suite("CalendarDay")
struct CalendarDayTests {
  @Test(
    "each day comes back from its parts and follows the one before, for a century",
    arguments: [0, 1599, 1999, 9990])
  func roundTrip(firstYear: Int) throws {
    let first = try #require(CalendarDay(year: firstYear, month: 1, day: 1))
    var previous = (year: firstYear - 1, month: 12, day: 31)
    var weekday = first.weekday.rawValue
    for number in first.number..<min(first.number + 40_000, CalendarDay.numbers.upperBound + 1) {
      let day = try #require(CalendarDay(number: number))
      let parts = day.components
      let follows =
        parts == (previous.year, previous.month, previous.day + 1)
        || parts == (previous.year, previous.month + 1, 1) && previous.day >= 28
        || parts == (previous.year + 1, 1, 1) && previous.month == 12 && previous.day == 31
      guard follows, day.weekday.rawValue == weekday,
        CalendarDay(year: parts.year, month: parts.month, day: parts.day) == day
      else {
        Issue.record("\(parts), \(day.weekday) after \(previous), number \(number)")
        return
      }
      previous = parts
      weekday = weekday % 7 + 1
    }
  }

  @Test(
    "known days",
    arguments: [
      (0, "1970-01-01", Weekday.thursday), (20_777, "2026-11-20", .friday),
      (-1, "1969-12-31", .wednesday), (11_016, "2000-02-29", .tuesday),
      (-719_528, "0000-01-01", .saturday), (2_932_896, "9999-12-31", .friday),
    ])
  func knownDays(number: Int, text: String, weekday: Weekday) throws {
    let day = try #require(CalendarDay(number: number))
    #expect(day.description == text)
    #expect(day.weekday == weekday)
    #expect(CalendarDay(text) == day)
  }

  @Test(
    "days that do not exist",
    arguments: [
      (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 4, 31), (2026, 2, 29),
      (1900, 2, 29), (2000, 2, 30), (-1, 1, 1), (10_000, 1, 1), (2026, -3, 5), (2026, 5, -3),
      (Int.max, 1, 1), (Int.min, 1, 1), (2026, Int.max, 1), (2026, 1, Int.max), (2026, 1, Int.min),
    ])
  func missingDays(year: Int, month: Int, day: Int) {
    #expect(CalendarDay(year: year, month: month, day: day) == nil)
  }

  @Test(
    "texts that are not days",
    arguments: [
      "", "2026-11-2", "2026-11-200", " 2026-11-20", "2026-11-20 ", "2026/11/20", "26-11-20",
      "2026-1１-20", "+026-11-20", "2026-11-2\u{0}",
    ])
  func noDay(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test(
    "adding stays in the calendar",
    arguments: [
      ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
      ("2026-03-31", -1, "2026-02-28"), ("2026-11-20", -11, "2025-12-20"),
      ("2026-11-20", 2, "2027-01-20"), ("0000-01-31", 0, "0000-01-31"),
      ("0001-01-15", -12, "0000-01-15"), ("9999-11-30", 1, "9999-12-30"),
    ])
  func addingMonths(start: String, months: Int, end: String) {
    #expect(CalendarDay(start)?.adding(months: months)?.description == end)
  }

  @Test("adding years keeps 29 February where it can")
  func addingYears() {
    #expect(CalendarDay("2024-02-29")?.adding(years: 1)?.description == "2025-02-28")
    #expect(CalendarDay("2024-02-29")?.adding(years: -4)?.description == "2020-02-29")
  }

  @Test("adding beyond the calendar gives nil", arguments: [Int.max, Int.min, 4_000_000])
  func overflow(distance: Int) throws {
    let day = try #require(CalendarDay("2026-11-20"))
    #expect(day.adding(days: distance) == nil)
    #expect(day.adding(months: distance) == nil)
    #expect(day.adding(years: distance) == nil)
    #expect(CalendarDay(number: distance) == nil)
    #expect(CalendarDay.numbers.contains(CalendarDay(clamping: distance).number))
  }

  @Test("agrees with Foundation's calendar")
  func foundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    try withSeed(cases: 2000) { generator in
      // Foundation turns to the Julian calendar before 1582-10-15.
      let number = Int.random(in: -141_427...CalendarDay.numbers.upperBound, using: &generator)
      let day = try #require(CalendarDay(number: number))
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      #expect(parts.year == day.year && parts.month == day.month && parts.day == day.day)
      #expect(parts.weekday == day.weekday.rawValue % 7 + 1)
    }
  }
}
