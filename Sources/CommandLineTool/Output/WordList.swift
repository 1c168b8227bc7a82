extension [String] {
  /// The first three, and how many more there are.
  var beginning: String {
    let rest = count > 3 ? " and \(count - 3) more" : ""
    return prefix(3).joined(separator: ", ") + rest
  }

  /// The words in a sentence: `a, b and c`.
  ///
  /// - Parameter last: the word before the last one.
  func joined(last: String) -> String {
    guard let final = self.last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(last) \(final)"
  }
}
