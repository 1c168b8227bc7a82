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
}
