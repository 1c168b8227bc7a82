internal import SystemCalls
package import VaultFormat

/// All positions within a distance of a centre.
///
/// Most of those outside are excluded by comparing degrees, without trigonometry.
package struct CoordinateCircle: Hashable, Sendable {
  package let center: Coordinates
  package let kilometers: Double
  /// The latitudes of the circle, which may go beyond a pole; they contain none if the radius is negative.
  package let south: Double
  package let north: Double
  /// How far the circle reaches to the east and to the west, in degrees.
  private let width: Double

  package init(center: Coordinates, kilometers: Double) {
    (self.center, self.kilometers) = (center, kilometers)
    // A little more than needed, since the distance is rounded too.
    let angle = kilometers / Coordinates.earthRadius + 1e-9
    (south, north) = (center.latitude - angle.degrees, center.latitude + angle.degrees)
    guard south > -90, north < 90 else {
      width = 180
      return
    }
    // The meridian that touches the circle.
    let ratio = Trigonometry.sine(angle) / Trigonometry.cosine(center.latitude.radians)
    width = Trigonometry.arcSine(min(1, ratio)).degrees
  }

  /// All positions there are.
  package static let earth = CoordinateCircle(
    center: .zero, kilometers: 1.01 * .pi * Coordinates.earthRadius)

  /// The distance from the centre in kilometres; nil for a position outside.
  package func distance(to position: Coordinates) -> Double? {
    guard position.latitude >= south, position.latitude <= north else { return nil }
    let turn = (position.longitude - center.longitude).magnitude
    guard min(turn, 360 - turn) <= width else { return nil }
    let distance = center.distance(to: position)
    return distance <= kilometers ? distance : nil
  }
}

extension CoordinateCircle {
  /// How far a note is from the centre, in kilometres with three decimals, as it is printed; nil for a note outside.
  package func kilometers(to document: NoteDocument) -> String? {
    guard let distance = document.coordinates.flatMap(distance) else { return nil }
    let meters = Int((distance * 1000).rounded())
    return "\(meters / 1000).\(String(1000 + meters % 1000).dropFirst())"
  }
}

extension Coordinates {
  /// The mean radius of the Earth in kilometres (IUGG 1980).
  package static let earthRadius = 6371.0088

  /// The distance in kilometres along a great circle of the sphere with that radius.
  package func distance(to other: Coordinates) -> Double {
    func squaredSine(_ degrees: Double) -> Double {
      let sine = Trigonometry.sine(degrees.radians)
      return sine * sine
    }
    let haversine =
      squaredSine((other.latitude - latitude) / 2)
      + Trigonometry.cosine(latitude.radians) * Trigonometry.cosine(other.latitude.radians)
      * squaredSine((other.longitude - longitude) / 2)
    // Rounding may make it a little more than 1 for opposite points.
    return 2 * Self.earthRadius * Trigonometry.arcSine(min(1, haversine.squareRoot()))
  }
}

extension Double {
  /// An angle in degrees as radians.
  package var radians: Double { self * .pi / 180 }

  /// An angle in radians as degrees.
  package var degrees: Double { self * 180 / .pi }
}
