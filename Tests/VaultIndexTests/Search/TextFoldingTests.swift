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

@Suite("Search in bytes")
struct ByteFinderTests {
  @Test("finds the first place as a plain search does, and sees every byte when there is none")
  func random() throws {
    try withSeed(cases: 3000) { random in
      let alphabets: [[UInt8]] = [[0x61], [0x61, 0x62], [0x61, 0x42, 0x62, 0xC3]]
      let letters = random.pick(1, of: alphabets)[0]
      let text = random.pick(Int.random(in: 0...300, using: &random), of: letters)
      let length = Int.random(in: 1...20, using: &random)
      let needle = random.pick(length, of: [0x61, 0x62, letters[0]])
      let start = Int.random(in: 0...text.count, using: &random)
      let ignoresCase = Bool.random(using: &random)
      let finder = try #require(ByteFinder(needle, ignoresCase: ignoresCase))
      var seen: UInt8 = 0
      let found = text.withUnsafeBufferPointer {
        finder.firstMatch(in: $0, from: start, seen: &seen)
      }
      #expect(found == plainSearch(text, needle, start, ignoresCase: ignoresCase))
      if found < 0 { #expect((seen >= 0x80) == text[start...].contains { $0 >= 0x80 }) }
    }
  }

  @Test("finds what stands behind a long hostile beginning")
  func linearSearch() throws {
    let needle = [UInt8](repeating: 0x61, count: 200) + [0x62]
    let finder = try #require(ByteFinder(needle, ignoresCase: true))
    for length in stride(from: 0, through: 5000, by: 250) {
      // Fewer than the needle wants, ended by another letter.
      let beginning = (0..<length).map { $0 % 200 == 199 ? UInt8(0x63) : 0x41 }
      let text = beginning + needle + beginning
      let match = text.withUnsafeBufferPointer { finder.firstMatch(in: $0) }
      #expect(match == plainSearch(text, needle, 0, ignoresCase: true))
    }
  }

  @Test("no needle, no finder")
  func emptyNeedle() {
    #expect(ByteFinder([], ignoresCase: true) == nil)
  }

  private func plainSearch(
    _ text: [UInt8], _ needle: [UInt8], _ start: Int, ignoresCase: Bool
  ) -> Int {
    guard text.count - start >= needle.count else { return -1 }
    return (start...(text.count - needle.count)).first { place in
      zip(text[place...], needle).allSatisfy { byte, wanted in
        (ignoresCase ? byte.asciiLowercased : byte) == wanted
      }
    } ?? -1
  }
}

/// Inputs on which a careless search takes quadratic time: these tests would then take minutes.
@Suite("Hostile texts")
struct HostileTextTests {
  private static let length = 60_000

  private func check(_ text: [UInt8], _ needle: String, isFound: Bool) {
    var scratch = FoldingScratch()
    let matcher = TextMatcher(needle)
    text.withUnsafeBufferPointer {
      #expect(matcher.contains($0, scratch: &scratch) == isFound)
    }
  }

  private func repeated(_ text: String, _ count: Int = length) -> [UInt8] {
    Array(repeatElement(Array(text.utf8), count: count).joined())
  }

  @Test("a needle whose beginning is everywhere")
  func repeatedBeginning() {
    let needle = String(repeating: "a", count: 2000)
    check(repeated("a"), needle + "b", isFound: false)
    check(repeated("a"), "b" + needle, isFound: false)
    check(repeated("a") + Array("b".utf8), needle + "b", isFound: true)
    check(repeated("é"), needle + "b", isFound: false)
    check(repeated("公"), String(repeating: "公", count: 1000) + "園", isFound: false)
  }

  @Test("a needle that is found everywhere but never whole")
  func brokenMatches() {
    check(repeated("aaaa\u{3099}"), String(repeating: "a", count: 500), isFound: false)
    check(repeated("はは\u{3099}"), String(repeating: "は", count: 300), isFound: false)
  }

  @Test("endless marks, in order and out of order")
  func marks() {
    check(Array("e".utf8) + repeated("\u{301}\u{323}"), "é", isFound: true)
    check(Array("は".utf8) + repeated("\u{301}\u{323}"), "e", isFound: false)
    check(repeated("\u{20D0}\u{327}"), String(repeating: "\u{20D0}", count: 700), isFound: true)
    check(repeated("\u{64E}"), "a", isFound: false)
    check(Array("и".utf8) + repeated("\u{306}"), "и", isFound: false)
  }

  @Test("bytes that are no text, and letters that grow")
  func strangeBytes() {
    check([UInt8](repeating: 0x80, count: Self.length), "a", isFound: false)
    check([UInt8](repeating: 0xF0, count: Self.length), "é", isFound: false)
    check(
      Array(repeatElement([0xC3, 0x89, 0x80, 0x80, 0x80, 0x80], count: Self.length / 4).joined()),
      "ee", isFound: false)
    check(repeated("ﷺ", 6000), "محمد", isFound: false)
    check(repeated("ﷺ", 6000), "صلي الله", isFound: false)
    check(repeated("\u{1100}\u{1161}"), "하", isFound: false)
  }
}
