import Journal
import TestSupport
import Testing

@Suite("Words of a text")
struct WordCountTests {
  private static func count(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { WordCount.of($0) }
  }

  private static func count(_ text: String) -> Int { count(Array(text.utf8)) }

  @Test("the table")
  func table() throws {
    for row in try Table("words").rows {
      #expect(Self.count(row[0]) == Int(row[1]), "\(row[0])")
      // At every place in a block of eight bytes, and beside other words.
      for blanks in 0..<9 {
        let text = String(repeating: " ", count: blanks) + row[0] + ", end of it"
        #expect(Int(row[1]).map { $0 + 3 } == Self.count(text), "\(row[0]) behind \(blanks)")
      }
    }
  }

  @Test("a text composed or decomposed has the same words")
  func normalisation() {
    #expect(Self.count("\u{E9}t\u{E9}") == 1 && Self.count("e\u{301}te\u{301}") == 1)
    #expect(Self.count("\u{304C}") == 1 && Self.count("\u{304B}\u{3099}") == 1)
    #expect(Self.count("\u{FF76}\u{FF9E}") == 1)
    #expect(Self.count("\u{AC00}") == 1 && Self.count("\u{1100}\u{1161}") == 1)
  }

  @Test("line ends, and bytes that are no UTF-8, are gaps")
  func gaps() {
    #expect(Self.count("a\nb\r\nc\td\u{A0}e\u{3000}f") == 6)
    #expect(Self.count([0x61, 0xFF, 0x62]) == 2)
    #expect(Self.count([0x61, 0xE3, 0x81]) == 1)
    #expect(Self.count([0xC3]) == 0 && Self.count([]) == 0)
  }

  @Test("it is the number of words that a plain reading finds")
  func law() throws {
    let parts: [String] = [
      "a", "Z", "0", "9", " ", "  ", "\n", "_", "@", "[", "`", "{", "/", ":", "\u{7F}", "ä", "ß",
      "Ж", "ế", "e\u{301}", "日", "か", "カ", "ー", "한", "\u{301}", "👍", "\u{FE0F}", "١", "—",
    ]
    try withSeed(cases: 2000) { generator in
      let count = Int.random(in: 0...40, using: &generator)
      let text = generator.pick(count, of: parts).joined()
      #expect(Self.count(text) == Self.plainCount(text), "\(text.debugDescription)")
      let bytes = generator.bytes(count: count)
      #expect(Self.count(bytes) <= bytes.count)
    }
  }

  /// By the definition, character for character.
  private static func plainCount(_ text: String) -> Int {
    var (count, isInWord) = (0, false)
    for scalar in text.unicodeScalars {
      if "日かカー".unicodeScalars.contains(scalar) {
        (count, isInWord) = (count + 1, false)
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        if !isInWord { count += 1 }
        isInWord = true
      } else if scalar != "\u{301}", scalar != "\u{FE0F}" {
        isInWord = false
      }
    }
    return count
  }

  @Test("one line of sixteen megabytes")
  func long() {
    let text = Array(String(repeating: "eins zwei drei ", count: 1 << 20).utf8)
    #expect(Self.count(text) == 3 << 20)
    #expect(Self.count([UInt8](repeating: 0x61, count: 1 << 24)) == 1)
  }
}

@Suite("Sparklines")
struct SparklineTests {
  @Test("the level is an eighth of the greatest value, rounded up")
  func levels() {
    #expect(Sparkline.text(of: [1, 2, 3, 4, 5, 6, 7, 8]) == "▁▂▃▄▅▆▇█")
    #expect(Sparkline.text(of: [2, 2, 3, 1, 0, 2, 3, 3, 5, 2, 2, 3, 2, 3]) == "▄▄▅▂·▄▅▅█▄▄▅▄▅")
    #expect(Sparkline.text(of: [0.001, 1, 0.125, 0.126]) == "▁█▁▂")
    #expect(Sparkline.text(of: [0.1, 0.2, 0.3, 0.8]) == "▁▂▃█")
  }

  @Test("nothing is a dot between values and a blank around them")
  func gaps() {
    #expect(Sparkline.text(of: [nil, 0, nil, 1, nil, nil]) == " ··█  ")
    #expect(Sparkline.text(of: [0, 0]) == "··")
    #expect(Sparkline.text(of: [nil, nil]) == "  ")
    #expect(Sparkline.text(of: []) == "")
  }

  @Test("values below zero count from the least one")
  func belowZero() {
    #expect(Sparkline.text(of: [-4, -2, 0, 2, 4]) == "▁▂▄▆█")
    #expect(Sparkline.text(of: [-5, nil, -5]) == "▁·▁")
    #expect(Sparkline.text(of: [-8, 0, nil]) == "▁█ ")
  }

  @Test("with ASCII alone")
  func ascii() {
    #expect(Sparkline.text(of: [nil, 1, 2, 3, 4, 5, 6, 7, 8], isASCII: true) == " .:-=+*#%")
    #expect(Sparkline.text(of: [1, 0, 1], isASCII: true) == "% %")
  }

  @Test("any numbers give one character each, and a greater number never a lower level")
  func laws() throws {
    let limit = Double.greatestFiniteMagnitude
    #expect(Sparkline.text(of: [-limit, 0, limit]) == "▁▄█")
    #expect(Sparkline.text(of: [.nan, 1, .infinity, -.infinity, 2]) == " ▄··█")
    #expect(Sparkline.text(of: [.leastNonzeroMagnitude]) == "█")
    try withSeed(cases: 300) { generator in
      let exponents = [-300, 0, 300].pick(using: &generator)
      let values = (0..<20).map { _ in
        Double.random(in: -1...3, using: &generator)
          * Double(sign: .plus, exponent: exponents, significand: 1)
      }.sorted()
      let text = Sparkline.text(of: values)
      #expect(text.count == 20)
      let levels = text.compactMap { "·▁▂▃▄▅▆▇█".firstIndex(of: $0) }
      #expect(levels == levels.sorted() && levels.count == 20)
      let ascii = Sparkline.text(of: values, isASCII: true)
      #expect(ascii.utf8.count == 20)
    }
  }
}

extension [Int] {
  fileprivate func pick(using generator: inout SeededGenerator) -> Int {
    randomElement(using: &generator) ?? 0
  }
}
