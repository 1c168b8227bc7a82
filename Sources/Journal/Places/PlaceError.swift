package import VaultFormat

/// The reason why a typed place cannot be used.
///
/// Contains the user's text, which is not escaped.
package enum PlaceError: Error, Hashable, Sendable {
  case empty
  case coordinates(CoordinatesError)
  /// The name has several places, and nobody can be asked which is meant.
  case several(String, [PlaceChoice])
  /// What stands behind the last comma of `near:` is a number, but no radius.
  case notADistance(String)

  /// What to type instead; printed after "hint: ".
  package var hint: String {
    switch self {
    case .empty: "write a name, or coordinates such as 63.43,10.39"
    case .coordinates(let error): error.hint
    case .several(let name, _):
      "give coordinates, or --place =\(name.clipped) for the name alone"
    case .notADistance: "write kilometres, such as near:Tokyo,5"
    }
  }
}

extension PlaceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the place is empty"
    case .coordinates(let error): "\(error)"
    case .several(let name, let choices): "'\(name.clipped)' is \(choices.count) places"
    case .notADistance(let text): "'\(text)' is not a distance"
    }
  }
}
