import TestSupport
import Testing

@testable import VaultIndex

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
