package import VaultFormat
package import VaultIndex

/// The smallest rectangle of degrees that contains some positions.
///
/// It never crosses the date line.
package struct CoordinateBounds: Hashable, Sendable {
  private var south = 90.0
  private var north = -90.0
  private var west = 180.0
  private var east = -180.0

  /// Contains nothing.
  package init() {}

  package init(_ positions: some Sequence<Coordinates>) {
    for position in positions { add(position) }
  }

  package mutating func add(_ position: Coordinates) {
    (south, north) = (min(south, position.latitude), max(north, position.latitude))
    (west, east) = (min(west, position.longitude), max(east, position.longitude))
  }

  /// From west to east, in degrees; negative if it contains nothing.
  package var width: Double { east - west }

  /// From south to north, in degrees; negative if it contains nothing.
  package var height: Double { north - south }

  /// Nil if it contains nothing.
  package var middle: Coordinates? {
    guard south <= north else { return nil }
    return Coordinates(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }

  /// A circle that contains all of it; nil if it contains nothing.
  package var circle: CoordinateCircle? {
    guard let middle else { return nil }
    // Up to 180 degrees of longitude no point is farther from the middle than the corners are. Beyond that, points between
    // the corners can be farther; half the way around the earth contains all.
    guard width <= 180 else {
      return CoordinateCircle(center: middle, kilometers: .pi * Coordinates.earthRadius)
    }
    let corners = [(south, west), (south, east), (north, west), (north, east)]
    let distances = corners.compactMap { Coordinates(latitude: $0.0, longitude: $0.1) }
      .map(middle.distance)
    return CoordinateCircle(center: middle, kilometers: distances.max() ?? 0)
  }
}
