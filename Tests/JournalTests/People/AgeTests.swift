import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("The age of a person")
struct AgeTests {
  @Test("the table")
  func table() throws {
    for row in try Table("ages").rows {
      let person = try Persons.person(birthday: row[0], dueDate: row[1], died: row[2])
      let leapDay = try #require(LeapDay(rawValue: row[3]))
      let time = try #require(NoteTime(row[4], zone: Persons.zone))
      let age = Age(of: person, at: time, leapDay: leapDay)
      #expect(age?.text ?? "none" == row[5], "\(row)")
    }
  }

  @Test(
    "the words of three languages",
    arguments: [
      ("2025-05-17", "2025-05-17", "newborn", "neugeboren", "mới sinh"),
      ("2025-05-17", "2025-05-18", "1 day", "1 Tag", "1 ngày"),
      ("2025-05-17", "2025-06-10", "3 weeks 3 days", "3 Wochen 3 Tage", "3 tuần 3 ngày"),
      ("2025-05-17", "2026-05-17", "12 months", "12 Monate", "12 tháng"),
      ("2025-05-17", "2028-06-17", "3 years 1 month", "3 Jahre 1 Monat", "3 tuổi 1 tháng"),
      ("1958", "2026-05-17", "about 68", "etwa 68", "khoảng 68 tuổi"),
    ])
  func languages(
    _ birthday: String, _ day: String, _ english: String, _ german: String, _ vietnamese: String
  ) throws {
    let person = try Persons.person(birthday: birthday)
    let time = try #require(NoteTime(day, zone: .utc))
    let age = try #require(Age(of: person, at: time, leapDay: .february28))
    let texts = ["en", "de-AT", "vi", "fr"].map { age.text(in: Language($0)) }
    #expect(texts == [english, german, vietnamese, english])
  }

  @Test("years, months and days, as far as they are known")
  func numbers() throws {
    let rows: [(String, String, [Int?])] = [
      ("2025-05-17", "2025-05-16", [nil, nil, nil]), ("2025-05-17", "2025-05-17", [0, 0, 0]),
      ("2025-05-17", "2026-03-08", [0, 9, 19]), ("2025-05-17", "2028-08-20", [3, 3, 3]),
      ("1958-03-02", "2026-11-20", [68, 8, 18]), ("1958-03", "2026-11-20", [68, 8, nil]),
      ("1958", "2026-11-20", [68, nil, nil]),
    ]
    for (birthday, day, expected) in rows {
      let person = try Persons.person(birthday: birthday)
      let time = try #require(NoteTime(day, zone: .utc))
      let age = try #require(Age(of: person, at: time, leapDay: .february28))
      #expect([age.years, age.months, age.days] == expected, "\(birthday) \(day)")
    }
  }

  @Test("under 18 is everybody until that birthday, before birth too")
  func isUnder18() throws {
    let rows = [
      ("2025-05-17", "2025-05-16", true), ("2025-05-17", "2043-05-16", true),
      ("2025-05-17", "2043-05-17", false), ("1958", "1975-06-01", true),
      ("1958", "1976-06-01", false),
    ]
    for (birthday, day, expected) in rows {
      let person = try Persons.person(birthday: birthday)
      let time = try #require(NoteTime(day, zone: .utc))
      #expect(Age(of: person, at: time, leapDay: .february28)?.isUnder18 == expected, "\(day)")
    }
  }

  @Test("the age never falls from one day to the next, and its parts lead from birth to the day")
  func laws() throws {
    try withSeed(cases: 150) { generator in
      let leapDay = try #require(LeapDay.allCases.randomElement(using: &generator))
      let birth = try Self.birth(using: &generator)
      let person = try Persons.person(birthday: birth.description)
      var last: Age?
      let start = birth.number + Int.random(in: -300...8000, using: &generator)
      for number in start..<start + 80 {
        let day = try #require(CalendarDay(number: number))
        let time = NoteTime(day: day, zone: .utc)
        let age = Age(of: person, at: time, leapDay: leapDay)
        let place = "\(birth) \(day) \(leapDay)"
        #expect(last == nil || age != nil, "\(place)")
        guard let age else { continue }
        if let last {
          let (before, after) = try (Self.rank(last.text), Self.rank(age.text))
          #expect(!after.lexicographicallyPrecedes(before), "\(place): \(last.text), \(age.text)")
        }
        if day >= birth {
          let (years, months) = (try #require(age.years), try #require(age.months))
          let rest = try #require(age.days)
          let reached = birth.adding(years * 12 + months, .month, leapDay: leapDay)
          #expect(0..<12 ~= months && 0..<31 ~= rest, "\(place)")
          #expect(reached?.adding(days: rest) == day, "\(place)")
        }
        last = age
      }
    }
  }

  @Test("only the writers' days count, wherever they are")
  func zones() throws {
    let person = try Persons.person(birthday: "2024-02-29")
    for name in Zones.all {
      let zone = try Zones.named(name)
      for text in ["2011-12-30", "2025-02-27", "2025-02-28", "2026-10-04", "2028-02-29"] {
        let day = try #require(CalendarDay(text))
        let expected = Age(of: person, at: NoteTime(day: day, zone: .utc), leapDay: .february28)
        for second in [0, 9000, 86_399] {
          // A day that the zone has skipped has no clock times.
          let time = NoteTime(day: day, secondOfDay: second, zone: zone)
          guard time.day == day else { continue }
          #expect(Age(of: person, at: time, leapDay: .february28) == expected, "\(name) \(text)")
        }
      }
    }
  }

  /// Often at the end of a month.
  private static func birth(using generator: inout SeededGenerator) throws -> CalendarDay {
    let year = Int.random(in: 1...9900, using: &generator)
    let month = [2, 2, Int.random(in: 1...12, using: &generator)].randomElement(using: &generator)
    let length = CalendarDay.length(ofMonth: month ?? 2, year: year)
    let day = Int.random(in: max(1, length - 3)...length, using: &generator)
    return try #require(CalendarDay(year: year, month: month ?? 2, day: day))
  }

  /// The form of a text among those of younger and older ages, and the numbers in it.
  private static func rank(_ text: String) throws -> [Int] {
    let words = text.split { $0 == " " || $0 == "+" }
    let form =
      if words[0] == "week" {
        0
      } else if words.count < 2 {
        1
      } else {
        try #require(
          ["day": 2, "week": 3, "month": 4, "year": 5][words[1].prefix { $0 != "s" }])
      }
    return [form] + words.compactMap { Int($0) }
  }
}

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
