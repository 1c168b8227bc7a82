import Foundation
import TestSupport
import Testing

@testable import VaultIndex

@Suite("Folding")
struct TextFoldingTests {
  @Test(
    "the folding of a text",
    arguments: [
      ("Đà Nẵng", "da nang"), ("Ærøskøbing", "aeroskobing"), ("ŁÓDŹ", "lodz"), ("Þór", "thor"),
      ("Straße", "strasse"), ("İstanbul ılık", "istanbul ilik"), ("ŋħŧ", "nht"), ("ﬁne", "fine"),
      ("ЙОД ёлка Ї", "йод елка і"), ("Ὀδυσσεύς", "οδυσσευσ"), ("ᾳ", "α"), ("ﾊﾟﾝ", "パン"),
      ("ぱは\u{3099}", "ぱば"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("أآ", "أآ"),
      ("ﷺ", "صلى الله عليه وسلم"),
      ("เก่า", "เก่า"), ("कि", "कि"), ("각", "각"), ("a\u{338}", "a"), ("=\u{338}", "≠"),
      ("½ … ™", "1⁄2 ... tm"), ("\u{1F1E9}\u{1F1EA} 🎉", "\u{1F1E9}\u{1F1EA} 🎉"),
      ("Œuvre", "oeuvre"),
    ])
  func folds(text: String, folded: String) {
    let options = FoldingOptions()
    for form in [
      text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
    ] {
      #expect(options.fold(form).utf8.elementsEqual(folded.utf8))
    }
  }

  @Test("exact case keeps capitals, exact accents keeps accents, strokes and points")
  func exactModes() {
    let text = "Ærø Étude ẞ مُ"
    let exactCase = FoldingOptions(ignoresCase: false)
    let exactAccents = FoldingOptions(ignoresAccents: false)
    let exact = FoldingOptions(ignoresCase: false, ignoresAccents: false)
    #expect(exactCase.fold(text) == "AEro Etude SS م")
    #expect(exactAccents.fold(text) == "ærø étude ss مُ")
    #expect(exact.fold(text) == text)
  }

  @Test("random text folds as by the reference")
  func randomText() throws {
    try withSeed { random, _ in
      let alphabet = TextMatcherPropertyTests.alphabet.filter {
        String(validating: $0, as: UTF8.self) != nil
      }
      for options in TextMatcherTests.allOptions {
        for _ in 0..<500 {
          let bytes = random.pick(Int.random(in: 0...12, using: &random), of: alphabet)
          let text = String(decoding: bytes.joined(), as: UTF8.self)
          let folded = options.fold(text)
          let expected = ReferenceSearch(options: options).fold(text)
          #expect(folded.utf8.elementsEqual(expected.utf8), "\(text.unicodeScalars.map(\.value))")
        }
      }
    }
  }
}
