import TestSupport
import Testing
import VaultFormat

@Suite("The title that a body gives")
struct BodyTitleTests {
  private static func find(_ text: some Sequence<UInt8>, isWhole: Bool = true) -> BodyTitle.Found {
    Array(text).withUnsafeBufferPointer { BodyTitle.find(in: $0, from: 0, isWhole: isWhole) }
  }

  private static func title(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return find(bytes).range.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// A body and its title.
  static let table: [(String, String?)] = [
    ("", nil), ("\n \n\t\n", nil), ("text", "text"), ("  text  \r\nmore", "text"),
    ("text\n# One\n", "One"),
    ("# One\n# Two", "One"), ("## Two\n# One", "One"), ("## Two\ntext", "Two"),
    ("###### Six ##", "Six ##"),
    ("# One ##  ", "One"), ("# One#", "One#"), ("#\tTab", "Tab"),
    ("   # Three blanks", "Three blanks"),
    ("    # code\n# One", "One"), ("\t# code\n# One", "One"), (" \t# code", "code"),
    ("#hash tag", "#hash tag"),
    ("#", nil), ("# ", nil), ("#\n\ntext", "text"), ("## \ntext", "text"), ("# ##", nil),
    ("# #\n# One", "One"),
    ("```\n# code\n```\n# One", "One"), ("~~~\n# code\n```\n# code\n~~~~\n# One", "One"),
    ("```\n# code", "```"),
    ("```a`b\n# One", "One"), ("~~~a`b\n# One\n", "~~~a`b"), ("``\n# One", "One"),
    ("````\n```\n# code\n````\n# One", "One"),
    ("```\n# code\n``` x\n# code\n```\n# One", "One"), ("> # quoted\n# One", "One"),
    ("# é\u{301}", "é\u{301}"),
    ("# One\r# Two", "One\r# Two"), ("- # item", "item"), ("\u{A0}\n# One", "One"),
    ("#\u{A0}x\n", "#\u{A0}x"),
    ("- 07:58 Fog\n- 08:10 Sun", "07:58 Fog"), ("> a quote", "a quote"), ("> > - [x] done", "done"),
    ("2. second", "second"), ("- [ ] to do", "to do"), ("[ ] to do", "to do"),
    ("- [ ](a)", "[ ](a)"),
    ("-\ntext", "text"), (">\n\ntext", "text"), ("-5 °C", "-5 °C"), ("1986.5", "1986.5"),
    ("*emphasis* first", "*emphasis* first"), ("---", "---"), ("    - code", "- code"),
    ("```\n- code", "```"),
  ]

  @Test("a table of bodies", arguments: table)
  func titles(_ body: String, _ title: String?) {
    #expect(Self.title(body) == title)
    #expect(Self.title(body.replacing("\n", with: "\r\n")) == title)
  }

  @Test("bytes that are not UTF-8 do not matter")
  func invalidBytes() {
    #expect(Self.find([0x23, 0x20, 0xFF, 0x0A]) == .heading(2..<3))
    #expect(Self.find([0xFF, 0x0A, 0x23, 0x20, 0x61]) == .heading(4..<5))
  }

  @Test("a final title of a prefix of the body is that of the whole body")
  func beginnings() throws {
    try withSeed { random, _ in
      let pieces = ["# ", "#", "\n", "\r\n", "a", " ", "```", "~~~", "\t", "`", "é", "    "].map {
        Array($0.utf8)
      }
      var sure = 0
      for _ in 0..<3_000 {
        let body = Array(random.pick(Int.random(in: 0...14, using: &random), of: pieces).joined())
        let whole = Self.find(body)
        #expect(whole.isFinal)
        let cut = body.prefix(Int.random(in: 0...body.count, using: &random))
        let found = Self.find(cut, isWhole: false)
        guard found.isFinal else { continue }
        sure += 1
        #expect(
          found == whole,
          "\(String(decoding: body, as: UTF8.self).debugDescription) cut at \(cut.count)")
      }
      #expect(sure > 30)
    }
  }
}
