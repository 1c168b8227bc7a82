/// The regular expression is invalid.
package struct PatternError: Error, Hashable {
  package var pattern: String
  /// The error message of the library.
  package var reason: String
}
