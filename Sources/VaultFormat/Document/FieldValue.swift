/// A value to be written by an edit.
package enum FieldValue: Sendable, Hashable {
  /// Written so that YAML reads this text as a string.
  case text(String)
  case bool(Bool)
  /// Text written as a plain scalar, such as a time or a number.
  case plain(String)
  /// A list of texts. Items that are already in the list keep their bytes.
  case list([String])
  /// One line of YAML, written verbatim.
  case yaml(String)
}
