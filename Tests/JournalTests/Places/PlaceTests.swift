import Journal
import TestSupport
import Testing
import VaultFormat

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

  @Test("the city near a position")
  func near() throws {
    let file = CityFile(Array("Tokyo\tJP\t35.6895\t139.6917\t9733276\tAsia/Tokyo\t\n".utf8))
    #expect(file.city(near: try Coordinates("35.694,139.754"))?.name == "Tokyo")
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
