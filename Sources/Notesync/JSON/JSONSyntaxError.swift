/// A syntax error in JSON.
package struct JSONSyntaxError: Error, Hashable {
  package var message: String
  /// The position in the text, in bytes.
  package var offset: Int
}
