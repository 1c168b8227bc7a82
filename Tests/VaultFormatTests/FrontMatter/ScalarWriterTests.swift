import TestSupport
import Testing

@testable import VaultFormat

@Suite("Text as a scalar")
struct ScalarWriterTests {
  private static let styles: [YAMLNode.ScalarStyle] = [
    .plain, .singleQuoted, .doubleQuoted, .literal, .folded,
  ]

  /// Written in every style, in block and in flow, and read by libyaml and by a 1.1 resolver.
  private func check(_ text: String) {
    for style in Self.styles {
      for (inFlow, before, after) in [
        (false, "k: ", "\nz: 1\n"), (true, "k: [", ", z]\n"), (true, "{k: ", ", z: 1}\n"),
        (false, "k:\n- ", "\n- z\n"),
      ] {
        let written = ScalarWriter.write(text, keeping: style, inFlow: inFlow)
        let document = NoteDocument(Array("---\n\(before)\(written)\(after)---\n".utf8))
        let value = document.frontMatter?.field(named: "k")?.value
        let item = value?.children.first ?? value
        #expect(item?.value == .string(text), "\(text.debugDescription) as \(written)")
        guard !text.hasPrefix("\u{FEFF}"), !inFlow, before == "k: " else { continue }
        #expect(
          OtherReader(document)?.text(of: "k") == OtherReader.text(of: text),
          "\(text.debugDescription) as \(written)")
      }
    }
  }

  @Test(
    "is read as the same text by every reader",
    arguments: [
      "", " ", "~", "null", "Null", "true", "yes", "No", "on", "OFF", "y", "N", "=", "<<", "0x1",
      "0o7", "0b1",
      "1_000", "12:30:45", "190:20:30.15", ".5", "+1", "-1", "1.", "1e3", "685.230_15e+03", ".inf",
      "-.INF",
      ".nan", "2026-11-20", "2026-11-20T18:03:11+01:00", "2001-12-14 21:59:43.10 -5", "0", "00",
      "08",
      "-", "?", ":", "- x", "? x", ": x", "-x", "?x", ":x", "%", "@", "`", "&a", "*a", "!a", "|",
      ">", "'", "\"",
      "#", "# x", "x #y", "x: y", "x:", "x:y", ",", "[", "]", "{", "}", "a, b", "a]b", "---", "...",
      "--- x",
      "\u{85}", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "\u{FEFF}", "a\u{FEFF}b", "\u{A0}",
      "\u{AD}", "\u{200D}",
      "🎉", "👨‍👩‍👧", "e\u{301}", "\u{301}x", "\u{10FFFF}", "\u{FFFE}", "\u{FFFF}", "\u{E000}", "\u{0}",
      "\u{1B}[31m",
      "a\nb", "a\r\nb", "\n", " x", "x ", "\tx", "x\t", "a\tb", "\\", "\\n", "it's", "say \"x\"",
      "'x'", "\"x\"",
      "5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11", "12345678-1234-1234-1234-123456789012", "1e5",
    ])
  func knownNasty(_ text: String) {
    check(text)
  }

  @Test("is read as the same text, whatever it is")
  func random() throws {
    let pieces = [
      "a", "b", " ", ":", "-", "#", ",", "[", "]", "{", "}", "'", "\"", "\\", "\n", "\t", "\r", "0",
      "1", ".", "e", "_",
      "x", "~", "?", "|", ">", "%", "@", "&", "*", "!", "=", "<", "é", "\u{301}", "日", "🎉",
      "\u{85}", "\u{2028}",
      "\u{FEFF}", "\u{0}", "\u{A0}", "yes", "null", "true",
    ]
    try withSeed(cases: 400) { random in
      check(random.pick(Int.random(in: 0...6, using: &random), of: pieces).joined())
    }
  }

  @Test("no text of one or two ASCII characters is read as something else")
  func short() {
    for first in UInt8(0)..<128 {
      let one = String(UnicodeScalar(first))
      check(one)
      for second in "0a:-#, \n'\"]}_.xe".unicodeScalars {
        let text = one + String(second)
        let written = ScalarWriter.write(text, inFlow: false)
        let document = NoteDocument(Array("---\nk: \(written)\n---\n".utf8))
        #expect(document.frontMatter?.field(named: "k")?.value.value == .string(text), "\(written)")
        #expect(OtherReader(document)?.text(of: "k") == OtherReader.text(of: text), "\(written)")
      }
    }
  }

  @Test("an id is written without quotes")
  func plainID() {
    for text in ["5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11", "0f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11"] {
      #expect(ScalarWriter.write(text, inFlow: false) == text)
    }
  }
}
