import Testing
import VaultFormat

@Suite("Typed text")
struct TypedTextTests {
  @Test("a byte order mark goes, and all other bytes stay")
  func mark() {
    #expect(TypedText([0xEF, 0xBB, 0xBF, 0x61]).bytes == [0x61])
    #expect(TypedText([0x61, 0xEF, 0xBB, 0xBF]).bytes == [0x61, 0xEF, 0xBB, 0xBF])
    #expect(TypedText([0x63, 0x61, 0x66, 0xE9]).bytes == [0x63, 0x61, 0x66, 0xE9])
    #expect(TypedText([0xEF, 0xBB, 0xBF]).bytes == [])
  }

  @Test("UTF-16 with a byte order mark becomes UTF-8; other bytes stay")
  func wide() {
    #expect(TypedText([0xFF, 0xFE, 0x48, 0, 0xE9, 0]).text == "Hé")
    #expect(TypedText([0xFE, 0xFF, 0, 0x48, 0xD8, 0x3D, 0xDE, 0x00]).text == "H😀")
    #expect(TypedText([0xFF, 0xFE, 0x00, 0xD8]).bytes == [0xFF, 0xFE, 0x00, 0xD8])
    #expect(TypedText([0xFF, 0xFE, 0x48]).bytes == [0xFF, 0xFE, 0x48])
  }

  @Test(
    "the front matter that a text begins with",
    arguments: [
      ("", .none), ("text", .none), ("---\nmood: good\n---\nText", .own), ("---\n---\n", .own),
      ("---\r\nmood: good\r\n---\r\nText", .own),
      ("\u{FEFF}---\nmood: good\n---\n", .own),
      ("Text\n---\nmood: good\n---\n", .none),
      (
        "---\ntext",
        .unusable(line: 1, reason: "the block that begins with --- has no closing line ---")
      ),
      (
        "---\n{mood: good}\n---\n",
        .unusable(line: 2, reason: "it is written as {…}, where tl cannot add a key")
      ),
      ("+++\nmood = 1\n+++\n", .unusable(line: 1, reason: "it is TOML, and tl reads YAML")),
      ("+++\nno end", .none),
      ("{\n  \"mood\": 1\n}\nText", .unusable(line: 1, reason: "it is JSON, and tl reads YAML")),
      ("{braces} are text", .none),
    ] as [(String, TypedText.FrontMatter)])
  func frontMatter(text: String, expected: TypedText.FrontMatter) {
    #expect(TypedText(text).frontMatter == expected)
  }

  @Test("broken YAML, and front matter without keys, is reported with its line")
  func broken() {
    for text in ["---\na: [\n---\nText", "---\n\nA rule above.\n\n---\nText"] {
      guard case .unusable(let line, let reason) = TypedText(text).frontMatter else {
        Issue.record("\(text) is usable")
        continue
      }
      #expect(line > 1 && reason.hasPrefix("broken YAML: "))
    }
  }

  @Test(
    "words come first, then a blank line, then the text",
    arguments: [
      ("", "Text\n", "Text\n"), ("Words", "", "Words"), ("Words", " \n", "Words"),
      ("Words", "Text\n", "Words\n\nText\n"), ("Words", "\u{FEFF}Text", "Words\n\nText"),
      ("Words", "---\na: 1\n---\n\nText\n", "---\na: 1\n---\n\nWords\n\nText\n"),
      ("Words", "---\na: 1\n---\n", "---\na: 1\n---\n\nWords\n"),
      ("Words", "---\na: [\n---\nText\n", "Words\n\n---\na: [\n---\nText\n"),
    ])
  func words(words: String, text: String, expected: String) {
    #expect(TypedText(text).preceded(by: words).text == expected)
  }

  @Test("the first line is that of the text after the front matter")
  func firstLine() {
    #expect(TypedText("---\na: 1\n---\n\n# Day\nmore").firstLine == "# Day")
    #expect(TypedText("\n One \nTwo").firstLine == " One ")
    #expect(TypedText("---\na: [\n---\nText").firstLine == "---")
    #expect(TypedText("").firstLine == "")
  }
}
