import Foundation
import TestSupport
import Testing

@testable import VaultFormat

@Suite("Canonical composition")
struct NormalizationTests {
  /// Scalars that the data knows; the platform's may be newer.
  static let knownScalars: [Unicode.Scalar] = (0...0x10FFFF).compactMap(Unicode.Scalar.init)
    .filter { scalar in scalar.properties.age.map { $0 <= UnicodeData.version } ?? false }

  /// Those that Foundation decomposes well.
  ///
  /// On Linux it takes some scalars above plane 0 that stand
  /// for themselves (U+1043A) for those of plane 0; of these only the blocks that decompose count.
  /// It also leaves the marks of U+0F73, U+0F75 and U+0F81 out of order.
  static let soundScalars = knownScalars.filter {
    switch $0.value {
    case 0xF73, 0xF75, 0xF81: false
    case 0..<0x10000, 0x11000..<0x11A00, 0x1D100..<0x1D200, 0x2F800..<0x2FA20: true
    default: false
    }
  }

  @Test("every scalar is composed as by Foundation")
  func everyScalar() {
    #expect(Self.knownScalars.count > 270_000)
    for scalar in Self.knownScalars {
      let text = String(scalar)
      let expected = text.precomposedStringWithCanonicalMapping
      guard !same(Normalization.nfc(text), expected) else { continue }
      Issue.record("U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test("every decomposed scalar is composed as by Foundation")
  func everyDecomposedScalar() {
    for scalar in Self.soundScalars where scalar.value >= 0xC0 {
      let text = String(scalar).decomposedStringWithCanonicalMapping + "\u{301}"
      guard !same(Normalization.nfc(text), text.precomposedStringWithCanonicalMapping) else {
        continue
      }
      Issue.record("U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test("random text is composed as by Foundation")
  func randomText() throws {
    let marks = Self.soundScalars.filter { $0.properties.canonicalCombiningClass != .notReordered }
    let composed = Self.soundScalars.filter {
      String($0).decomposedStringWithCanonicalMapping.unicodeScalars.count > 1
    }
    // U+11A7 is no final consonant; after a syllable Foundation on Linux drops it.
    let others = Self.soundScalars.filter { $0.value != 0x11A7 }
    let sources = [marks, composed, composed, others]
    try withSeed(cases: 10_000) { random in
      let text = Self.text(from: sources, using: &random)
      // Of text that is composed in part, Foundation on Linux leaves a Hangul syllable and the
      // final consonant after it (U+B1B0 U+11B7) as they are.
      let expected = text.decomposedStringWithCanonicalMapping
        .precomposedStringWithCanonicalMapping
      guard !same(Normalization.nfc(text), expected) else { return }
      Issue.record("\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  /// A few scalars of random sources, some of them decomposed.
  private static func text(
    from sources: [[Unicode.Scalar]], using random: inout SeededGenerator
  ) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let source = random.pick(1, of: sources)[0]
      let scalar = String(random.pick(1, of: source)[0])
      let isDecomposed = Bool.random(using: &random)
      text.append(
        contentsOf: (isDecomposed ? scalar.decomposedStringWithCanonicalMapping : scalar)
          .unicodeScalars)
    }
    return String(text)
  }

  @Test("bytes that are not UTF-8 stay where they are and keep marks apart")
  func invalidBytes() {
    #expect(Normalization.nfc([0x65, 0xFF, 0xCC, 0x81]) == [0x65, 0xFF, 0xCC, 0x81])
    #expect(Normalization.nfc([0xC3, 0x65, 0xCC, 0x81, 0x80]) == [0xC3, 0xC3, 0xA9, 0x80])
    #expect(Normalization.nfc([0xED, 0xA0, 0x80, 0xCC]) == [0xED, 0xA0, 0x80, 0xCC])
  }

  @Test("a syllable composes with the final consonant after it")
  func syllableAndFinalConsonant() {
    for text in ["\u{1102}\u{116B}\u{11B7}", "\u{B1B0}\u{11B7}"] {
      #expect(same(Normalization.nfc(text), "\u{B1C0}"))
    }
    // What ends in a consonant takes no other, and the last consonant before the first is none.
    for text in ["\u{B1C0}\u{11B7}", "\u{B1B0}\u{11A7}"] {
      #expect(same(Normalization.nfc(text), text))
    }
  }

  @Test("composed text is returned unchanged")
  func composedAlready() {
    for text in ["", "plain", "Straße", "日比谷公園", "🎉", "ぱぱ", "각"] {
      #expect(same(Normalization.nfc(text), text))
    }
  }

  @Test("a very long run of marks is ordered and composed")
  func longRun() {
    let text = "e" + String(repeating: "\u{301}\u{323}", count: 20_000)
    #expect(same(Normalization.nfc(text), text.precomposedStringWithCanonicalMapping))
  }

  /// Scalar by scalar; `==` on strings takes canonically equal ones for equal.
  private func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
}

@Suite("Names that clash")
struct NameKeyTests {
  @Test(
    "names that differ in case or normalisation have one key",
    arguments: [
      ("Note.md", "NOTE.MD"), ("Café.md", "cafe\u{301}.md"), ("CAFÉ.md", "café.md"),
      ("Straße", "STRASSE"), ("ǰ", "J\u{30C}"), ("ΐ", "ι\u{308}\u{301}"), ("ἲ", "ι\u{313}\u{300}"),
      ("ᾳ", "\u{1FBC}"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("K", "\u{212A}"),
    ])
  func clash(a: String, b: String) {
    #expect(NameKey(a.utf8) == NameKey(b.utf8))
  }

  @Test(
    "other differences count",
    arguments: [("cafe", "café"), ("ø", "o"), ("ぱ", "は"), ("ﬁ", "ff"), ("и", "й"), ("a", "a ")])
  func apart(a: String, b: String) {
    #expect(NameKey(a.utf8) != NameKey(b.utf8))
  }

  @Test("a path's key covers its folders, and bytes that are not UTF-8 count")
  func paths() throws {
    let a = try #require(VaultPath("Trips/É.md"))
    let b = try #require(VaultPath("trips/e\u{301}.MD"))
    #expect(NameKey(a) == NameKey(b))
    #expect(NameKey([0x61, 0xFF]) != NameKey([0x61, 0xFE]))
    #expect(NameKey([0x41, 0xFF]) == NameKey([0x61, 0xFF]))
  }
}

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
