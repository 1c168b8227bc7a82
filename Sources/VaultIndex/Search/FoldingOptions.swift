/// Which differences are ignored when texts are compared.
package struct FoldingOptions: Hashable, Sendable {
  package var ignoresCase: Bool
  /// Covers stroked letters (`ø`), accents of Latin, Greek and Cyrillic letters, Arabic harakat and
  /// Hebrew points.
  package var ignoresAccents: Bool

  package init(ignoresCase: Bool = true, ignoresAccents: Bool = true) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }
}

extension FoldingOptions {
  /// The folded text, for comparing whole values.
  package func fold(_ text: String) -> String { TextFolding.fold(text, options: self) }
}
