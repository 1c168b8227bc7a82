import Testing

@testable import Page

@Suite("Numbers on the page")
struct StatisticsViewTests {
  @Test(
    "large numbers have narrow blanks between groups of three digits",
    arguments: [
      (0, "0"), (999, "999"), (9999, "9999"), (12_345, "12\u{202F}345"),
      (1_234_567, "1\u{202F}234\u{202F}567"), (100_000, "100\u{202F}000"),
      (.max, "9\u{202F}223\u{202F}372\u{202F}036\u{202F}854\u{202F}775\u{202F}807"),
    ])
  func grouped(number: Int, text: String) {
    #expect(StatisticsView.grouped(number) == text)
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
}
