import Journal
import Testing
import VaultFormat
import VaultIndex

@Suite("A typed place")
struct PlaceRequestTests {
  private static let cities = CityFile(
    Array(
      """
      Rome\tUS\t34.257\t-85.1647\t36323\tAmerica/New_York\t
      Springfield\tUS\t37.2153\t-93.2982\t170188\tAmerica/Chicago\t
      Tokyo\tJP\t35.6895\t139.6917\t9733276\tAsia/Tokyo\tTokio,東京
      Rome\tIT\t41.8919\t12.5113\t2318895\tEurope/Rome\tRoma

      """.utf8))

  private static func book() throws -> PlaceBook {
    let notes: [(String?, String?, String?)] = [
      ("Home", "Berlin", nil), ("Home", "Tokyo", "35.7,139.7"), ("home", nil, nil),
      ("Roma", nil, nil), ("Kitchen", nil, nil), ("Park", "Paris", "48.86,2.33"),
      ("Springfield", nil, "1,2"), (nil, "Bonn", "50.7,7.1"),
    ]
    let first = try #require(CalendarDay(year: 2026, month: 11, day: 1))
    return PlaceBook(
      try notes.enumerated().map { index, note in
        let place = Place(
          name: note.0, locality: note.1, coordinates: try note.2.map { try Coordinates($0) })
        return (place, try #require(first.adding(days: index)))
      })
  }

  static func text(_ request: PlaceRequest) -> String {
    switch request {
    case .coordinates(let coordinates): coordinates.text
    case .text(let name): "text \(name)"
    case .name(let name): "name \(name)"
    }
  }

  /// What a text means: the place that is written to the note, or the lines to choose from.
  private static func resolved(_ text: String, cities: CityFile? = cities) throws -> [String] {
    switch try PlaceRequest(text).resolved(in: book(), cities) {
    case .one(let place):
      [place.name ?? "-", place.locality ?? "-", place.coordinates?.yaml ?? "-"]
    case .several(let choices): choices.map(\.text)
    case .none: []
    }
  }

  @Test("a choice can be typed as it is shown")
  func shown() throws {
    #expect(try Self.resolved("Rome, us") == ["Rome", "-", "[34.257, -85.1647]"])
    #expect(try Self.resolved("Rome,IT") == ["Rome", "-", "[41.8919, 12.5113]"])
    // A place of the vault has that name too.
    #expect(try Self.resolved("Springfield, US") == ["Springfield", "-", "[37.2153, -93.2982]"])
    #expect(try Self.resolved("Home, Berlin") == ["Home", "Berlin", "-"])
    #expect(try Self.resolved("Rome, FR") == [])
    #expect(try Self.resolved("Park, Paris, x") == [])
  }

  @Test("coordinates, a text, or a name to be looked up")
  func forms() throws {
    for row in try Table("place-requests").rows {
      do {
        #expect(Self.text(try PlaceRequest(row[0])) == row[1], "\(row[0])")
      } catch {
        #expect("\(error); \(error.hint)" == row[1], "\(row[0])")
      }
    }
  }

  @Test("coordinates and texts are not looked up")
  func asTheyAre() throws {
    #expect(try Self.resolved("35.7,139.7") == ["-", "-", "[35.7, 139.7]"])
    #expect(try Self.resolved("=Park") == ["Park", "-", "-"])
  }

  @Test("the vault's places come before the cities, and give town and position")
  func vault() throws {
    #expect(try Self.resolved("PARK") == ["Park", "Paris", "[48.86, 2.33]"])
    #expect(try Self.resolved("Springfield") == ["Springfield", "-", "[1, 2]"])
    #expect(try Self.resolved("bonn") == ["-", "Bonn", "[50.7, 7.1]"])
    #expect(
      try Self.resolved("Home") == ["Home, Tokyo (35.7000, 139.7000)", "Home, Berlin"])
  }

  @Test("a city gives its name as it was looked up; of several the one with most people is first")
  func city() throws {
    #expect(try Self.resolved("tokyo") == ["Tokyo", "-", "[35.6895, 139.6917]"])
    #expect(try Self.resolved("TOKIO") == ["Tokio", "-", "[35.6895, 139.6917]"])
    #expect(
      try Self.resolved("Rome") == [
        "Rome, IT (Europe/Rome, 41.8919, 12.5113)",
        "Rome, US (America/New_York, 34.2570, -85.1647)",
      ])
  }

  @Test("a mere name in the vault counts only if there is no such city")
  func bareNames() throws {
    #expect(try Self.resolved("Roma") == ["Roma", "-", "[41.8919, 12.5113]"])
    #expect(try Self.resolved("kitchen") == ["Kitchen", "-", "-"])
    #expect(try Self.resolved("Roma", cities: nil) == ["Roma", "-", "-"])
  }

  @Test("a name that nothing has is none")
  func unknown() throws {
    #expect(try Self.resolved("Atlantis") == [])
    #expect(try Self.resolved("Tokyo", cities: nil) == [])
    #expect(try Self.resolved(String(repeating: "1", count: 1 << 20)) == [])
  }

  @Test("several places are an error where nobody can be asked")
  func several() throws {
    guard
      case .several(let choices) = PlaceRequest.name("Rome").resolved(
        in: try Self.book(), Self.cities)
    else {
      Issue.record("not several")
      return
    }
    let error = PlaceError.several("Rome", choices)
    #expect("\(error)" == "'Rome' is 2 places")
    #expect(error.hint == "give coordinates, or --place =Rome for the name alone")
  }
}

@Suite("The value of near:")
struct NearRequestTests {
  @Test("a place, and a radius behind the last comma")
  func table() throws {
    for row in try Table("near").rows {
      do {
        let request = try NearRequest(row[0])
        #expect(
          [PlaceRequestTests.text(request.place), "\(request.kilometers)"] == Array(row[1...]),
          "\(row[0])")
      } catch {
        #expect(["error", "\(error); \(error.hint)"] == Array(row[1...]), "\(row[0])")
      }
    }
  }

  @Test("long texts are names")
  func longTexts() throws {
    let digits = String(repeating: "1", count: 1 << 20)
    #expect(try NearRequest("Tokyo,\(digits)").place == .name("Tokyo,\(digits)"))
    #expect(try NearRequest("\(digits),5").place == .name(digits))
  }

  @Test("its circle finds what is near, across the antimeridian too")
  func circle() throws {
    let circle = try NearRequest("-16.8,179.95,20").circle(around: Coordinates("-16.8,179.95"))
    let distance = try #require(circle.distance(to: Coordinates("-16.8,-179.95")))
    #expect((distance - 10.645).magnitude < 0.001)
    #expect(circle.distance(to: try Coordinates("-16.8,179.7")) == nil)
  }
}
