import SystemCalls
import Testing

@Suite("Queries and forms")
struct FormFieldsTests {
  @Test(
    "two digits of either case stand for a byte; what is none stays as it is",
    arguments: [
      ("a%20b+c", "a b c"), ("%c3%A9", "é"), ("%00", "\0"), ("100%", "100%"), ("%4", "%4"),
      ("%zz%-1% 1", "%zz%-1% 1"), ("%+1", "% 1"), ("a%3Db", "a=b"),
    ])
  func decoded(text: String, meant: String) {
    #expect(FormFields("x=\(text)&y=1")["x"] == meant)
  }

  @Test("a form has at most as many pairs as it may")
  func limit() {
    #expect(FormFields("a=1&b&c=2", limit: 3)?["c"] == "2")
    for text in ["a=1&b&c=2&d", "&&&"] {
      let fields = FormFields(text, limit: 3)
      #expect(fields.map { _ in true } == nil, "\(text)")
    }
  }

  @Test("whatever is encoded comes back")
  func encoded() {
    let text = "Ada Lövelace/+%&=\0\n~-._é🌱"
    let encoded = FormFields.encoded(text)
    #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "&") })
    #expect(encoded.hasPrefix("Ada%20L%C3%B6velace%2F%2B"))
    #expect(FormFields("x=\(encoded)")["x"] == text)
  }
}
