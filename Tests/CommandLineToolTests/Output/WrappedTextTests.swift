import Testing

@testable import CommandLineTool

@Suite("Wrapped text")
struct WrappedTextTests {
  @Test("lines break at blanks, and long words stay whole")
  func breaks() {
    #expect(WrappedText.lines("one two three", width: 7) == ["one two", "three"])
    #expect(
      WrappedText.lines("one twothreefour five", width: 7) == ["one", "twothreefour", "five"])
    #expect(WrappedText.lines("日本 語 だ", width: 7) == ["日本 語", "だ"])
    #expect(WrappedText.lines("", width: 7) == [""])
  }

  @Test("line ends and indented lines stay")
  func keeps() {
    #expect(WrappedText.lines("a\n\nb", width: 7) == ["a", "", "b"])
    #expect(WrappedText.lines("  an example of code", width: 7) == ["  an example of code"])
  }

  @Test(
    "a note is broken at words; items and quotes go on below their text, code and tables stay",
    arguments: [
      ("one two three four five six", ["one two three four", "five six"]),
      ("- one two three four five", ["- one two three four", "  five"]),
      ("  12. one two three four", ["  12. one two three", "      four"]),
      ("> one two three four five", ["> one two three four", "> five"]),
      ("    let code = one + two + three", ["    let code = one + two + three"]),
      ("| one | two | three | four |", ["| one | two | three | four |"]),
      (
        "```\none two three four five\n```\none two three four five",
        ["```", "one two three four five", "```", "one two three four", "five"]
      ),
      ("", [""]), ("a\n", ["a", ""]), ("-", ["-"]), ("12", ["12"]),
      ("https://example.org/one/two", ["https://example.org/one/two"]),
    ])
  func markdown(text: String, lines: [String]) {
    #expect(WrappedText.markdown(text, width: 20) == lines)
  }
}
