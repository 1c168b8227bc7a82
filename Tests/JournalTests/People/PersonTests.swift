import Journal
import Testing
import VaultFormat

@Suite("A person")
struct PersonTests {
  @Test("what the keys of a page say")
  func keys() throws {
    let person = try Persons.page(
      """
      id: 0c9f
      title: Kaia
      aliases: [Aia]
      role: child
      birthday: 2025-05-17T05:17:00+02:00
      due_date: 2025-05-24
      died: 2100
      avatar: kaia.jpg
      icon: 🌻
      color: mint
      """)
    #expect(person.path.text == "people/kaia.md")
    #expect(person.id.text == "0c9f")
    #expect(person.title == "Kaia")
    #expect(person.aliases == ["Aia"])
    #expect(person.role == .child)
    #expect(person.birthday?.description == "2025-05-17T05:17:00+02:00")
    #expect(person.dueDate?.description == "2025-05-24")
    #expect(person.died?.description == "2100")
    #expect(person.avatar == "kaia.jpg")
    #expect(person.icon == "🌻")
    #expect(person.color == "mint")
  }

  @Test("a page without keys is a person too, with a provisional id")
  func empty() throws {
    let person = try Persons.page()
    #expect(person.title == "kaia")
    #expect(person.id == ProvisionalID.of(person.path))
    #expect(person.role == nil && person.birthday == nil && person.dueDate == nil)
    #expect(person.died == nil && person.avatar == nil)
  }

  @Test("other names of keys; the first that has a value counts, in whatever order they stand")
  func otherNames() throws {
    for name in PageKey.birthday.names {
      #expect(try Persons.read("\(name): 1958")?.birthday?.description == "1958", "\(name)")
    }
    let person = try Persons.page(
      "bday: 1960\nborn: 1958\nbirthday:\ndue: 1958-01-02\ndeathDate: 2001\ncover: a.jpg\nimage: b.jpg\ncolour: red\nsymbol: x"
    )
    #expect(person.birthday?.description == "1958")
    #expect(person.dueDate?.description == "1958-01-02")
    #expect(person.died?.description == "2001")
    #expect(person.avatar == "b.jpg")
    #expect(person.color == "red" && person.icon == "x")
  }

  @Test("a value that cannot be read counts as absent")
  func unreadable() throws {
    for value in ["soon", "[1958]", "{year: 1958}", "03/02/1958", "true", "~"] {
      let person = try Persons.page(
        "birthday: \(value)\nborn: 1958-13\ndue_date: 2026\ndied: \(value)")
      #expect(person.birthday == nil && person.dueDate == nil && person.died == nil, "\(value)")
    }
  }

  @Test("an ordinary note is a person only with a readable birthday")
  func ordinaryNotes() throws {
    let rows = [
      ("birthday: 1958", true), ("tl:\nbirthday: 1958", true), ("tl: ''\ndob: 1958-03-02", true),
      ("birthday: soon", false), ("birthday:", false), ("role: child", false),
      ("due: 2026-01-01", false),
      ("tl: tracker\nbirthday: 1958", false), ("tl: planet\nbirthday: 1958", false),
      ("tl: [person]\nbirthday: 1958", false), ("title: Kaia", false), ("Birthday: 1958", false),
    ]
    for (keys, isPerson) in rows {
      #expect(try (Persons.read(keys) != nil) == isPerson, "\(keys)")
    }
    let note = try #require(try Persons.read("born: 1958\nrole: friend\ndied: 2001\naliases: Aia"))
    #expect(note.role == .friend && note.died != nil && note.aliases == ["Aia"])
  }

  @Test("a conflict copy and a sealed note are none")
  func withheld() throws {
    for keys in ["tl: person", "birthday: 1958"] {
      #expect(try Persons.read(keys + "\nconflict_of: x") == nil)
      #expect(try Persons.read(keys + "\nopen_after: 2026-11-21") == nil)
      #expect(try Persons.read(keys + "\nopen_after: 2026-11-20") != nil)
    }
    let text = NoteDocument(Array("birthday: 1958\n".utf8))
    let path = try #require(VaultPath("a.md"))
    let today = try #require(CalendarDay("2026-11-20"))
    let person = Person(text, at: path, id: ProvisionalID.of(path), today: today, zone: .utc)
    #expect(person == nil)
  }

  @Test("roles, in any case and under the names of other programs")
  func roles() {
    let rows: [(String, PersonRole)] = [
      ("child", .child), ("Baby", .child), ("parent", .parent), ("FAMILY", .family),
      ("familyMember", .family), ("friend", .friend), ("Godmother", .other("Godmother")),
    ]
    for (text, role) in rows { #expect(PersonRole(text) == role, "\(text)") }
    for text in ["child", "parent", "family", "friend", "Godmother"] {
      #expect(PersonRole(text).text == text)
    }
  }

  @Test("initials are whole characters of the first and the last word")
  func initials() throws {
    let rows = [
      ("Kaia", "K"), ("kaia", "K"), ("Farmor Ingrid", "FI"), ("Ludwig van Beethoven", "LB"),
      ("Bà  Lan", "BL"), ("e\u{301}lise", "E\u{301}"), ("山田 太郎", "山太"), ("Oma (Inge)", "OI"),
      ("👩‍👧 Anna", "👩‍👧A"), ("(?)", "("), ("4711", "4"),
    ]
    for (title, expected) in rows {
      let person = try Persons.page("title: \"\(title)\"")
      #expect(person.initials.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(title)")
    }
    var person = try Persons.page()
    person.title = " "
    #expect(person.initials == "")
  }

  @Test("the colour depends on the id alone")
  func colors() throws {
    let person = try Persons.page("id: 0c9f2f1e-6a57-4b8e-9f51-0a3a8a0f7d11")
    var renamed = person
    renamed.title = "Aia"
    #expect(person.colorIndex(among: 16) == renamed.colorIndex(among: 16))
    // The SHA-1 begins with 51.
    #expect(person.colorIndex(among: 256) == 0x51)
    for count in [Int.min, -1, 0, 1] { #expect(person.colorIndex(among: count) == 0) }
    let indices = try (0..<200).map { try Persons.page("id: x\($0)").colorIndex(among: 16) }
    #expect(Set(indices) == Set(0..<16))
  }
}

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
