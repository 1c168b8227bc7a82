import TestSupport
import Testing

@testable import VaultFormat

@Suite("DateExpression")
struct DateExpressionTests {
  private static let zone = Zones.fixed(3600)
  /// Friday, 2026-11-20T18:03:11+01:00.
  private static let now: Int64 = 1_795_194_191

  private func parse(_ text: String) throws -> DateExpression {
    try DateExpression(text, now: Self.now, zone: Self.zone)
  }

  @Test(
    "expressions of days: the first and the last day they name",
    arguments: [
      ("2026-11-20", "2026-11-20", "2026-11-20"),
      ("2026-11", "2026-11-01", "2026-11-30"),
      ("2024-02", "2024-02-01", "2024-02-29"),
      ("2026", "2026-01-01", "2026-12-31"),
      ("0000", "0000-01-01", "0000-12-31"),
      ("9999", "9999-01-01", "9999-12-31"),
      ("9999-12-31", "9999-12-31", "9999-12-31"),
      ("today", "2026-11-20", "2026-11-20"),
      ("  ToDay\n", "2026-11-20", "2026-11-20"),
      ("yesterday", "2026-11-19", "2026-11-19"),
      ("tomorrow", "2026-11-21", "2026-11-21"),
      ("friday", "2026-11-20", "2026-11-20"),
      ("tuesday", "2026-11-17", "2026-11-17"),
      ("Saturday", "2026-11-14", "2026-11-14"),
      ("thu", "2026-11-19", "2026-11-19"),
      ("last tuesday", "2026-11-17", "2026-11-17"),
      ("last friday", "2026-11-13", "2026-11-13"),
      ("last  Sunday", "2026-11-15", "2026-11-15"),
      ("this monday", "2026-11-16", "2026-11-16"),
      ("this sunday", "2026-11-22", "2026-11-22"),
      ("next friday", "2026-11-27", "2026-11-27"),
      ("next saturday", "2026-11-21", "2026-11-21"),
      ("this week", "2026-11-16", "2026-11-22"),
      ("last week", "2026-11-09", "2026-11-15"),
      ("next week", "2026-11-23", "2026-11-29"),
      ("this month", "2026-11-01", "2026-11-30"),
      ("last month", "2026-10-01", "2026-10-31"),
      ("next month", "2026-12-01", "2026-12-31"),
      ("this year", "2026-01-01", "2026-12-31"),
      ("last year", "2025-01-01", "2025-12-31"),
      ("3 days ago", "2026-11-17", "2026-11-17"),
      ("3 days", "2026-11-17", "2026-11-17"),
      ("1 day ago", "2026-11-19", "2026-11-19"),
      ("a week ago", "2026-11-13", "2026-11-13"),
      ("2 weeks ago", "2026-11-06", "2026-11-06"),
      ("3d", "2026-11-17", "2026-11-17"),
      ("0d", "2026-11-20", "2026-11-20"),
      ("2w", "2026-11-06", "2026-11-06"),
      ("2 W", "2026-11-06", "2026-11-06"),
      ("6m", "2026-05-20", "2026-05-20"),
      ("a month ago", "2026-10-20", "2026-10-20"),
      ("1y", "2025-11-20", "2025-11-20"),
      ("10 years ago", "2016-11-20", "2016-11-20"),
      ("two days ago", "2026-11-18", "2026-11-18"),
      ("twelve months ago", "2025-11-20", "2025-11-20"),
      ("a fortnight ago", "2026-11-06", "2026-11-06"),
      ("in 3 days", "2026-11-23", "2026-11-23"),
      ("3 days from now", "2026-11-23", "2026-11-23"),
      ("in three weeks", "2026-12-11", "2026-12-11"),
      ("in a fortnight", "2026-12-04", "2026-12-04"),
      ("in two fortnights", "2026-12-18", "2026-12-18"),
      ("in a month", "2026-12-20", "2026-12-20"),
      ("in 1y", "2027-11-20", "2027-11-20"),
      ("november", "2026-11-01", "2026-11-30"),
      ("december", "2025-12-01", "2025-12-31"),
      ("Oct", "2026-10-01", "2026-10-31"),
      ("sept.", "2026-09-01", "2026-09-30"),
      ("nov 2026", "2026-11-01", "2026-11-30"),
      ("February 2024", "2024-02-01", "2024-02-29"),
      ("20 nov 2026", "2026-11-20", "2026-11-20"),
      ("nov 20, 2026", "2026-11-20", "2026-11-20"),
      ("November 20", "2026-11-20", "2026-11-20"),
      ("21 november", "2025-11-21", "2025-11-21"),
      ("may 3rd", "2026-05-03", "2026-05-03"),
      ("3. may", "2026-05-03", "2026-05-03"),
      ("feb 29", "2024-02-29", "2024-02-29"),
    ])
  func days(text: String, first: String, last: String) throws {
    let days = try #require(try parse(text).localDays)
    #expect(CalendarDay(number: days.lowerBound)?.description == first)
    #expect(CalendarDay(number: days.upperBound - 1)?.description == last)
    #expect(try parse(text).isPoint == (first == last))
    #expect(try parse(text).startTime(zone: Self.zone).rfc3339 == first)
  }

  @Test(
    "expressions with a clock time: the start, and how many seconds",
    arguments: [
      ("now", "2026-11-20T18:03:11+01:00", 1),
      ("5h", "2026-11-20T13:03:11+01:00", 1),
      ("5 hours ago", "2026-11-20T13:03:11+01:00", 1),
      ("an hour ago", "2026-11-20T17:03:11+01:00", 1),
      ("90min", "2026-11-20T16:33:11+01:00", 1),
      ("30 minutes ago", "2026-11-20T17:33:11+01:00", 1),
      ("in 2 hours", "2026-11-20T20:03:11+01:00", 1),
      ("18:30", "2026-11-20T18:30:00+01:00", 60),
      ("7pm", "2026-11-20T19:00:00+01:00", 60),
      ("7 PM", "2026-11-20T19:00:00+01:00", 60),
      ("7:30 pm", "2026-11-20T19:30:00+01:00", 60),
      ("7:30p.m.", "2026-11-20T19:30:00+01:00", 60),
      ("7:30:05pm", "2026-11-20T19:30:05+01:00", 1),
      ("12am", "2026-11-20T00:00:00+01:00", 60),
      ("12:15 p.m.", "2026-11-20T12:15:00+01:00", 60),
      ("noon", "2026-11-20T12:00:00+01:00", 60),
      ("yesterday midnight", "2026-11-19T00:00:00+01:00", 60),
      ("tomorrow at 7pm", "2026-11-21T19:00:00+01:00", 60),
      ("in two days at noon", "2026-11-22T12:00:00+01:00", 60),
      ("7:05", "2026-11-20T07:05:00+01:00", 60),
      ("yesterday 18:30", "2026-11-19T18:30:00+01:00", 60),
      ("today at 7:05", "2026-11-20T07:05:00+01:00", 60),
      ("last tuesday at 07:05:09", "2026-11-17T07:05:09+01:00", 1),
      ("20 nov 2025 18:30", "2025-11-20T18:30:00+01:00", 60),
      ("3 days ago 12:00", "2026-11-17T12:00:00+01:00", 60),
      ("18:30 yesterday", "2026-11-19T18:30:00+01:00", 60),
      ("at 18:30", "2026-11-20T18:30:00+01:00", 60),
      ("2026-11-20 18:30", "2026-11-20T18:30:00+01:00", 60),
      ("2026-11-20 at 18:30", "2026-11-20T18:30:00+01:00", 60),
      ("2026-11-20T18:30:05", "2026-11-20T18:30:05+01:00", 1),
      ("2026-11-20T18:30:05-08:00", "2026-11-20T18:30:05-08:00", 1),
      ("2026-11-20t18:30z", "2026-11-20T18:30:00Z", 60),
    ])
  func clock(text: String, start: String, length: Int64) throws {
    let expression = try parse(text)
    #expect(expression.isPoint)
    #expect(expression.localDays == nil)
    #expect(expression.startTime(zone: .utc).rfc3339 == start)
    let range = expression.instantRange(zone: .utc)
    #expect(range.upperBound - range.lowerBound == length)
    #expect(NoteTime(start, zone: .utc)?.seconds == range.lowerBound)
    #expect(expression.localRange.count == length)
  }

  @Test(
    "an error quotes the text and gives examples",
    arguments: [
      "foo", "20.11.2026", "11/20/2026", "tuesdayish", "last", "ago", "days ago", "next foo",
      "this",
      "3 moons ago", "thirteen days ago", "13pm", "0am", "7pmm", "7 xm", "in", "in 3", "from now",
      "in 3 days ago", "03/02/26", "yesterday evening", "christmas", "one", "noon midnight",
      "2026-W47", "november november", "20 20 nov", "nov 2026 2025",
      "last week 18:30", "18:30 at", "18:30 18:40", "5 6 days", "1234567d", "-3d", "3.5d", "m",
      "today today", "2026 11 20", "nov 20 20266", "٣d", "3\u{301}d", "20261120", "to",
    ])
  func notUnderstood(text: String) {
    let error = #expect(throws: DateExpressionError.self) { try parse(text) }
    #expect(error == .notUnderstood(text))
    #expect(error?.description == "'\(text)' is not a date")
    #expect(error?.hint.contains("3 days ago") == true)
  }

  @Test(
    "days and clock times that do not exist",
    arguments: [
      "2026-13", "2026-00", "2026-02-30", "2025-02-29", "2026-11-31", "30 feb 2026", "feb 30",
      "0 november", "25:00", "18:60", "today 18:60", "2026-11-20T25:00", "2026-11-20 18:03:61",
    ])
  func doesNotExist(text: String) {
    let error = #expect(throws: DateExpressionError.self) { try parse(text) }
    #expect(error == .doesNotExist(text))
    #expect(error?.description == "there is no such date or time as '\(text)'")
    #expect(error?.hint.contains("2026-11-20") == true)
  }

  @Test(
    "spans that leave the calendar",
    arguments: ["999999 days ago", "3000y", "99999m", "in 9000 years", "in 999999 fortnights"])
  func outOfRange(text: String) {
    #expect(throws: DateExpressionError.outOfRange(text)) { try parse(text) }
  }

  @Test(
    "where only the future makes sense: the first to begin after today",
    arguments: [
      ("friday", "2026-11-27"), ("tuesday", "2026-11-24"), ("saturday", "2026-11-21"),
      ("november", "2027-11-01"), ("december", "2026-12-01"), ("20 nov", "2027-11-20"),
      ("21 november", "2026-11-21"), ("feb 29", "2028-02-29"), ("tomorrow", "2026-11-21"),
      ("last tuesday", "2026-11-17"), ("3d", "2026-11-23"), ("3 weeks", "2026-12-11"),
      ("3 days ago", "2026-11-17"),
      ("tuesday 7pm", "2026-11-24T19:00:00+01:00"),
    ])
  func future(text: String, first: String) throws {
    let date = try DateExpression(text, now: Self.now, zone: Self.zone, direction: .future)
    #expect(date.startTime(zone: Self.zone).rfc3339 == first)
  }

  @Test("empty and overlong texts")
  func extremes() {
    #expect(throws: DateExpressionError.empty) { try parse(" \t\n") }
    #expect(throws: DateExpressionError.self) { try parse(String(repeating: "9", count: 100_000)) }
  }

  @Test(
    "at both ends of the calendar",
    arguments: [
      "yesterday", "tomorrow", "last week", "this week", "next week", "last month", "next month",
      "last year", "next year", "monday", "next monday", "last monday", "1d", "1w", "1m", "1y",
      "5h",
      "now", "18:30", "december", "31 dec", "this sunday",
    ])
  func edges(text: String) {
    for now in [Int64.min, .max] {
      _ = try? DateExpression(text, now: now, zone: Self.zone)
    }
  }

  @Test("days compare with the writer's local day, not with the instant")
  func writersDay() throws {
    let today = try parse("2026-11-20")
    let honolulu = try #require(NoteTime("2026-11-20T23:00:00-10:00", zone: .utc))
    let auckland = try #require(NoteTime("2026-11-20T00:30:00+13:00", zone: .utc))
    #expect(today.contains(honolulu) && today.contains(auckland))
    let after = try #require(NoteTime("2026-11-21T00:00:00+13:00", zone: .utc))
    #expect(!today.contains(after) && today.isOnOrAfterStart(after) && !today.isBeforeEnd(after))
    #expect(try parse("2026-11").contains(after))
    let before = try #require(NoteTime("2026-10-31", zone: Self.zone))
    #expect(try !parse("2026-11").isOnOrAfterStart(before))
    #expect(try parse("2026-11").isBeforeEnd(before))
  }

  @Test("clock times compare as instants")
  func instants() throws {
    let expression = try parse("2026-11-20 18:30")
    let same = try #require(NoteTime("2026-11-20T09:30:59-08:00", zone: .utc))
    let next = try #require(NoteTime("2026-11-20T18:31:00+01:00", zone: .utc))
    #expect(expression.contains(same))
    #expect(!expression.contains(next) && expression.isOnOrAfterStart(next))
  }

  @Test("the instants of a day with a change of the clocks")
  func daylightSaving() throws {
    let berlin = try Zones.foundation("Europe/Berlin")
    let spring = try parse("2026-03-29").instantRange(zone: berlin)
    #expect(spring.count == 23 * 3600)
    let autumn = try parse("2026-10-25").instantRange(zone: berlin)
    #expect(autumn.count == 25 * 3600)
    #expect(try parse("2026-03-29").localRange.count == 86_400)
  }

  @Test("a random day written in any form is that day")
  func forms() throws {
    let months = [
      "jan", "FEB", "march", "apr", "may", "june", "july", "aug", "sep", "oct", "nov", "dec",
    ]
    try withSeed(cases: 500) { generator in
      let number = Int.random(in: CalendarDay.numbers, using: &generator)
      let day = try #require(CalendarDay(number: number))
      let (_, month, number2) = day.components
      let year = String(day.description.prefix(4))
      for text in [
        day.description, "\(number2) \(months[month - 1]) \(year)",
        "\(months[month - 1]) \(number2), \(year)",
      ] {
        #expect(try parse(text).localDays == number..<number + 1, "\(text)")
      }
    }
  }
}

extension DateExpression {
  /// The days, in days since 1970-01-01; nil for a clock time.
  fileprivate var localDays: Range<Int>? {
    guard case .days(let days) = storage else { return nil }
    return days
  }
}
