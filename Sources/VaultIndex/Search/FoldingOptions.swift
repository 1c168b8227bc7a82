/// Which differences are ignored when texts are compared.
package struct FoldingOptions: Hashable, Sendable {
  package var ignoresCase: Bool
  /// Covers stroked letters (`ø`), accents of Latin, Greek and Cyrillic letters, Arabic harakat, Hebrew points, and
  /// apostrophes and hyphens that keyboards lack (`’`).
  package var ignoresAccents: Bool

  package init(ignoresCase: Bool = true, ignoresAccents: Bool = true) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }
}

extension FoldingOptions {
  /// The folded text, for comparing whole values: two texts are equal if their foldings are.
  ///
  /// Applies compatibility forms and full case folding, removes accents and strokes, and composes the rest. Bytes that
  /// are not UTF-8 become 0xFF.
  package func fold(_ text: String) -> String {
    let folded = Array(text.utf8).withUnsafeBufferPointer { text in
      guard firstNonASCII(in: text, from: 0) < text.count else {
        return ignoresCase ? text.map(\.asciiLowercased) : Array(text)
      }
      var folder = TextFolder(options: self)
      folder.fold(text, 0..<text.count)
      return folder.folded.withBytes { Array($0) }
    }
    return String(decoding: folded, as: UTF8.self)
  }
}
