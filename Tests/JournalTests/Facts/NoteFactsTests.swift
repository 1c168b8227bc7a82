import Journal
import Testing
import VaultFormat

@Suite("Facts of a note")
struct NoteFactsTests {
  @Test("they are what the keys and the text say")
  func facts() throws {
    let note = try Facts.note(
      "a", on: "2026-05-17T10:00:00+02:00",
      """
      people: ["[[people/kaia|Kaia]]", Linh]
      milestone: first-steps
      celebrated: 2026-05-18
      prompt: funny-2
      starred: true
      tags: [lake, "#sea"]
      place: Harbour
      locality: Oslo
      """, text: "# Two words\n\nthree more words", media: [.photo, .audio, .photo])
    #expect(note.people == ["kaia", "Linh"])
    #expect(note.milestone == "first-steps")
    #expect(note.celebrated == CalendarDay("2026-05-18"))
    #expect(note.prompt == "funny-2")
    #expect(note.isFavorite)
    #expect(note.tags.map(\.text) == ["lake", "sea"])
    #expect(note.place == "Harbour")
    #expect(note.wordCount == 5)
    #expect((note.mediaCount, note.photoCount) == (3, 2))
    #expect(note.opens == nil)
  }

  @Test("a note without keys has none")
  func empty() throws {
    let note = try Facts.note("a", on: "2026-05-17")
    #expect(note.people == [] && note.milestone == nil && note.prompt == nil && !note.isFavorite)
    #expect(note.place == nil)
    #expect(note.wordCount == 0)
  }

  @Test("a sealed note is withheld until its day, and a conflict copy always")
  func withheld() throws {
    let day = try Facts.day("2026-11-20")
    let before = try Facts.day("2026-11-19")
    let sealed = try Facts.note("a", on: "2020-01-01", "open_after: 2026-11-20")
    #expect(sealed.isWithheld(on: before))
    #expect(!sealed.isWithheld(on: day))
    #expect(try Facts.note("b", on: "2020-01-01", "conflict_of: a").isWithheld(on: day))
    #expect(try !Facts.note("c", on: "2020-01-01", "open_after: soon").isWithheld(on: before))
  }
}

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
