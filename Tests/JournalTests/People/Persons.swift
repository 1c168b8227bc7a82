import Journal
import Testing
import VaultFormat

/// Persons for tests.
enum Persons {
  static let zone = TimeZoneRules { _ in 3600 }

  /// The person of a file with these keys; nil if it is none.
  static func read(
    _ keys: String, named path: String = "people/kaia.md", today: String = "2026-11-20"
  ) throws -> Person? {
    let path = try #require(VaultPath(path))
    return try Person(
      NoteDocument(Array("---\n\(keys)\n---\n".utf8)), at: path, id: ProvisionalID.of(path),
      today: #require(CalendarDay(today)), zone: zone)
  }

  /// One with `tl: person`.
  static func page(_ keys: String = "", named path: String = "people/kaia.md") throws -> Person {
    try #require(try read("tl: person\n\(keys)", named: path))
  }

  /// One with these dates; empty for none.
  static func person(
    birthday: String, dueDate: String = "", died: String = ""
  ) throws -> Person {
    try page("birthday: \"\(birthday)\"\ndue_date: \"\(dueDate)\"\ndied: \"\(died)\"")
  }
}
