import Journal
import Testing
import VaultFormat

@Suite("Dates of a life")
struct PartialDateTests {
  @Test("every spelling, and what cannot be read")
  func table() throws {
    for row in try Table("partial-dates").rows {
      let read = PartialDate(row[0], zone: Persons.zone)
      #expect(read?.description ?? "none" == row[1], "\(row)")
    }
  }

  @Test("blanks around it do not count")
  func blanks() {
    for text in ["1958", "1958-03", "--03-02", "1958-03-02"] {
      #expect(PartialDate(" \t\(text) ", zone: .utc)?.description == text)
    }
  }

  @Test("a long line is read in time and is no date")
  func longLine() {
    for text in ["-", "1", " ", "2 March ", "--03-02"] {
      #expect(PartialDate(String(repeating: text, count: 300_000), zone: .utc) == nil)
    }
  }

  @Test("a date counts from its first day")
  func firstDays() {
    let rows = [
      ("1958-03-02T23:30:00-10:00", "1958-03-02"), ("1958-03", "1958-03-01"),
      ("1958", "1958-01-01"), ("--03-02", "none"),
    ]
    for (text, expected) in rows {
      let day = PartialDate(text, zone: .utc)?.firstDay
      #expect(day?.description ?? "none" == expected, "\(text)")
    }
  }
}
