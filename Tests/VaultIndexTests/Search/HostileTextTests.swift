import Testing

@testable import VaultIndex

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
