import TestSupport
import Testing

@testable import VaultFormat

@Suite("Portable names")
struct PortableNameTests {
  @Test(
    "names that every system takes",
    arguments: [
      "a", "kitchen.jpg", "日比谷公園.md", "CONSOLE.txt", "com10.txt", "a.con", "x..y", ".hidden",
      "naïve e.md",
      String(repeating: "a", count: 255),
    ])
  func portable(_ name: String) {
    #expect(PortableName.problems(of: name) == [])
    #expect(PortableName.made(from: name).text == name)
    #expect(PortableName(name)?.text == name)
  }

  @Test(
    "names that some system refuses, why, and what becomes of them",
    arguments: [
      ("", "is empty", "file"),
      ("a:b", "contains :, which Windows and Android refuse", "a-b"),
      ("a/b", "contains /, which Windows and Android refuse", "a-b"),
      ("a\tb", "contains the control character U+0009", "a-b"),
      ("a\u{85}b", "contains the control character U+0085", "a-b"),
      ("end.", "ends with a dot or a blank, which Windows drops", "end"),
      ("end ", "ends with a dot or a blank, which Windows drops", "end"),
      ("con", "is the device CON on Windows", "con_"),
      ("Aux.md", "is the device AUX on Windows", "Aux_.md"),
      ("LPT9.tar.gz", "is the device LPT9 on Windows", "LPT9_.tar.gz"),
      ("com¹.md", "is the device COM¹ on Windows", "com¹_.md"),
      ("nul .md", "is the device NUL on Windows", "nul _.md"),
      (
        String(repeating: "a", count: 253) + ".md", "has 256 bytes, more than 255",
        String(repeating: "a", count: 252) + ".md"
      ),
    ])
  func refused(_ name: String, _ problem: String, _ made: String) {
    #expect(PortableName.problems(of: name).map(\.description) == [problem])
    #expect(PortableName(name) == nil)
    #expect(PortableName.made(from: name).text == made)
  }

  @Test("bytes that are not UTF-8 are a problem")
  func notUTF8() {
    #expect(PortableName.problems(ofBytes: [0x61, 0xFF]) == [.notUTF8])
    #expect(PortableName.problems(ofBytes: Array("a".utf8)) == [])
  }

  @Test(
    "numbers go before the extension and the length holds",
    arguments: [
      ("a.jpg", 2, "a-2.jpg"), ("a", 10, "a-10"), (".hidden", 2, ".hidden-2"),
      (
        String(repeating: "é", count: 125) + ".jpg", 12,
        String(repeating: "é", count: 124) + "-12.jpg"
      ),
    ])
  func numbered(_ name: String, _ number: Int, _ expected: String) {
    #expect(PortableName(name)?.numbered(number).text == expected)
    #expect(VaultPath("x/" + name)?.numbered(number).text == "x/" + expected)
  }

  @Test("a character is not cut in two, unless it is too long by itself")
  func longCharacters() {
    let family = "👨‍👩‍👧‍👦"
    let made = PortableName.made(from: String(repeating: family, count: 20) + ".jpg")
    #expect(made.text == String(repeating: family, count: 10) + ".jpg")
    let marks = PortableName.made(from: "e" + String(repeating: "\u{301}", count: 500))
    #expect(marks.text.utf8.count == 255)
  }

  @Test("whatever comes in, what comes out is portable and stays as it is")
  func hostile() throws {
    let alphabet: [Unicode.Scalar] = [
      "a", "C", "O", "N", ".", " ", "/", "\u{0}", ":", "é", "\u{301}", "👩", "\u{200D}", "1",
      "\u{FFFD}",
    ]
    try withSeed(cases: 3000) { random in
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...(Bool.random(using: &random) ? 8 : 400), using: &random) {
        name.append(alphabet.randomElement(using: &random) ?? "a")
      }
      let made = PortableName.made(from: String(name))
      #expect(PortableName.problems(of: made.text) == [], "\(String(name).debugDescription)")
      #expect(PortableName.made(from: made.text) == made)
      #expect(PortableName.problems(of: made.numbered(37).text) == [])
    }
  }
}
