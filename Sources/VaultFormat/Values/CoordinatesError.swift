/// The reason why a value is no position on the Earth.
///
/// Contains the user's text, which is not escaped.
package enum CoordinatesError: Error, Hashable, Sendable {
  /// The value is not two numbers; its text if it is a text or a list, cut if it is long.
  case unreadable(String)
  /// Longitude and latitude, as GeoJSON has them.
  case swapped(String, String)
  /// The first number is beyond -90 or 90.
  case noLatitude(String)
  /// The second number is beyond -180 or 180.
  case noLongitude(String)

  /// What to type instead; printed after "hint: ".
  package var hint: String {
    switch self {
    case .swapped(let longitude, let latitude): "latitude first: \(latitude),\(longitude)"
    case .unreadable, .noLatitude, .noLongitude: "such as 63.43,10.39"
    }
  }
}

extension CoordinatesError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let text): "'\(text)' is not latitude and longitude"
    case .swapped(let number, _), .noLatitude(let number): "\(number) is no latitude"
    case .noLongitude(let number): "\(number) is no longitude"
    }
  }
}
