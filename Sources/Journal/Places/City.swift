package import VaultFormat

/// A city of the city file.
package struct City: Hashable, Sendable {
  /// The name that was looked up, as the file spells it, else the English one.
  package var name: String
  /// Of ISO 3166: `JP`.
  package var country: String
  package var coordinates: Coordinates
  package var people: Int
  /// Of the tz database: `Asia/Tokyo`.
  package var zone: String
}
