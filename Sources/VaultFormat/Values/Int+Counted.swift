extension Int {
  /// The number with its word: `1 note`, `3 notes`.
  ///
  /// - Parameter many: the plural, where it is not `one` with an `s`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
