import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("Months and years as tables")
struct GridTests {
  private static func month(
    _ day: String, _ levels: [Int: Int] = [:], isASCII: Bool = false
  ) throws -> [String] {
    MonthGrid.lines(of: try Logs.day(day), isASCII: isASCII) { levels[$0.day] ?? 0 }
  }

  @Test("the example of the reference")
  func example() throws {
    let expected = """
           November 2026
       Mo  Tu  We  Th  Fr  Sa  Su
                                1
        2   3   4   5   6   7   8
        9  10  11▂ 12  13  14  15
       16  17  18  19▂ 20  21  22
       23  24  25  26  27  28  29
       30
      """
    #expect(try Self.month("2026-11-20", [11: 1, 19: 1]).joined(separator: "\n") == expected)
  }

  @Test("levels stand beside the number, also at the end of a line and of the month")
  func levels() throws {
    let lines = try Self.month("2026-11-01", [1: 4, 2: 1, 3: 2, 4: 3, 5: 9, 6: -1, 30: 2])
    #expect(lines[2] == "                          1█")
    #expect(lines[3] == "  2▂  3▄  4▆  5█  6   7   8")
    #expect(lines.last == " 30▄")
    let ascii = try Self.month("2026-11-01", [2: 1, 3: 2, 4: 3, 5: 4], isASCII: true)
    #expect(ascii[3] == "  2:  3=  4*  5%  6   7   8")
    #expect(ascii.joined().utf8.count == ascii.joined().count)
  }

  @Test("months of every length and first weekday, up to the first and the last year")
  func months() throws {
    // Four weeks from a Monday, and six with a Sunday first.
    #expect(try Self.month("2027-02-14").count == 6)
    #expect(try Self.month("2026-02-14").last == " 23  24  25  26  27  28")
    #expect(try Self.month("2024-02-14").last == " 26  27  28  29")
    #expect(try Self.month("2026-03-14").count == 8)
    #expect(
      try Self.month("0000-01-20").prefix(3)
        == ["     January 0000", " Mo  Tu  We  Th  Fr  Sa  Su", "                      1   2"])
    #expect(try Self.month("9999-12-31").last == " 27  28  29  30  31")
  }

  @Test("a year has seven rows, and the names of its months above their first weeks")
  func year() throws {
    let levels = ["2026-01-01": 1, "2026-01-05": 2, "2026-11-20": 3, "2026-12-31": 4]
    let lines = YearGrid.lines(of: try Logs.day("2026-11-20")) { levels[$0.description] ?? 0 }
    #expect(lines.count == 8)
    #expect(
      lines[0] == "   Jan Feb Mar  Apr May  Jun Jul Aug  Sep Oct Nov  Dec")
    #expect(lines[1].hasPrefix("Mo  ▒··") && lines[4].hasPrefix("Th ░···"))
    #expect(lines[4].hasSuffix("·█") && lines[4].count == 3 + 53)
  }

  @Test("every day of a year stands once in its row, in every year")
  func years() throws {
    try withSeed { generator, _ in
      let years = [0, 4, 1900, 2000, 2024, 9999]
      for year in years + (0..<30).map({ _ in Int.random(in: 0...9999, using: &generator) }) {
        let day = try #require(CalendarDay(year: year, month: 7, day: 1))
        let lines = YearGrid.lines(of: day) { $0.weekday == .monday ? 4 : 1 }
        let length = CalendarPeriod(.year, of: day).days
        let marks = lines.dropFirst().joined().count { "░█".contains($0) }
        #expect(marks == length.upperBound.number - length.lowerBound.number + 1, "\(year)")
        #expect(lines[1].dropFirst(3).allSatisfy { " █".contains($0) }, "\(year)")
        #expect(lines.allSatisfy { $0.count <= 57 && $0.last != " " }, "\(year)")
        #expect(lines[0].split(separator: " ").count == 12, "\(year)")
      }
    }
  }

  @Test("the marks of a year, with ASCII too")
  func yearMarks() throws {
    let day = try Logs.day("2026-01-01")
    func row(isASCII: Bool) -> String {
      YearGrid.lines(of: day, isASCII: isASCII) { $0.day % 7 }[1]
    }
    // Mondays: 5, 12, 19 and 26 January have level 4, those of February and March 2.
    #expect(row(isASCII: false).hasPrefix("Mo  ████▒▒▒▒▒▒▒▒▒█"))
    #expect(row(isASCII: true).hasPrefix("Mo  %%%%=========%"))
    let ascii = YearGrid.lines(of: day, isASCII: true) { $0.day % 5 }.joined()
    #expect(ascii.utf8.count == ascii.count && ".:=*%".allSatisfy { ascii.contains($0) })
  }

  @Test("levels of notes are their number up to four, those of a tracker quarters of the maximum")
  func dayLevels() {
    #expect(
      [-1, 0, 1, 2, 3, 4, 5, .max].map { DayLevel.of(notes: $0) } == [0, 0, 1, 2, 3, 4, 4, 4])
    #expect(
      [0, 0.1, 2, 2.1, 4, 6, 6.1, 8, 9].map { DayLevel.of($0, greatest: 8) }
        == [0, 1, 1, 2, 2, 3, 4, 4, 4])
    let limit = Double.greatestFiniteMagnitude
    #expect(DayLevel.of(limit, greatest: limit) == 4)
    #expect(DayLevel.of(limit, greatest: .leastNonzeroMagnitude) == 4)
    for value in [Double.nan, .infinity, -.infinity, -3] {
      #expect(DayLevel.of(value, greatest: 3) == 0)
      #expect(DayLevel.of(3, greatest: value) == 0)
    }
  }
}
