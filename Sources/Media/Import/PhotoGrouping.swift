/// Which photos share a note.
package enum PhotoGrouping: String, Hashable, Sendable, CaseIterable {
  /// Each has its own.
  case none
  /// Those that lie less than an hour and a kilometre from the one before.
  case hour
  /// A note has the files of one day.
  case day
}

extension GeoPosition {
  /// In metres, along the surface of a sphere; exact enough up to some kilometres.
  func distance(to other: GeoPosition) -> Double {
    let metresPerDegree = 111_195.0
    let north = (other.latitude - latitude) * metresPerDegree
    let turn = abs(other.longitude - longitude)
    let shrink = Self.cosine((latitude + other.latitude) / 2)
    let east = min(turn, 360 - turn) * metresPerDegree * shrink
    return (north * north + east * east).squareRoot()
  }

  /// The first terms of the series, for -90 to 90 degrees: the library of C is not at hand here.
  private static func cosine(_ degrees: Double) -> Double {
    let square = (degrees * .pi / 180) * (degrees * .pi / 180)
    // 1 - x²/2 (1 - x²/12 (1 - x²/30 (1 - x²/56 (1 - x²/90))))
    return [90.0, 56, 30, 12, 2].reduce(1) { 1 - square / $1 * $0 }
  }
}
