import Foundation
import TestSupport
import Testing

@testable import VaultFormat

@Suite("JSON that is written")
struct JSONValueTests {
  @Test("any text comes back, without a character that a terminal obeys")
  func texts() throws {
    let parts = [
      "a", "~", " ", "/", "\"", "\\", "\n", "\r", "\t", "\0", "\u{1B}", "\u{1F}", "\u{7F}",
      "\u{9B}", "é", "🌱", "e\u{301}", "\u{202E}", "\u{2028}", "\u{2066}", "\u{FEFF}",
    ]
    try withSeed(cases: 500) { generator in
      let count = Int.random(in: 0...6, using: &generator)
      let text = generator.pick(count, of: parts).joined()
      let written = JSONValue.array([.string(text)]).compact
      let read = try JSONDecoder().decode([String].self, from: Data(written.utf8))
      #expect(read.map { Array($0.utf8) } == [Array(text.utf8)], "\(written)")
      #expect(
        written.unicodeScalars.allSatisfy {
          ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
        }, "\(written)")
    }
  }
}
