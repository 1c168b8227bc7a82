/// A moment in somebody's life: `kaia 18 years`, the value of `--open-at-age`.
package struct NamedAge: Hashable, Sendable {
  /// Nil for the person of the settings.
  package let name: String?
  package let age: AgeSpan

  /// Nil if the text does not end with an age.
  package init?(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    guard let age = AgeSpan(endOf: &words) else { return nil }
    name = words.isEmpty ? nil : words.joined(separator: " ")
    self.age = age
  }
}
