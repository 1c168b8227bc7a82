import TestSupport
import Testing

@testable import VaultFormat

@Suite("The text of a note in a form")
struct FormTextTests {
  @Test(
    "a field that was not changed leaves every byte",
    arguments: [
      "", "\n", "a", "a\n", "a\r\nb\r\n", "a\rb", "\n\n# T\r\nx\n\ny", "a\u{2028}b\n", "\r\n\r\n",
    ])
  func unchanged(text: String) {
    let form = FormText(text.utf8)
    #expect(form.replaced(by: browser(form.shown)) == Array(text.utf8))
  }

  @Test("bytes that are no text stay where nothing was changed")
  func noText() {
    let bytes = Array("one\n".utf8) + [0xFF, 0xFE, 0x0A] + Array("three\n".utf8)
    let form = FormText(bytes)
    #expect(form.shown == "one\n\u{FFFD}\u{FFFD}\nthree\n")
    #expect(form.replaced(by: browser(form.shown)) == bytes)
    let changed = form.replaced(by: browser("one\n\u{FFFD}\u{FFFD}\nTHREE\n"))
    #expect(changed == Array("one\n".utf8) + [0xFF, 0xFE, 0x0A] + Array("THREE\n".utf8))
  }

  @Test(
    "changed lines get the line ending of the text",
    arguments: [
      ("a\r\nb\r\n", "a\nB\n", "a\r\nB\r\n"), ("a\nb\n", "a\nB\n", "a\nB\n"),
      ("\n\na\n", "b\n", "\n\nb\n"), ("a", "a\nb", "a\nb\n"), ("a\n", "", ""),
      ("a\nb\nc\n", "a\nc\n", "a\nc\n"), ("a\n", "x\na\n", "x\na\n"),
    ])
  func endings(old: String, field: String, new: String) {
    let result = FormText(old.utf8).replaced(by: browser(field))
    #expect(String(decoding: result, as: UTF8.self) == new)
  }

  @Test("any change of any text shows as it was written, and keeps the lines around it")
  func property() throws {
    try withSeed { generator, _ in
      for _ in 0..<200 {
        let pieces = ["a", "b", "\n", "\r\n", "é", " ", "\n\n", "#"]
        let old = generator.pick(Int.random(in: 0...20, using: &generator), of: pieces).joined()
        let written = generator.pick(Int.random(in: 0...20, using: &generator), of: pieces).joined()
          .replacing("\r\n", with: "\n")
        let form = FormText(old.utf8)
        let shown = FormText(form.replaced(by: browser(written))).shown
        // Blank lines at the beginning are not shown, and a last line without an ending may keep that.
        let wanted = String(written.drop { $0 == "\n" })
        #expect(ended(shown) == ended(wanted))
      }
    }
  }

  @Test(
    "a heading and the text below it are the same text again",
    arguments: [
      ("# T\n\na\n", "T", "a\n"), ("# T\na", "T", "a"), ("# T\n\n\n\na", "T", "a"),
      ("# T", "T", ""), ("# T\n", "T", ""), ("# T\n\n\n", "T", ""), ("a\n", "", "a\n"),
      ("", "", ""),
      ("## T\n\na", "", "## T\n\na"), ("#  T\n", "", "#  T\n"),
      ("# \n\na", "", "# \n\na"),
      ("# T \na", "", "# T \na"), ("# T #\n\n# U\n", "T #", "# U\n"),
    ])
  func titled(whole: String, title: String, text: String) {
    let parts = TitledText(whole)
    #expect(parts.title == title && parts.text == text)
    let form = FormText(whole.utf8)
    let sent = TitledText(title: browser(parts.title), gap: parts.gap, text: browser(parts.text))
    #expect(form.replaced(by: sent.whole) == Array(whole.utf8))
  }

  @Test(
    "a title that is typed becomes a heading of one line",
    arguments: [
      ("T", nil, "a", "# T\n\na"), (" T\r\nU ", nil, "", "# T U\n"), (" ", 3, "a", "a"),
      ("T", Int.max, "", "# T" + String(repeating: "\n", count: 20)), ("T", -1, "a", "# T\na"),
    ] as [(String, Int?, String, String)])
  func typed(title: String, gap: Int?, text: String, whole: String) {
    #expect(TitledText(title: title, gap: gap, text: text).whole == whole)
  }

  private func ended(_ text: String) -> String {
    text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }

  /// As a browser sends a field.
  private func browser(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
}
