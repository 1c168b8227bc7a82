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
}
