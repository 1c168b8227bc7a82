package import VaultFormat

/// A place on the earth, in WGS 84.
package struct GeoPosition: Hashable, Sendable {
  /// In degrees north, -90 to 90.
  package let latitude: Double
  /// In degrees east, -180 to 180.
  package let longitude: Double
  /// In metres above the sea.
  package let altitude: Double?

  /// Nil if a number is out of its range, or both are 0, which cameras write before they have found their place.
  package init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else {
      return nil
    }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  package var coordinates: Coordinates? { Coordinates(latitude: latitude, longitude: longitude) }
}
