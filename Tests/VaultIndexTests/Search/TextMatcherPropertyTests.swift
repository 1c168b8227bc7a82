import Foundation
import TestSupport
import Testing

@testable import VaultIndex

@Suite("Search against the reference")
struct TextMatcherPropertyTests {
  /// Pieces that meet every rule of folding, and bytes that are not UTF-8.
  static let alphabet: [[UInt8]] =
    [
      "a", "e", "E", "i", "o", "s", "S", "ss", "f", "fi", "k", "1", " ", "=", "\r\n", "x", "ab",
      "é", "É", "e\u{301}", "\u{301}", "\u{308}", "\u{323}", "\u{338}", "\u{34F}", "ế", "ǿ", "ß",
      "ẞ", "ø", "Đ", "ł", "æ", "Æ", "ı", "İ", "þ", "ﬁ", "ﬃ", "Ａ", "①", "½", "\u{212A}", "Å",
      "𝐀", "ｅ", "…", "“", "\u{AD}", "\u{200D}", "\u{FEFF}", "и", "й", "Й", "И", "\u{306}", "ё", "ж",
      "Ж", "ї",
      "ѝ", "σ", "ς", "Σ", "ά", "ᾳ", "ᾼ", "\u{345}", "ΐ", "ι", "は", "ば", "ぱ", "\u{3099}",
      "\u{309A}", "ハ", "ﾊ", "ﾞ", "ﾟ", "か", "き", "公", "園", "日", "本", "㍿", "\u{F900}", "각",
      "가", "\u{1100}", "\u{1161}", "\u{11A8}", "ﾡ", "ㅎ", "ا", "آ", "أ", "\u{64E}", "\u{651}",
      "\u{654}", "س", "ﷺ", "ﻻ", "ש", "\u{5C1}", "\u{5B8}", "שׁ", "\u{5BE}", "เ", "ก", "\u{E48}",
      "\u{E33}", "क", "\u{93F}", "\u{93C}", "क़", "\u{9C7}", "\u{9BE}", "🎉", "👩\u{200D}👧", "🏽",
      "\u{FE0F}", "🇫", "🇷", "\u{1D15E}", "\u{600}", "\u{20D0}", "\u{F71}", "\u{F72}",
    ].map { Array($0.utf8) } + noText

  static let noText: [[UInt8]] = [
    [0xFF], [0xC3], [0x80], [0xE3, 0x81], [0xF0, 0x9F], [0xED, 0xA0, 0x80],
  ]

  /// Few pieces, most of which change with what stands next to them.
  static let neighbours: [[UInt8]] = [
    "x", "y", "a", "e", "=", "é", "\u{300}", "\u{301}", "\u{338}", "\u{20D0}", "𝐀", "ｅ", "ﾊ", "ﾟ",
    "は", "и", "\u{306}", "\u{1100}", "\u{1161}",
  ].map { Array($0.utf8) }

  /// A text, and a needle that is often a part of it in another form.
  struct Sample {
    var text: [UInt8]
    var needle: String

    init(using random: inout SeededGenerator) {
      let source = Bool.random(using: &random) ? alphabet : neighbours
      let few = random.pick(Int.random(in: 1...8, using: &random), of: source)
      let filler = [UInt8](repeating: 0x2E, count: Int.random(in: 0...40, using: &random))
      text = []
      for piece in random.pick(Int.random(in: 0...24, using: &random), of: few) {
        text += piece
        if Int.random(in: 0..<12, using: &random) == 0 { text += filler }
      }
      var bytes = random.pick(Int.random(in: 0...3, using: &random), of: few).flatMap { $0 }
      if Bool.random(using: &random), !text.isEmpty {
        let start = Int.random(in: 0..<text.count, using: &random)
        bytes = Array(text[start...].prefix(Int.random(in: 1...12, using: &random)))
      }
      let needle = String(decoding: bytes, as: UTF8.self)
        .replacingOccurrences(of: "\u{FFFD}", with: "")
      self.needle = Self.form(of: needle, using: &random)
    }

    private static func form(of text: String, using random: inout SeededGenerator) -> String {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text.precomposedStringWithCanonicalMapping
      case 1: text.decomposedStringWithCanonicalMapping
      case 2: text.decomposedStringWithCompatibilityMapping
      case 3: text.precomposedStringWithCompatibilityMapping.lowercased()
      case 4: text.uppercased()
      default: text
      }
    }

    var description: String {
      let needle = self.needle.unicodeScalars.map { String($0.value, radix: 16) }
      let text = String(decoding: text, as: UTF8.self)
      return "\(needle) in \(self.text.map { String($0, radix: 16) }) (\(text))"
    }
  }

  @Test("random needles are found in random texts as by the reference")
  func contains() throws {
    try withSeed { random, _ in
      var scratches = [FoldingOptions: FoldingScratch]()
      var found = 0
      for round in 0..<4000 {
        // Some needles get folders of their own, some share one.
        if round.isMultiple(of: 100) { scratches = [:] }
        let sample = Sample(using: &random)
        let options = random.pick(1, of: TextMatcherTests.allOptions)[0]
        let matcher = TextMatcher(sample.needle, options: options)
        let isFound = sample.text.withUnsafeBufferPointer {
          matcher.contains($0, scratch: &scratches[options, default: FoldingScratch()])
        }
        found += isFound ? 1 : 0
        let isExpected = ReferenceSearch(options: options).contains(sample.text, sample.needle)
        guard isFound != isExpected else { continue }
        Issue.record("\(sample.description), \(options): \(isFound)")
      }
      #expect((400...3600).contains(found), "the samples say too little")
    }
  }
}
