import Rendering
import Testing

@Suite("Safe HTML")
struct SafeHTMLTests {
  @Test("text is escaped")
  func escaping() {
    let text = SafeHTML(
      escaping: "<a href=\"x\" title='y'> & \u{1}\r\n\rz\u{FFFE}\u{FFFF}\u{FFFD}\u{10FFFE}")
    #expect(
      text.text
        == "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt; &amp; \u{FFFD}\n\nz\u{FFFD}\u{FFFD}\u{FFFD}\u{10FFFE}"
    )
  }
}
