import Journal
import TestSupport
import Testing
import VaultFormat
import VaultIndex

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
