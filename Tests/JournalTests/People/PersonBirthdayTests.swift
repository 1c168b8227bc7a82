import Journal
import Testing
import VaultFormat

@Suite("Birthdays")
struct PersonBirthdayTests {
  /// `DAY turns N`, `DAY`, or `DAY memorial N`.
  private static func text(_ birthday: PersonBirthday?) -> String {
    guard let birthday else { return "none" }
    if birthday.isMemorial {
      #expect(birthday.turns == nil)
      return "\(birthday.day) memorial" + (birthday.years.map { " \($0)" } ?? "")
    }
    return "\(birthday.day)" + (birthday.turns.map { " turns \($0)" } ?? "")
  }

  @Test("the birthday in a year")
  func years() throws {
    let rows: [(String, String, Int, LeapDay, String)] = [
      ("2025-05-17", "", 2026, .february28, "2026-05-17 turns 1"),
      ("2025-05-17T23:30:00-10:00", "", 2026, .february28, "2026-05-17 turns 1"),
      ("2025-05-17", "", 2025, .february28, "2025-05-17 turns 0"),
      ("2025-05-17", "", 2024, .february28, "none"),
      ("--03-02", "", 2026, .february28, "2026-03-02"),
      ("--03-02", "", 1900, .february28, "1900-03-02"),
      ("--02-29", "", 1900, .february28, "1900-02-28"),
      ("--02-29", "", 1900, .march1, "1900-03-01"), ("--02-29", "", 1904, .march1, "1904-02-29"),
      ("2024-02-29", "", 2025, .february28, "2025-02-28 turns 1"),
      ("2024-02-29", "", 2025, .march1, "2025-03-01 turns 1"),
      ("2024-02-29", "", 2028, .february28, "2028-02-29 turns 4"),
      ("2024-02-29", "", 2028, .march1, "2028-02-29 turns 4"),
      ("1958", "", 2026, .february28, "none"), ("1958-03", "", 2026, .february28, "none"),
      ("", "", 2026, .february28, "none"),
      ("1958-03-02", "2026-03-02", 2026, .february28, "2026-03-02 turns 68"),
      ("1958-03-02", "2026-03-01", 2026, .february28, "2026-03-02 memorial 68"),
      ("1958-03-02", "2026", 2026, .february28, "2026-03-02 memorial 68"),
      ("1958-03-02", "2026", 2025, .february28, "2025-03-02 turns 67"),
      ("--03-02", "2020", 2026, .february28, "2026-03-02 memorial"),
      ("2025-05-17", "", 10_000, .february28, "none"), ("2025-05-17", "", .max, .march1, "none"),
      ("--03-02", "", .min, .march1, "none"),
    ]
    for (birthday, died, year, leapDay, expected) in rows {
      let person = try Persons.person(birthday: birthday, died: died)
      let found = Self.text(person.birthday(inYear: year, leapDay: leapDay))
      #expect(found == expected, "\(birthday) \(died) \(year) \(leapDay)")
    }
  }

  @Test("the next birthday on or after a day")
  func next() throws {
    let rows: [(String, String, LeapDay, String)] = [
      ("2025-05-17", "2026-05-16", .february28, "2026-05-17 turns 1"),
      ("2025-05-17", "2026-05-17", .february28, "2026-05-17 turns 1"),
      ("2025-05-17", "2026-05-18", .february28, "2027-05-17 turns 2"),
      ("2025-05-17", "2020-06-01", .february28, "2025-05-17 turns 0"),
      ("2025-05-17", "2025-06-01", .february28, "2026-05-17 turns 1"),
      ("2024-02-29", "2025-02-28", .february28, "2025-02-28 turns 1"),
      ("2024-02-29", "2025-03-01", .february28, "2026-02-28 turns 2"),
      ("2024-02-29", "2025-03-01", .march1, "2025-03-01 turns 1"),
      ("2024-02-29", "2027-03-02", .march1, "2028-02-29 turns 4"),
      ("--12-31", "2026-01-01", .february28, "2026-12-31"),
      ("--01-01", "9999-06-01", .february28, "none"), ("1958", "2026-01-01", .march1, "none"),
    ]
    for (birthday, day, leapDay, expected) in rows {
      let person = try Persons.person(birthday: birthday)
      let day = try #require(CalendarDay(day))
      let found = Self.text(person.nextBirthday(onOrAfter: day, leapDay: leapDay))
      #expect(found == expected, "\(birthday) \(day) \(leapDay)")
    }
  }

  @Test("those of a day, the dead as memorials")
  func onADay() throws {
    let book = PersonBook([
      try Persons.page("birthday: 2024-02-29", named: "people/leap.md"),
      try Persons.page("birthday: --02-28", named: "people/ana.md"),
      try Persons.page("birthday: 1930-02-28\ndied: 2001", named: "people/oma.md"),
      try Persons.page("birthday: 2030-02-28", named: "people/unborn.md"),
      try Persons.page("birthday: 1990-03-01", named: "people/other.md"),
    ])
    let day = try #require(CalendarDay("2026-02-28"))
    let early = book.birthdays(on: day, leapDay: .february28)
    #expect(early.map(\.person.name) == ["ana", "leap", "oma"])
    #expect(early.map(\.turns) == [nil, 2, nil])
    #expect(early.map(\.isMemorial) == [false, false, true])
    #expect(book.birthdays(on: day, leapDay: .march1).map(\.person.name) == ["ana", "oma"])
  }
}
