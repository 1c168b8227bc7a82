import Journal
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@Suite("Distances on the Earth")
struct DistanceTests {
  private static func coordinates(_ generator: inout SeededGenerator) throws -> Coordinates {
    let latitude = [-90, 90, Double.random(in: -90...90, using: &generator)]
    let longitude = [-180, 180, Double.random(in: -180...180, using: &generator)]
    return try #require(
      Coordinates(
        latitude: latitude.randomElement(using: &generator) ?? 0,
        longitude: longitude.randomElement(using: &generator) ?? 0))
  }

  @Test("the table, to a metre")
  func table() throws {
    for row in try Table("distances").rows {
      let (from, to) = (try Coordinates(row[1]), try Coordinates(row[2]))
      let expected = try #require(Double(row[3]))
      #expect((from.distance(to: to) - expected).magnitude < 0.001, "\(row[0])")
    }
  }

  @Test("opposite points have a distance, whatever rounding makes of the haversine")
  func opposite() throws {
    let (from, to) = ("58.57681755379792,10", "-58.57681755352989,-170")
    let distance = try Coordinates(from).distance(to: Coordinates(to))
    #expect((distance - 20_015.1144).magnitude < 0.001)
  }

  @Test("symmetric, never longer than a detour or half the circumference")
  func laws() throws {
    try withSeed(cases: 2000) { generator in
      let (a, b) = (try Self.coordinates(&generator), try Self.coordinates(&generator))
      let c = try Self.coordinates(&generator)
      let distance = a.distance(to: b)
      #expect(a.distance(to: a) == 0)
      #expect((distance - b.distance(to: a)).magnitude < 1e-6)
      #expect(distance <= a.distance(to: c) + c.distance(to: b) + 0.001)
      #expect((0...20_015.115).contains(distance))
      let opposite = try #require(
        Coordinates(
          latitude: -a.latitude, longitude: a.longitude + (a.longitude > 0 ? -180 : 180)))
      #expect((a.distance(to: opposite) - 20_015.1144).magnitude < 0.001)
    }
  }

  @Test("a circle has exactly the positions within its radius, at poles and the antimeridian too")
  func circles() throws {
    try withSeed { generator, _ in
      var inside = 0
      for _ in 0..<5000 {
        let center = try Self.coordinates(&generator)
        let radius: Double = [0.5, 5, 500, 5000, 15_000].randomElement(using: &generator) ?? 1
        let circle = CoordinateCircle(center: center, kilometers: radius)
        // Some are near the centre, on either side of its meridian's opposite.
        let reach = radius / 80
        var longitude = center.longitude + Double.random(in: -reach...reach, using: &generator)
        longitude.formRemainder(dividingBy: 360)
        let latitude = center.latitude + Double.random(in: -reach...reach, using: &generator)
        let position = try #require(
          Coordinates(latitude: min(90, max(-90, latitude)), longitude: longitude))
        let distance = center.distance(to: position)
        let found = circle.distance(to: position)
        #expect(found == (distance <= radius ? distance : nil), "\(center) \(radius) \(position)")
        if found != nil { inside += 1 }
      }
      #expect(inside > 500)
    }
  }

  @Test("positions exactly at the radius are inside, to all sides")
  func edges() throws {
    try withSeed(cases: 2000) { generator in
      let center = try Self.coordinates(&generator)
      let position = try Self.coordinates(&generator)
      let distance = center.distance(to: position)
      let circle = CoordinateCircle(center: center, kilometers: distance)
      #expect(circle.distance(to: position) == distance, "\(center) \(position)")
    }
  }

  @Test("a radius that is no distance has no positions, and a great one all")
  func radii() throws {
    let (center, other) = (try Coordinates("10,170"), try Coordinates("-10,-10"))
    for radius in [-1, -Double.infinity, .nan] {
      let circle = CoordinateCircle(center: center, kilometers: radius)
      #expect(circle.distance(to: center) == nil)
    }
    for radius in [20_016, 1e300, Double.infinity] {
      let circle = CoordinateCircle(center: center, kilometers: radius)
      #expect(circle.distance(to: other) == center.distance(to: other))
    }
    // Rounding makes the sine of its width more than 1.
    let polar = try Coordinates("-89.1252837068075,0")
    let touching = CoordinateCircle(center: polar, kilometers: 97.264_142_032_109_42)
    #expect(touching.distance(to: polar) == 0)
    let point = CoordinateCircle(center: center, kilometers: 0)
    #expect(point.distance(to: center) == 0)
    #expect(point.distance(to: other) == nil)
  }
}
