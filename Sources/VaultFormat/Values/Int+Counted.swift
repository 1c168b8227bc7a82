extension Int {
  /// The number and a noun: `1 note`, `3 notes`.
  ///
  /// - Parameter many: the plural, if it is not `one` with an `s`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
