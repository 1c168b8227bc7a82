import Journal
import TestSupport
import Testing

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
