import Rendering
import Testing

@Suite("Safe HTML")
struct SafeHTMLTests {
  @Test("text is escaped, and joined as it is")
  func escaping() {
    let text = SafeHTML(
      escaping: "<a href=\"x\" title='y'> & \u{1}\r\n\rz\u{FFFE}\u{FFFF}\u{FFFD}\u{10FFFE}")
    #expect(
      text.text
        == "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt; &amp; \u{FFFD}\n\nz\u{FFFD}\u{FFFD}\u{FFFD}\u{10FFFE}"
    )
    let list = [SafeHTML(escaping: "a"), SafeHTML(escaping: "<")]
    #expect(list.joined(by: SafeHTML(escaping: ", ")).text == "a, &lt;")
    #expect((list[0] + list[1]).text == "a&lt;")
    var sum = SafeHTML()
    #expect(sum.isEmpty)
    sum += list[1]
    #expect(sum == list[1])
  }
}
