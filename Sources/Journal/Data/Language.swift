/// A language, by its code in ISO 639: `de`.
package struct Language: Hashable, Sendable {
  /// In lower case; empty, or a word that is no code, for a locale such as `C`.
  package let code: String

  /// Reads `de`, `de-DE` and `de_DE.UTF-8`; the region and what follows is ignored.
  package init(_ locale: String) {
    code = locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
  }

  package static let english = Language("en")
}
