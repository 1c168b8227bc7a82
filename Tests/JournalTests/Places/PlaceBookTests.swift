import Journal
import Testing
import VaultFormat

@Suite("The places of a vault")
struct PlaceBookTests {
  private typealias Note = (place: Place, day: CalendarDay)

  private static func note(
    _ name: String?, _ locality: String? = nil, _ coordinates: String? = nil, on day: Int
  ) throws -> Note {
    let place = Place(
      name: name, locality: locality, coordinates: try coordinates.map { try Coordinates($0) })
    return (place, try #require(CalendarDay(year: 2026, month: 11, day: day)))
  }

  private static func lines(_ entries: [PlaceBook.Entry]) -> [String] {
    entries.map { $0.json.compact }
  }

  @Test(
    "notes of one place count together; the newest spelling and the newest position are its own")
  func places() throws {
    let book = PlaceBook([
      try Self.note("café central", "wien", "48.2104,16.3654", on: 3),
      try Self.note("Cafe\u{301} Central", "Wien", "48.2,16.3", on: 2),
      try Self.note("Café Central", "Wien", on: 9),
      try Self.note("Café Central", on: 4),
      try Self.note(nil, "Wien", on: 5),
      try Self.note(nil, nil, "48.21,16.36", on: 6),
      try Self.note(nil, on: 7),
    ])
    #expect(
      Self.lines(book.entries) == [
        #"{"place":"Café Central","locality":"Wien","coordinates":[48.2104,16.3654],"notes":3,"last":"2026-11-09"}"#,
        #"{"place":null,"locality":"Wien","coordinates":null,"notes":1,"last":"2026-11-05"}"#,
        #"{"place":"Café Central","locality":null,"coordinates":null,"notes":1,"last":"2026-11-04"}"#,
      ])
    #expect(Self.lines(book.located.entries) == Array(Self.lines(book.entries).prefix(1)))
  }

  @Test("a name is looked up after folding, newest first; a town counts where there is no name")
  func names() throws {
    let book = PlaceBook([
      try Self.note("Straße", "Berlin", on: 1), try Self.note("STRASSE", "Bonn", on: 2),
      try Self.note("Hof", "Strasse", on: 3), try Self.note(nil, "Strasse", on: 4),
      try Self.note("Strasse 1", on: 5),
    ])
    let found = book.entries(named: "strasse").map { $0.last.description }
    #expect(found == ["2026-11-04", "2026-11-02", "2026-11-01"])
    #expect(book.entries(named: "stra").isEmpty)
    #expect(book.entries(named: "").isEmpty)
  }

  @Test("a vault without places has none")
  func empty() {
    #expect(PlaceBook([Note]()).entries.isEmpty)
  }
}
