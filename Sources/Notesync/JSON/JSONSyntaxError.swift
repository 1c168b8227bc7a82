/// A text that is no JSON.
package struct JSONSyntaxError: Error, Hashable {
  package var message: String
  /// From the start of the text, in bytes.
  package var offset: Int
}
