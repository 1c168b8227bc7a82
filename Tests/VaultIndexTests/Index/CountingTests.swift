import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@Suite("Notes counted by what they are")
struct CountingTests {
  private func index(_ notes: [String]) throws -> VaultIndex {
    try withTemporaryFolder { folder in
      for (number, note) in notes.enumerated() { try folder.write(note, to: "\(number).md") }
      let vault = try VaultFolder(opening: folder.path)
      return try VaultScanner(vault, zone: TimeZoneRules { _ in 0 }, threads: 2, sealedOn: nil)
        .scan()
    }
  }

  @Test("each day has the number of its notes, also days of other centuries")
  func days() throws {
    let dates = [
      "1969-12-31", "1970-01-01", "1970-01-01", "2026-11-28", "1492-10-12", "1492-10-12",
      "2300-01-01",
    ]
    let index = try index(dates.map { "---\ndate: \($0)\n---\ntext\n" })
    var expected: [Int: Int] = [:]
    for date in dates {
      let parts = date.split(separator: "-").compactMap { Int($0) }
      let day = try #require(CalendarDay(year: parts[0], month: parts[1], day: parts[2]))
      expected[day.number, default: 0] += 1
    }
    #expect(index.dayCounts == expected)
    #expect(expected[0] == 2)
  }

  @Test("a vault without notes has no days, nor has one of another age")
  func noDays() throws {
    #expect(try index([]).dayCounts.isEmpty)
    #expect(try index(["---\ndate: 1492-10-12\n---\n"]).dayCounts.count == 1)
  }

  @Test("the notes of a kind are found")
  func kinds() throws {
    let index = try index(["---\ntl: tracker\n---\n", "text\n", "---\ntl: person\n---\n"])
    #expect(index.positions(of: .tracker).map { index.path($0).text } == ["0.md"])
    #expect(index.positions(of: .person).map { index.path($0).text } == ["2.md"])
  }
}
