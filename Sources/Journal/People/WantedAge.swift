/// An age that somebody reaches: `kaia 18 years`.
package struct WantedAge: Hashable, Sendable {
  /// Nil for the person of the settings.
  package let name: String?
  package let age: AgeSpan

  /// Nil if the text does not end with an age.
  package init?(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    guard let age = AgeSpan(endOf: &words) else { return nil }
    self.age = age
    name = words.isEmpty ? nil : words.joined(separator: " ")
  }
}
