package import VaultFormat

/// The weather of a note, for comparing.
package enum Weather: Hashable, Sendable {
  case known(WeatherClass)
  /// A text without a class, in NFC and case-folded.
  case other(NameKey)

  package init(_ text: String) {
    self = WeatherClass(text).map(Weather.known) ?? .other(NameKey(text.utf8))
  }
}
