package import VaultFormat
package import VaultIndex

/// The value of `near:`, a place and a radius: `Tokyo`, `Tokyo,20`, `48.86,2.34,0.5`.
package struct NearRequest: Hashable, Sendable {
  package let place: PlaceRequest
  /// Finite, and greater than 0.
  package let kilometers: Double

  /// The radius of a value without one.
  private static let usualKilometers = 5.0

  /// What to type where a name is not clear; printed after "hint: ".
  package static let coordinatesHint = "give coordinates, such as near:63.43,10.39,5"

  package init(_ text: String) throws(PlaceError) {
    guard let radius = Self.radius(in: text) else {
      (place, kilometers) = (try PlaceRequest(text), Self.usualKilometers)
      return
    }
    guard radius.number.isFinite, radius.number > 0 else { throw .notADistance(radius.text) }
    (place, kilometers) = (try PlaceRequest(radius.before), radius.number)
  }

  /// The number behind the last comma, unless it is the longitude.
  private static func radius(in text: String) -> (number: Double, text: String, before: String)? {
    guard let comma = text.lastIndex(of: ",") else { return nil }
    let end = text[text.index(after: comma)...].trimmingBlanks
    guard let number = Coordinates.number(end) else { return nil }
    let before = String(text[..<comma])
    let parts = Coordinates.parts(of: before).parts
    let isLongitude = parts.count == 1 && Coordinates.number(parts[0]) != nil
    return isLongitude ? nil : (number, end, before)
  }

  package func circle(around center: Coordinates) -> CoordinateCircle {
    CoordinateCircle(center: center, kilometers: kilometers)
  }
}
