extension [String] {
  /// The words in a sentence: `a, b and c`.
  ///
  /// - Parameter last: the word before the last one.
  func joined(last: String) -> String {
    guard let final = self.last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(last) \(final)"
  }
}
