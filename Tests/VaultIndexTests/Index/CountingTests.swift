import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@Suite("Notes counted by what they are")
struct CountingTests {
  private func index(_ notes: [String]) throws -> VaultIndex {
    let files = notes.enumerated().map { ("\($0 % 3)/\($0).md", $1) }
    return try ScannedVault(pairs: files).index
  }

  @Test("tags are counted once a note, by name, nested ones apart")
  func counts() throws {
    let index = try index([
      "---\ntags: [b, a/x, B]\n---\n", "---\ntags: b, A/X\n---\n", "---\nkeywords:\n- a\n---\n",
      "text\n",
    ])
    #expect(index.tagCounts.map(\.tag.text) == ["a", "a/x", "b"])
    #expect(index.tagCounts.map(\.count) == [1, 2, 2])
  }

  @Test("the total of a tag has the notes of those nested in it, once each")
  func totals() throws {
    let index = try index([
      "---\ntags: [b, a/x, a]\n---\n", "---\ntags: [A/X/y, a/z]\n---\n", "---\ntags: [c/d]\n---\n",
      "text\n",
    ])
    let totals = index.tagTotals.map { "\($0.text) \($1)" }.sorted()
    #expect(totals == ["a 2", "a/x 2", "a/x/y 1", "a/z 1", "b 1", "c 1", "c/d 1"])
  }

  @Test("a tag without end is nested eight times at most")
  func deep() throws {
    let tag = try #require(Tag(String(repeating: "a/", count: 2000) + "b"))
    #expect(tag.path.count == 8 && tag.path.last == tag)
  }

  @Test("the most frequent spelling of one tag is given, on every run")
  func spellings() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    for _ in 0..<5 {
      let notes = [decomposed, composed, decomposed].map { "---\ntags: [\($0)]\n---\n" }
      let count = try #require(try index(notes).tagCounts.first)
      #expect(count.count == 3)
      #expect(Array(count.tag.text.utf8) == Array(decomposed.utf8))
    }
  }

  @Test("notes that cannot be read are known")
  func broken() throws {
    let index = try index([
      "---\ntags: [a]\n---\n", "---\ntags: [a\n---\n", "---\ntags: [B]\n---\n",
    ])
    #expect(index.brokenNotes.map(\.text) == ["1/1.md"])
  }

  @Test("tags lead to their notes, from a nested one's parent too")
  func notesOfATag() throws {
    let index = try index(
      ["---\ntags: [A/b]\n---\n", "---\ntags: [ab, c]\n---\n", "---\ntags: [c, a]\n---\n"])
    let tag = try #require(Tag("a"))
    #expect(index.notes(taggedWithin: tag).map { index.path($0).text } == ["0/0.md", "2/2.md"])
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
    #expect(index.positions(of: .tracker).map { index.path($0).text } == ["0/0.md"])
    #expect(index.positions(of: .person).map { index.path($0).text } == ["2/2.md"])
  }
}
