internal import SystemCalls
package import VaultFormat

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
