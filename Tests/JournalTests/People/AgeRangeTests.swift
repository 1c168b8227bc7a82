import Journal
import Testing
import VaultFormat

@Suite("Times of a life")
struct AgeRangeTests {
  @Test("the table")
  func table() throws {
    for row in try Table("age-ranges").rows {
      guard row[1] != "unreadable" else {
        #expect(AgeRange(row[0]) == nil, "\(row)")
        continue
      }
      let range = try #require(AgeRange(row[0]), "\(row)")
      #expect(range.name ?? "" == row[1], "\(row)")
      let person = try Persons.person(birthday: row[2], died: row[3])
      let days = range.days(of: person, leapDay: try #require(LeapDay(rawValue: row[4])))
      let found = days.map { "\($0.lowerBound) \($0.upperBound)" } ?? "none"
      #expect(found == row[5], "\(row)")
    }
  }

  @Test("somebody is so old on the days of the range and on no other")
  func days() throws {
    for birthday in ["2025-05-17", "2024-02-29", "2026-01-31"] {
      let person = try Persons.person(birthday: birthday)
      for leapDay in LeapDay.allCases {
        let range = try #require(AgeRange("x 6m..12m")?.days(of: person, leapDay: leapDay))
        let birth = try #require(CalendarDay(birthday))
        for number in birth.number...birth.number + 800 {
          let day = try #require(CalendarDay(number: number))
          let time = NoteTime(day: day, zone: .utc)
          let age = try #require(Age(of: person, at: time, leapDay: leapDay))
          let months = (age.years ?? 0) * 12 + (age.months ?? 0)
          #expect((6..<12 ~= months) == range.contains(day), "\(birthday) \(leapDay) \(day)")
        }
      }
    }
  }

  @Test("the day on which somebody reaches an age")
  func moments() throws {
    let rows = [
      ("kaia 18 years", "kaia", "2025-05-17", "2043-05-17"),
      ("kaia 100d", "kaia", "2025-05-17", "2025-08-25"), ("18y", "", "2025-05-17", "2043-05-17"),
      ("kaia 18 years", "kaia", "2024-02-29", "2042-02-28"),
      ("kaia 18 years", "kaia", "2025", "2043-01-01"),
      ("kaia 18 years", "kaia", "--05-17", "none"), ("kaia 18 years", "kaia", "", "none"),
      ("kaia 9000 years", "kaia", "2025-05-17", "none"),
    ]
    for (text, name, birthday, expected) in rows {
      let moment = try #require(AgeRequest(text), "\(text)")
      #expect(moment.name ?? "" == name, "\(text)")
      let person = try Persons.person(birthday: birthday)
      let day = person.day(ofAge: moment.age, leapDay: .february28)
      #expect(day?.description ?? "none" == expected, "\(text) \(birthday)")
    }
    for text in ["kaia", "", "kaia 18", "kaia 6m..12m", "18 years old", "kaia 5 hours"] {
      #expect(AgeRequest(text) == nil, "\(text)")
    }
  }
}
