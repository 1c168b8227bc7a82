import Journal
import Testing
import VaultFormat
import VaultIndex

@Suite("Places on a map")
struct PlaceAtlasTests {
  private typealias Note = (place: Place, day: CalendarDay)

  private static let cities = CityTable(
    CityFile(Array("Tokyo\tJP\t35.6895\t139.6917\t8336599\tAsia/Tokyo\t\n".utf8)))

  private static func note(
    _ name: String?, _ locality: String? = nil, _ coordinates: String? = nil, on day: Int
  ) throws -> Note {
    let place = Place(
      name: name, locality: locality, coordinates: try coordinates.map { try Coordinates($0) })
    return (place, try #require(CalendarDay(year: 2026, month: 11, day: day)))
  }

  private static func lines(_ atlas: PlaceAtlas) -> [String] {
    atlas.entries.map { "\($0.title): \($0.notes), \($0.located), \($0.last)" }
  }

  @Test("positions without a name are those near a city, else they stand for themselves")
  func entries() throws {
    let notes = [
      try Self.note("Ueno", "Tokyo", on: 9),
      try Self.note("ueno", "tokyo", "35.7141, 139.7774", on: 3),
      try Self.note(nil, nil, "35.66, 139.70", on: 8),
      try Self.note(nil, nil, "35.71, 139.8", on: 2),
      try Self.note(nil, nil, "0, -30", on: 7), try Self.note(nil, nil, "0.00001, -30", on: 1),
      try Self.note(nil, nil, "0.1, -30", on: 6), try Self.note(nil, "Kyoto", on: 5),
      try Self.note(nil, on: 4),
    ]
    let atlas = PlaceAtlas(notes, cities: Self.cities)
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
      try Self.note(nil, nil, $0, on: 1)
    }
    let atlas = PlaceAtlas(notes, cities: Self.cities)
    #expect(atlas.points.count == 4 && atlas.entries.count == 4)
  }
}
