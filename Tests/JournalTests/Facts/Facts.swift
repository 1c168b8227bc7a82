import Journal
import Testing
import VaultFormat

/// Facts of notes for tests.
enum Facts {
  static let zone = TimeZoneRules { _ in 3600 }

  /// Of a note with these keys and this text, on a day.
  static func note(
    _ name: String, on day: String, _ keys: String = "", text: String = "",
    media: [MediaKind] = [], isPage: Bool = false
  ) throws -> NoteFacts {
    let path = try #require(VaultPath("\(name).md"))
    let date = try #require(NoteTime(day, zone: zone))
    return NoteFacts(
      NoteDocument(Array("---\n\(keys)\n---\n\(text)\n".utf8)), at: path,
      id: ProvisionalID.of(path),
      date: date, isPage: isPage, media: media, zone: zone)
  }

  static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }
}

extension NoteFacts {
  /// The name of its file.
  var name: String { String(decoding: path.stem, as: UTF8.self) }
}
