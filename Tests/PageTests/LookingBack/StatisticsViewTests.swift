import Testing
import VaultFormat

@testable import Page

@Suite("Numbers on the page")
struct StatisticsViewTests {
  @Test(
    "large numbers have narrow blanks between groups of three digits",
    arguments: [
      (0, "0"), (999, "999"), (9999, "9\u{202F}999"), (12_345, "12\u{202F}345"),
      (1_234_567, "1\u{202F}234\u{202F}567"), (100_000, "100\u{202F}000"),
      (.max, "9\u{202F}223\u{202F}372\u{202F}036\u{202F}854\u{202F}775\u{202F}807"),
    ])
  func grouped(number: Int, text: String) {
    #expect(PageWords.grouped(number) == text)
  }

  @Test(
    "a bar is a share of the longest, and what is there is seen",
    arguments: [
      (0, 10, 0), (10, 10, 100), (5, 10, 50), (1, 100_000, 1), (.max, .max, 100), (1, 0, 0),
    ])
  func length(count: Int, most: Int, length: Int) {
    #expect(StatisticsView.length(count, of: most) == length)
  }

  @Test(
    "so many words are so many novels",
    arguments: [
      (19_999, nil), (20_000, "a short novel"), (80_000, "a novel"), (160_000, "2 novels"),
    ])
  func book(words: Int, book: String?) {
    #expect(StatisticsView.book(of: words) == book)
  }

  @Test(
    "the longest streak of days and the present one, unless that is a day alone",
    arguments: [
      (nil, ["23 days longest streak, 2026"]),
      ("2026-11-17 2026-11-20", ["23 days longest streak, 2026", "4 days present streak"]),
      ("2026-11-19 2026-11-19", ["23 days longest streak, 2026"]),
      ("2026-06-03 2026-06-25", ["23 days longest streak, still going"]),
    ])
  func runs(present: String?, runs: [String]) throws {
    let present = try present.map { text in
      let days = try text.split(separator: " ").map { try #require(CalendarDay(String($0))) }
      return days[0]...days[1]
    }
    let (first, last) = (CalendarDay("2026-06-03"), CalendarDay("2026-06-25"))
    let longest = try #require(first)...(try #require(last))
    #expect(PageWords.runs(longest: longest, present: present).map { "\($0) \($1)" } == runs)
  }

  @Test(
    "a range of days says month and year once where they are the same",
    arguments: [
      ("2026-06-03", "2026-06-25", "3 to 25 June 2026"),
      ("2026-05-28", "2026-06-03", "28 May to 3 June 2026"),
      ("2025-12-30", "2026-01-02", "30 December 2025 to 2 January 2026"),
      ("2026-01-02", "2026-01-02", "2 January 2026"),
    ])
  func days(first: String, last: String, text: String) throws {
    let (first, last) = (CalendarDay(first), CalendarDay(last))
    #expect(DateWords.days(try #require(first)...(try #require(last))) == text)
  }
}
