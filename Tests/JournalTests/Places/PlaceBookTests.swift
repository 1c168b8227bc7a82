import Journal
import TestSupport
import Testing
import VaultFormat
import VaultIndex

/// The cities that tests of places know.
private let cities = CityFile(
  Array("Tokyo\tJP\t35.6895\t139.6917\t8336599\tAsia/Tokyo\t\n".utf8))

private typealias PlacedNote = (place: Place, day: CalendarDay)

private func placed(
  _ name: String?, _ locality: String? = nil, _ coordinates: String? = nil, on day: Int
) throws -> PlacedNote {
  let place = Place(
    name: name, locality: locality, coordinates: try coordinates.map { try Coordinates($0) })
  return (place, try #require(CalendarDay(year: 2026, month: 11, day: day)))
}

@Suite("The places of a vault")
struct PlaceBookTests {
  private static func lines(_ entries: [PlaceAtlas.Entry]) -> [String] {
    entries.map { $0.json.compact }
  }

  @Test(
    "notes of one place count together; the newest spelling and the newest position are its own")
  func places() throws {
    let book = PlaceBook([
      try placed("café central", "wien", "48.2104,16.3654", on: 3),
      try placed("Cafe\u{301} Central", "Wien", "48.2,16.3", on: 2),
      try placed("Café Central", "Wien", on: 9),
      try placed("Café Central", on: 4),
      try placed(nil, "Wien", on: 5),
      try placed(nil, nil, "48.21,16.36", on: 6),
      try placed(nil, on: 7),
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
      try placed("Straße", "Berlin", on: 1), try placed("STRASSE", "Bonn", on: 2),
      try placed("Hof", "Strasse", on: 3), try placed(nil, "Strasse", on: 4),
      try placed("Strasse 1", on: 5),
    ])
    let found = book.entries(named: "strasse").map { $0.last.description }
    #expect(found == ["2026-11-04", "2026-11-02", "2026-11-01"])
    #expect(book.entries(named: "stra").isEmpty)
    #expect(book.entries(named: "").isEmpty)
  }

  @Test("a vault without places has none")
  func empty() {
    #expect(PlaceBook([PlacedNote]()).entries.isEmpty)
  }
}

@Suite("Places on a map")
struct PlaceAtlasTests {
  private static func lines(_ atlas: PlaceAtlas) -> [String] {
    atlas.entries.map { "\($0.title): \($0.notes), \($0.located), \($0.last)" }
  }

  @Test("positions without a name are those near a city, else they stand for themselves")
  func entries() throws {
    let notes = [
      try placed("Ueno", "Tokyo", on: 9),
      try placed("ueno", "tokyo", "35.7141, 139.7774", on: 3),
      try placed(nil, nil, "35.66, 139.70", on: 8),
      try placed(nil, nil, "35.71, 139.8", on: 2),
      try placed(nil, nil, "0, -30", on: 7), try placed(nil, nil, "0.00001, -30", on: 1),
      try placed(nil, nil, "0.1, -30", on: 6), try placed(nil, "Kyoto", on: 5),
      try placed(nil, on: 4),
    ]
    let atlas = PlaceAtlas(notes, cities: CityTable(cities))
    #expect(
      Self.lines(atlas) == [
        "Ueno: 2, 1, 2026-11-09", "near Tokyo: 2, 2, 2026-11-08",
        "0.0000, -30.0000: 2, 2, 2026-11-07", "0.1000, -30.0000: 1, 1, 2026-11-06",
        "Kyoto: 1, 0, 2026-11-05",
      ])
    #expect(atlas.entries.map(\.isNamed) == [true, false, false, false, true])
    #expect(atlas.points.count == 6)
    let circle = try #require(atlas.entries[1].circle)
    #expect(circle.center.text == "35.6850, 139.7500")
    for (position, isWithin) in [
      ("35.66, 139.70", true), ("35.71, 139.8", true), ("35.6, 139.7", false),
    ] {
      let distance = circle.center.distance(to: try Coordinates(position))
      #expect((distance <= circle.kilometers + 0.001) == isWithin, "\(position)")
    }
    #expect(atlas.entries[4].circle == nil)
    #expect(atlas.entries[0].place.coordinates?.text == "35.7141, 139.7774")
    let without = PlaceAtlas(notes, cities: nil)
    #expect(without.entries.contains { $0.title == "35.6600, 139.7000" })
  }

  @Test("poles and the date line are positions like others")
  func edges() throws {
    let notes = try ["90, 0", "-90, 0", "0, 180", "0, -180"].map {
      try placed(nil, nil, $0, on: 1)
    }
    let atlas = PlaceAtlas(notes, cities: CityTable(cities))
    #expect(atlas.points.count == 4 && atlas.entries.count == 4)
  }
}

@Suite("The place of a note")
struct PlaceTests {
  private static func place(_ lines: String) -> Place {
    Place(of: NoteDocument(Array("---\n\(lines)\n---\nText\n".utf8)))
  }

  @Test("what is shown of it")
  func texts() throws {
    for row in try Table("place-texts").rows {
      let place = Place(
        name: row[0].isEmpty ? nil : row[0], locality: row[1].isEmpty ? nil : row[1],
        coordinates: row[2].isEmpty ? nil : try Coordinates(row[2]))
      #expect(place.text ?? "nothing" == row[3], "\(row)")
    }
  }

  @Test("name, town and position under any of their names")
  func reading() throws {
    let expected = Place(
      name: "Louvre", locality: "Paris", coordinates: try Coordinates("48.8606,2.3376"))
    for lines in [
      "place: Louvre\nlocality: Paris\ncoordinates: [48.8606, 2.3376]",
      "location: [Louvre]\ncity: Paris\nlat: 48.8606\nlon: 2.3376",
      "loc: ' Louvre '\ncity: [Paris]\nlatitude: 48.8606\nlongitude: 2.3376",
    ] {
      #expect(Self.place(lines) == expected, "\(lines)")
    }
    #expect(Self.place("location: [48.8606, 2.3376]").name == nil)
    #expect(Self.place("location: [48.8606, 2.3376]").coordinates == expected.coordinates)
    #expect(Self.place("location: [48.8606, 2.3376]\nplace: Louvre").name == "Louvre")
    for lines in ["place:\ncity: ' '", "place: {a: b}\ncity: []", "place: [[a]]", "title: a"] {
      #expect(Self.place(lines) == Place(), "\(lines)")
    }
  }
}

@Suite("Towns that are filled in")
struct LocalityPlanTests {
  private typealias Note = (id: NoteID, path: VaultPath, document: NoteDocument)

  private static func note(_ name: String, _ keys: String...) throws -> Note {
    let text = (["---"] + keys + ["---", "Text", ""]).joined(separator: "\n")
    return (
      try #require(NoteID("id-\(name)")), try #require(VaultPath("\(name).md")),
      NoteDocument(Array(text.utf8))
    )
  }

  @Test("notes with a position and without a town get one, by path; those far away are named")
  func plan() throws {
    let plan = LocalityPlan(
      [
        try Self.note("c", "coordinates: [35.66, 139.7]"),
        try Self.note("a", "lat: 35.7", "lon: 139.8", "city:"),
        try Self.note("sea", "coordinates: [0, 0]"),
        try Self.note("known", "coordinates: [35.66, 139.7]", "locality: Shibuya"),
        try Self.note("odd", "coordinates: [35.66, 139.7]", "locality: [a, b]"),
        try Self.note("nowhere", "place: Tokyo"),
        try Self.note("broken", "coordinates: [35.66, 1390]"),
      ], cities: cities)
    #expect(plan.steps.map { "\($0.path.text) \($0.locality)" } == ["a.md Tokyo", "c.md Tokyo"])
    #expect(plan.remote.map(\.text) == ["sea.md"])
  }

  @Test("a step writes one key, under the name that the note has for it")
  func applied() throws {
    let note = try Self.note("a", "lat: 35.7", "lon: 139.8", "city:  # later", "x: 1")
    let step = try #require(LocalityPlan([note], cities: cities).steps.first)
    #expect(
      String(decoding: try step.applied(to: note.document).bytes, as: UTF8.self)
        == "---\nlat: 35.7\nlon: 139.8\ncity: Tokyo  # later\nx: 1\n---\nText\n")
  }

  @Test(
    "a note that got a town or another position since stays as it is, and so does one that is done",
    arguments: [
      "coordinates: [35.66, 139.7]\nlocality: Shibuya", "coordinates: [35.66, 139.71]", "place: x",
    ])
  func stale(keys: String) throws {
    let note = try Self.note("a", "coordinates: [35.66, 139.7]")
    let step = try #require(LocalityPlan([note], cities: cities).steps.first)
    let changed = NoteDocument(Array("---\n\(keys)\n---\n".utf8))
    #expect(try step.applied(to: changed).bytes == changed.bytes)
    let done = try step.applied(to: note.document)
    #expect(try step.applied(to: done).bytes == done.bytes)
    #expect(LocalityPlan([(note.id, note.path, done)], cities: cities).steps.isEmpty)
  }
}
