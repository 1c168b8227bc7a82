/// A position on the Earth in degrees, latitude first (docs/vault-format.md, rule K-13).
package struct Coordinates: Hashable, Sendable {
  /// Degrees, from -90 to 90.
  package let latitude: Double
  /// Degrees, from -180 to 180.
  package let longitude: Double

  /// Nil if a number is out of range, or is none.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  private init(valid latitude: Double, _ longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Where the equator meets the prime meridian.
  package static let zero = Coordinates(valid: 0, 0)
}

// MARK: - Reading

extension Coordinates {
  /// Reads `48.8606, 2.3376`, or `geo:48.8606,2.3376` (RFC 5870) without its altitude and parameters.
  package init(_ text: String) throws(CoordinatesError) {
    let (parts, isURI) = Self.parts(of: text)
    guard parts.count == 2 || isURI && parts.count == 3 else { throw .unreadable(text.clipped) }
    try self.init(parts[0], parts[1], in: text)
  }

  /// Reads two numbers as they are written.
  package init(_ latitude: String, _ longitude: String) throws(CoordinatesError) {
    try self.init(latitude, longitude, in: "\(latitude), \(longitude)")
  }

  private init(
    _ latitude: String, _ longitude: String, in text: String
  ) throws(CoordinatesError) {
    guard let first = Self.number(latitude), let second = Self.number(longitude) else {
      throw .unreadable(text.clipped)
    }
    if let coordinates = Coordinates(latitude: first, longitude: second) {
      self = coordinates
    } else if first.magnitude <= 90 {
      throw .noLongitude(longitude)
    } else if Coordinates(latitude: second, longitude: first) != nil {
      throw .swapped(latitude, longitude)
    } else {
      throw .noLatitude(latitude)
    }
  }

  /// Whether a text is meant as coordinates, readable or not: a `geo:` URI or two numbers.
  package static func isMeant(by text: String) -> Bool {
    let (parts, isURI) = parts(of: text)
    return isURI || parts.count == 2 && parts.allSatisfy { number($0) != nil }
  }

  /// What stands between the commas, of which four parts are too many; of a URI without its scheme and parameters.
  package static func parts(of text: String) -> (parts: [String], isURI: Bool) {
    let scheme = "geo:"
    let isURI = text.prefix(scheme.count).lowercased() == scheme
    // Android writes its parameters as a query.
    let rest = isURI ? text.dropFirst(scheme.count).prefix { $0 != ";" && $0 != "?" } : text[...]
    let parts = rest.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
    return (parts.map(\.trimmingBlanks), isURI)
  }

  /// The value of a decimal number, infinite for one that is too great; nil for any other text.
  ///
  /// Nil too for a text longer than any position needs, and for what `Double` reads beside: `nan`, `0x1p4`.
  package static func number(_ text: String) -> Double? {
    guard text.utf8.count <= 40,
      text.utf8.allSatisfy({ $0.isASCIIDigit || "+-.eE".utf8.contains($0) })
    else { return nil }
    return Double(text)
  }
}

// MARK: - Writing

extension Coordinates {
  /// The text in a file, with at most six decimals, a tenth of a metre: `[48.8606, 2.3376]`.
  package var yaml: String { "[\(numbers.joined(separator: ", "))]" }

  /// The two numbers as they are written to a file.
  package var json: JSONValue { .array(numbers.map { .number($0) }) }

  /// The URI with as many decimals (RFC 5870): `geo:48.8606,2.3376`.
  package var uri: String { "geo:\(numbers.joined(separator: ","))" }

  /// The text that is shown, with four decimals, eleven metres: `48.8606, 2.3376`.
  package var text: String {
    "\(Self.decimal(latitude, places: 4)), \(Self.decimal(longitude, places: 4))"
  }

  private var numbers: [String] {
    [latitude, longitude].map { number in
      var text = Self.decimal(number, places: 6)
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
      return text
    }
  }

  /// A degree with so many decimals, without an exponent.
  private static func decimal(_ degree: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((degree.magnitude * Double(scale)).rounded())
    let sign = degree < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(scaled / scale).\(String(scale + scaled % scale).dropFirst())"
  }
}

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
