import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

@Suite("Marks in what was found")
struct TextMarksTests {
  /// The text with marked parts in brackets.
  private static func marked(_ text: String, _ words: [String], length: Int = .max) -> String {
    MarkedLine(text, TextMarks(words), length: length).parts
      .map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
  }

  @Test("words are marked wherever a search finds them")
  func words() {
    let cases: [(text: String, words: [String], wanted: String)] = [
      ("The bell rang", ["bell"], "The [bell] rang"),
      ("Bells, BELLS", ["bell"], "[Bell]s, [BELL]S"),
      ("Café und Cafe\u{301}", ["cafe"], "[Café] und [Cafe\u{301}]"),
      ("đà nẵng", ["da nang"], "[đà nẵng]"),
      ("Straße", ["strasse"], "[Straße]"),
      ("花見の日", ["花見"], "[花見]の日"),
      ("abab", ["ab"], "[abab]"),
      ("one two", ["two", "one"], "[one] [two]"),
      ("overlap", ["over", "erla"], "[overla]p"),
      ("nothing", ["x"], "nothing"),
      ("", ["x"], ""),
      ("text", [], "text"),
    ]
    for (text, words, wanted) in cases {
      #expect(Self.marked(text, words) == wanted)
    }
  }

  @Test("a long line is cut around the first mark, which stays")
  func cut() {
    let text =
      String(repeating: "before ", count: 100) + "bell" + String(repeating: " after", count: 100)
    let line = MarkedLine(text, TextMarks(["bell"]), length: 80)
    #expect(line.hasMarks)
    #expect(line.text.count <= 84)
    #expect(line.text.hasPrefix("… before"))
    #expect(line.text.hasSuffix(" …"))
    let far = String(repeating: "before ", count: 20) + "bell"
    #expect(
      MarkedLine(far, TextMarks(["bell"]), length: 240).text
        == "… before before before before bell")
  }

  @Test("every text and every word keep the text, and the marks are what was searched for")
  func law() throws {
    try withSeed { random, _ in
      let letters = ["a", "B", "é", "e\u{301}", "ß", "ﬁ", "花", " ", "đ", "👨‍👩‍👧", "\u{301}", "İ"]
      func text(_ most: Int, _ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...most, using: &random))
          .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
      }
      for _ in 0..<caseCount(300) {
        let (line, word) = (text(14, &random), text(2, &random))
        let marked = MarkedLine(line, TextMarks([word]))
        #expect(marked.text == line)
        #expect(!marked.parts.contains { $0.text.isEmpty })
        let length = Int.random(in: 1...10, using: &random)
        #expect(MarkedLine(line, TextMarks([word]), length: length).text.count <= length + 4)
      }
    }
  }

  @Test("the line of a note is that with the word, without markup, and not its title again")
  func line() {
    func line(_ text: String, title: String? = nil, _ word: String) -> String? {
      NoteHit.line(
        of: NoteDocument(Array(text.utf8)), title: title, words: [word], FoldingOptions())?
        .parts.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
    }
    #expect(line("---\ntitle: x\n---\n\none\nthe **bell** rang\n", "bell") == "the [bell] rang")
    #expect(line("# Bell\n\nThe bell.\n", title: "Bell", "bell") == "The [bell].")
    #expect(line("# Bell\n\nNo.\n", title: "Bell", "bell") == nil)
    #expect(line("# Bell\n\nBell, then a bell.\n", title: "Bell", "bell") == "… then a [bell].")
    #expect(line("# Bell\n\nBells rang.\n", title: "Bell", "bell") == "[Bell]s rang.")
    #expect(line("[x](http://bell.example)\n", "bell") == "[x](http://[bell].example)")
    #expect(line("no\n", "bell") == nil)
    let long = String(repeating: "é", count: 9_000) + "bell" + String(repeating: "é", count: 9_000)
    #expect(line(long, "bell")?.contains("[bell]") == true)
    let invalid = [UInt8](repeating: 0x80, count: 9_000) + Array("bell".utf8)
    #expect(
      NoteHit.line(of: NoteDocument(invalid), title: nil, words: ["bell"], FoldingOptions()) != nil)
  }
}
