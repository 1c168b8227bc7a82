import Testing
import VaultFormat

@Suite("Forms of days and times")
struct DatePatternTests {
  // A Friday.
  private static let time = NoteTime("2026-03-06T07:04:09+05:45", zone: .utc)

  @Test(
    "each token is written",
    arguments: [
      ("YYYY-MM-DD", "2026-03-06"), ("YY M D", "26 3 6"), ("MMMM MMM", "March Mar"),
      ("dddd, ddd", "Friday, Fri"), ("HH:mm:ss", "07:04:09"), ("H", "7"), ("Z", "+05:45"),
      ("YYYYMMDD", "20260306"), ("[Day] D [of YYYY]", "Day 6 of YYYY"),
      ("YYYY-MM-DDTHH", "2026-03-06T07"),
      ("[", "["), ("", ""), ("é D", "é 6"),
    ])
  func tokens(form: String, text: String) throws {
    let time = try #require(Self.time)
    #expect(try #require(DatePattern(form)).text(for: time) == text)
  }

  @Test(
    "a token that tl does not know makes the form unknown",
    arguments: ["gggg-[W]ww", "Do MMMM", "DDD", "Day", "h:mm a", "MMMMM", "X", "yyyy"])
  func unknown(form: String) {
    #expect(DatePattern(form) == nil)
  }

  @Test(
    "in a path a word is a word",
    arguments: [
      ("Daily/YYYY-MM-DD", "Daily/2026-03-06"), ("daily/YYYY/MM/DD", "daily/2026/03/06"),
      ("Do/YYYYMMDD", "Do/20260306"), ("[D]/MMMM YYYY", "D/March 2026"),
    ])
  func words(form: String, text: String) throws {
    let time = try #require(Self.time)
    #expect(try #require(DatePattern(form, keepsWords: true)).text(for: time) == text)
  }

  @Test("a form that names a day has a year, a month and a day")
  func day() throws {
    for (form, isOne) in [
      ("YYYY-MM-DD", true), ("D MMM YY", true), ("YYYY-MM", false), ("MM-DD", false),
      ("dddd", false),
    ] {
      #expect(try #require(DatePattern(form)).namesDay == isOne, "\(form)")
    }
  }
}
