import Foundation
import Testing

@testable import VaultIndex

@Suite("Search in folded text")
struct TextMatcherTests {
  static let allOptions = [true, false].flatMap { ignoresCase in
    [true, false].map { FoldingOptions(ignoresCase: ignoresCase, ignoresAccents: $0) }
  }

  /// A needle, a text, and the fewest differences that have to be ignored for the one to be found.
  struct Example: Sendable, CustomTestStringConvertible {
    var needle: String
    var text: String
    var needs: Set<Difference>

    enum Difference { case letterCase, accents }

    var testDescription: String { "\(needle) in \(text)" }

    init(_ needle: String, _ text: String, _ needs: Set<Difference> = []) {
      (self.needle, self.text, self.needs) = (needle, text, needs)
    }
  }

  static let found = [
    Example("cafe", "Café", [.letterCase, .accents]), Example("Cafe", "Café", [.accents]),
    Example("café", "Café", [.letterCase]), Example("Café", "Café"),
    Example("CAFÉ", "un café noir", [.letterCase]),
    Example("Café", "cafe", [.letterCase, .accents]),
    Example("strasse", "Straße", [.letterCase]), Example("Straße", "STRASSE", [.letterCase]),
    Example("istanbul", "İstanbul", [.letterCase, .accents]),
    Example("İstanbul", "istanbul", [.letterCase, .accents]),
    Example("Istanbul", "İstanbul", [.accents]),
    Example("diyarbakir", "Diyarbakır", [.letterCase, .accents]),
    Example("公園", "日比谷公園で"), Example("привет", "ПРИВЕТ", [.letterCase]),
    Example("елка", "Ёлка", [.letterCase, .accents]), Example("й", "Йод", [.letterCase]),
    Example("smorrebrod", "smørrebrød", [.accents]),
    Example("da nang", "Đà Nẵng", [.letterCase, .accents]), Example("łódź", "ŁÓDŹ", [.letterCase]),
    Example("fine", "ﬁne"), Example("ﬁne", "define"), Example("abc", "ＡＢＣ", [.letterCase]),
    Example("ガ", "ｶﾞ"), Example("ぱぱ", "ぱぱ"), Example("かき", "かき"), Example("เก่า", "ของเก่า"),
    Example("कि", "कि"), Example("한", "한글"), Example("k", "\u{212A}", [.letterCase]),
    Example("12", "\u{2460}②"), Example("سلام", "سَلَام", [.accents]),
    Example("שלום", "שָׁלוֹם", [.accents]), Example("σίσυφος", "ΣΊΣΥΦΟΣ", [.letterCase]),
    Example("didn't", "I didn’t", [.accents]), Example("didn’t", "I didn't", [.accents]),
    Example("rock 'n", "rock ŉ roll", [.accents]), Example("well-known", "well‑known", [.accents]),
    Example("θεος", "θεός", [.accents]), Example("🎉", "fest 🎉!"), Example("", ""),
    Example("", "text"), Example("\u{64E}", "text", [.accents]),
  ]

  static let notFound = [
    Example("はは", "ぱぱ"), Example("かき", "がき"), Example("เกา", "เก่า"), Example("कि", "का"),
    Example("и", "й"), Example("й", "и"), Example("й", "ї"), Example("ハ", "ﾊﾟ"), Example("하", "한"),
    Example("ا", "أ"), Example("a=b", "a≠b"), Example("cafe", "caf"), Example("x", ""),
    Example("é", "plain"), Example("ab", "a\u{FFFD}b"), Example("ひ", "ビ"),
  ]

  @Test("what is found under which options, composed and decomposed", arguments: found)
  func isFound(example: Example) {
    for options in Self.allOptions {
      let isExpected =
        (options.ignoresCase || !example.needs.contains(.letterCase))
        && (options.ignoresAccents || !example.needs.contains(.accents))
      expect(example, isFound: isExpected, options)
    }
  }

  @Test("what is not found under any options", arguments: notFound)
  func isNotFound(example: Example) {
    for options in Self.allOptions { expect(example, isFound: false, options) }
  }

  /// Checks the example in both normalisation forms, alone and in the midst of other text.
  private func expect(_ example: Example, isFound: Bool, _ options: FoldingOptions) {
    let filler = String(repeating: "= 1 = ", count: 20)
    for needle in Self.forms(of: example.needle) {
      let matcher = TextMatcher(needle, options: options)
      for text in Self.forms(of: example.text) {
        for whole in [text, "1\(text)2", filler + text, text + filler, filler + text + filler] {
          #expect(
            Self.contains(matcher, Array(whole.utf8)) == isFound,
            "\(needle.unicodeScalars.map(\.value)) in \(whole) with \(options)")
        }
      }
    }
  }

  private static func forms(of text: String) -> [String] {
    [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping]
  }

  static func contains(_ matcher: TextMatcher, _ text: [UInt8]) -> Bool {
    var scratch = FoldingScratch()
    return text.withUnsafeBufferPointer { matcher.contains($0, scratch: &scratch) }
  }

  @Test("a text is found at every place of other text, whatever comes before")
  func everyPlace() {
    for word in ["needle", "Größe", "公園", "Đà Nẵng"] {
      let matcher = TextMatcher(word)
      for length in 0..<200 {
        let filler = Array(repeating: UInt8(ascii: "x"), count: length)
        #expect(Self.contains(matcher, filler + Array(word.utf8)))
        #expect(Self.contains(matcher, filler + Array(word.utf8) + filler))
        #expect(!Self.contains(matcher, filler + Array(word.dropLast().utf8) + filler))
      }
    }
  }

  @Test("bytes that are not UTF-8 match nothing and part what they stand between")
  func invalidBytes() {
    let matcher = TextMatcher("é", options: FoldingOptions(ignoresAccents: false))
    #expect(!Self.contains(matcher, [0xC3]))
    #expect(!Self.contains(matcher, [0xA9]))
    #expect(!Self.contains(matcher, [0x65, 0xFF, 0xCC, 0x81]))
    #expect(Self.contains(matcher, [0xFF, 0x65, 0xCC, 0x81, 0xFF]))
    // The haraka between them falls away, and still the two halves are no letter.
    #expect(!Self.contains(TextMatcher("é"), [0xC3, 0xD9, 0x8E, 0xA9]))
    #expect(!Self.contains(TextMatcher("\u{FFFD}"), [0xFF]))
  }

  @Test("scalars that shrink before one that joins another do not hide what stands before them")
  func shrinkingScalars() {
    let options = FoldingOptions(ignoresAccents: false)
    for (needle, text) in [
      ("xyaè", "xy𝐀e\u{300}"), ("xya≠", "xy𝐀=\u{338}"), ("xyé", "xyｅ\u{301}"),
      ("xyzé", "xyｚｅ\u{301}"), ("xyパ", "xyﾊﾟ"),
    ] {
      #expect(Self.contains(TextMatcher(needle, options: options), Array(text.utf8)), "\(text)")
    }
    // The first mark belongs to the letter, so a match cannot begin with it.
    #expect(!Self.contains(TextMatcher("\u{301}"), Array("e\u{301}\u{300}".utf8)))
  }
}
