import Journal
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@Suite("Coordinates")
struct CoordinatesTests {
  private static func document(_ lines: String) -> NoteDocument {
    NoteDocument(Array("---\n\(lines)\n---\nText\n".utf8))
  }

  @Test("every spelling in the front matter")
  func spellings() throws {
    for row in try Table("coordinates").rows {
      let document = Self.document(row[0].split(separator: "|").joined(separator: "\n"))
      let read: String
      do {
        read = try document.readCoordinates()?.yaml ?? "none"
      } catch {
        read = "\(error); \(error.hint)"
        #expect(document.coordinates == nil)
      }
      #expect(read == row[1], "\(row[0])")
    }
  }

  @Test("swapped numbers are told from unreadable ones")
  func errors() {
    #expect(throws: CoordinatesError.swapped("139.7", "35.6")) { try Coordinates("139.7,35.6") }
    #expect(throws: CoordinatesError.noLatitude("139.7")) { try Coordinates("139.7,91") }
    #expect(throws: CoordinatesError.noLongitude("200")) { try Coordinates("35.6,200") }
    #expect(throws: CoordinatesError.unreadable("here")) { try Coordinates("here") }
  }

  @Test("numbers out of range, and those that are none, make no coordinates")
  func ranges() {
    for (latitude, longitude) in [
      (90.000_001, 0), (-90.000_001, 0), (0, 180.000_001), (0, -180.000_001), (.nan, 0), (0, .nan),
      (.infinity, 0), (0, -.infinity),
    ] as [(Double, Double)] {
      #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
    }
  }

  @Test("long texts are refused, and cut in messages")
  func longTexts() {
    let digits = String(repeating: "1", count: 1 << 20)
    for text in [digits, "\(digits),2", "2,0.\(digits)", "geo:\(digits),2", ",,,,,,\(digits)"] {
      #expect(throws: CoordinatesError.unreadable(text.prefix(60) + "…")) {
        try Coordinates(text)
      }
    }
    #expect(Self.document("coordinates: [2, \(digits)]").coordinates == nil)
  }

  @Test("written with six decimals at most and shown with four, without an exponent")
  func texts() throws {
    let rows: [(Double, Double, String, String)] = [
      (48.8606, 2.3376, "[48.8606, 2.3376]", "48.8606, 2.3376"),
      (48, -122.5, "[48, -122.5]", "48.0000, -122.5000"),
      (0.000_001, -0.000_001, "[0.000001, -0.000001]", "0.0000, 0.0000"),
      (0.000_000_4, -0.000_000_4, "[0, 0]", "0.0000, 0.0000"),
      (89.999_999_9, -179.999_999_9, "[90, -180]", "90.0000, -180.0000"),
      (1e-300, -1e-300, "[0, 0]", "0.0000, 0.0000"),
      (10.05, 100.000_05, "[10.05, 100.00005]", "10.0500, 100.0001"),
    ]
    for (latitude, longitude, yaml, text) in rows {
      let coordinates = try #require(Coordinates(latitude: latitude, longitude: longitude))
      #expect(coordinates.yaml == yaml)
      #expect(coordinates.text == text)
      #expect(coordinates.json.compact == yaml.split(separator: " ").joined())
    }
  }

  @Test("what is written is read again, to a millionth of a degree")
  func roundTrip() throws {
    try withSeed(cases: 2000) { generator in
      let scale: Double = [1, 0.001, 0.000_01].randomElement(using: &generator) ?? 1
      let coordinates = try #require(
        Coordinates(
          latitude: Double.random(in: -90...90, using: &generator) * scale,
          longitude: Double.random(in: -180...180, using: &generator) * scale))
      let document = Self.document("coordinates: \(coordinates.yaml)")
      let read = try #require(document.coordinates)
      #expect((read.latitude - coordinates.latitude).magnitude <= 0.000_000_500_1)
      #expect((read.longitude - coordinates.longitude).magnitude <= 0.000_000_500_1)
      #expect(read.yaml == coordinates.yaml)
      let numbers = coordinates.yaml.dropFirst().dropLast().split(separator: ", ")
      for number in numbers {
        let decimals = number.split(separator: ".").dropFirst().first
        #expect(decimals.map { $0.count <= 6 && $0.last != "0" } ?? true, "\(number)")
      }
      #expect(try Coordinates(numbers.joined(separator: ",")) == read)
    }
  }
}

@Suite("The rectangle around positions")
struct CoordinateBoundsTests {
  @Test("its circle contains all positions, however far apart they are")
  func circles() throws {
    try withSeed { generator, _ in
      for spread in [0.0, 0.001, 1, 80, 90] {
        for _ in 0..<200 {
          let latitude = Double.random(in: (spread - 90)...(90 - spread), using: &generator)
          let longitude = Double.random(
            in: (2 * spread - 180)...(180 - 2 * spread), using: &generator)
          let positions = try (0..<5).map { _ in
            try #require(
              Coordinates(
                latitude: latitude + spread * Double.random(in: -1...1, using: &generator),
                longitude: longitude + 2 * spread * Double.random(in: -1...1, using: &generator)))
          }
          let circle = try #require(CoordinateBounds(positions).circle)
          for position in positions {
            let distance = circle.center.distance(to: position)
            #expect(distance <= circle.kilometers + 1e-6, "\(positions.map(\.text))")
          }
        }
      }
    }
    // The second is 170 degrees from the middle, the others, in the corners, are 119.
    let wide = try ["60,-170", "0,170", "-60,170"].map { try Coordinates($0) }
    let circle = try #require(CoordinateBounds(wide).circle)
    #expect(wide.allSatisfy { circle.distance(to: $0) != nil })
  }

  @Test("size and middle; the date line is not crossed")
  func measures() throws {
    let bounds = CoordinateBounds(try ["10,-170", "20,170"].map { try Coordinates($0) })
    #expect((bounds.width, bounds.height) == (340, 10))
    #expect(bounds.middle?.text == "15.0000, 0.0000")
    let nothing = CoordinateBounds()
    #expect(nothing.middle == nil && nothing.circle == nil)
    #expect(nothing.width < 0 && nothing.height < 0)
  }
}
