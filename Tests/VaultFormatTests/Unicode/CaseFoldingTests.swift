import Testing

@testable import VaultFormat

@Suite("Full case folding")
struct CaseFoldingTests {
  @Test(
    "folds as CaseFolding.txt says",
    arguments: [
      ("Straße", "strasse"), ("STRASSE", "strasse"), ("ẞ", "ss"), ("İ", "i\u{307}"), ("ı", "ı"),
      ("ПРИВЕТ", "привет"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("ς", "σ"), ("ﬁ", "fi"), ("\u{212A}", "k"),
      ("\u{345}", "ι"), ("Ꭰ", "Ꭰ"), ("ꭰ", "Ꭰ"), ("\u{10400}", "\u{10428}"), ("日本", "日本"), ("", ""),
    ])
  func folds(text: String, folded: String) {
    #expect(fold(text) == Array(folded.utf8))
  }

  @Test("a letter folds as its capital does")
  func cases() {
    // Dotless i is left alone by full folding, though its capital is I.
    for scalar in NormalizationTests.knownScalars where scalar.value != 0x131 {
      let capital = scalar.properties.uppercaseMapping
      // The platform may know capitals that are newer than the data.
      guard capital.unicodeScalars.allSatisfy({ isKnown($0) }) else { continue }
      guard fold(String(scalar)) != fold(capital) else { continue }
      Issue.record("U+\(String(scalar.value, radix: 16))")
    }
  }

  private func fold(_ text: String) -> [UInt8] { CaseFolding.fold(Array(text.utf8)) }

  private func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.age.map { $0 <= UnicodeData.version } ?? false
  }

  @Test("bytes that are not UTF-8 stay")
  func invalidBytes() {
    #expect(CaseFolding.fold([0x41, 0xC3, 0x42, 0xFF]) == [0x61, 0xC3, 0x62, 0xFF])
  }
}
