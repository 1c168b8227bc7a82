/// Identifies the same field in different files: by its known key, else by its name.
enum FieldIdentity: Hashable {
  case known(KnownKey)
  case named([UInt8])

  func isNamed(_ text: String) -> Bool { self == .named(Array(text.utf8)) }
}
