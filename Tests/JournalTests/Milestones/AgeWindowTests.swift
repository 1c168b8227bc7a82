import TestSupport
import Testing
import VaultFormat

@testable import Journal

@Suite("Ages and windows of milestones")
struct AgeWindowTests {
  @Test("the day of an age, and its text")
  func table() throws {
    for row in try Table("milestone-ages").rows {
      let unit = try #require(CalendarUnit(word: row[1]))
      let age = try #require(MilestoneAge(row[0], unit))
      let birth = try #require(CalendarDay(row[2]))
      #expect(age.day(after: birth)?.description ?? "none" == row[3], "\(row)")
      #expect("\(age)" == row[4], "\(row)")
    }
  }

  @Test(
    "numbers have at most four digits and one decimal",
    arguments: ["", "-1", "+1", "1.", ".5", "1.25", "12345", "1e3", "١", "nan", "1,5", " 1"])
  func numbers(text: String) {
    #expect(MilestoneAge(text, .month) == nil)
  }

  @Test("an older age is no earlier day")
  func order() throws {
    try withSeed(cases: 2000) { generator in
      let birth = CalendarDay(clamping: Int.random(in: CalendarDay.numbers, using: &generator))
      let unit = try #require(
        [CalendarUnit.day, .week, .month].randomElement(using: &generator))
      let tenths = Int.random(in: 0...3000, using: &generator)
      let days = try [tenths, tenths + 1].map {
        try #require(MilestoneAge("\($0 / 10).\($0 % 10)", unit)).day(after: birth)
      }
      guard let first = days[0], let second = days[1] else { return }
      #expect(birth <= first && first <= second, "\(birth) \(tenths) \(unit)")
    }
  }

  @Test(
    "windows of settings",
    arguments: [
      ("12-36 months", "12–36 months"), ("12–36 mo", "12–36 months"), ("3.5 - 9 m", "3.5–9 months"),
      ("2-6 weeks", "2–6 weeks"), ("1-1 day", "1 day"), ("3-5 years", "3–5 years"),
      ("1-5 Years", "12–60 months"), ("6-48 months", "6–48 months"), ("36-96 months", "3–8 years"),
      ("100-100 days", "100 days"),
    ])
  func windows(text: String, expected: String) throws {
    #expect("\(try #require(AgeWindow(text)))" == expected)
  }

  @Test(
    "a window is said in whole numbers that hold it, and ends in a year of life",
    arguments: [
      ("3.8-9.2 months", "3 to 10 months", 1), ("4-12 months", "4 to 12 months", 1),
      ("4-12.1 months", "4 to 13 months", 2), ("36-96 months", "3 to 8 years", 8),
      ("2-6 weeks", "2 to 6 weeks", 1), ("100-100 days", "100 to 100 days", 1),
      ("0-0 days", "0 to 0 days", 1), ("380-400 days", "380 to 400 days", 2),
    ])
  func rounded(text: String, expected: String, year: Int) throws {
    let window = try #require(AgeWindow(text))
    #expect(window.rounded == expected)
    #expect(window.year == year)
  }

  @Test(
    "anything else is no window",
    arguments: [
      "", "months", "12 months", "36-12 months", "12-36", "12-36 fortnights", "1-2 hours",
      "a-b months", "1-2-3 months", "-1-2 months", "99999-99999 years", "- months",
    ])
  func others(text: String) {
    #expect(AgeWindow(text) == nil)
  }

  @Test("only a window of one age is a single day")
  func exact() throws {
    #expect(try #require(AgeWindow("6-6 months")).isExact)
    #expect(try !#require(AgeWindow("6-7 months")).isExact)
    let age = MilestoneAge(months: 2)
    let window = AgeWindow(by: age, opens: age)
    #expect(!window.isExact && "\(window)" == "by 2 months" && window.rounded == "by 2 months")
  }
}

@Suite("How far away a day is")
struct CountdownTests {
  @Test(
    "days, weeks, months, years",
    arguments: [
      ("2026-11-20", "today"), ("2026-11-21", "tomorrow"), ("2026-11-22", "in 2 days"),
      ("2026-12-03", "in 13 days"), ("2026-12-04", "in 2 weeks"), ("2027-05-17", "in 5 months"),
      ("2027-01-19", "in 8 weeks"), ("2027-11-20", "in 12 months"), ("2028-11-19", "in 23 months"),
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
