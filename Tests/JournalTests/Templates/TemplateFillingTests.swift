import Journal
import Testing
import VaultFormat

@Suite("Templates")
struct TemplateFillingTests {
  private static func filled(_ text: String, title: String = "Tea") throws -> (String, [String]) {
    let time = try #require(NoteTime("2026-11-20T18:03:11+01:00", zone: .utc))
    let filling = TemplateFilling(title: title, time: time, prompt: "Why?", person: "Kaia")
    let filled = filling.filled(Array(text.utf8))
    return (String(decoding: filled.bytes, as: UTF8.self), filled.unknown)
  }

  @Test(
    "placeholders get their values",
    arguments: [
      ("{{title}}", "Tea"), ("# {{ title }}, {{date}} {{time}}\n", "# Tea, 2026-11-20 18:03\n"),
      ("{{date:dddd D MMMM YYYY}}", "Friday 20 November 2026"),
      ("{{time:HH:mm:ss Z}}", "18:03:11 +01:00"),
      ("{{prompt}} {{person}}", "Why? Kaia"), ("a\r\n{{title}}\r\n", "a\r\nTea\r\n"), ("{{", "{{"),
    ])
  func values(template: String, text: String) throws {
    let filled = try Self.filled(template)
    #expect(filled.0 == text)
    #expect(filled.1.isEmpty)
  }

  @Test("what has no value stays, and is named once")
  func unknown() throws {
    let text = "{{weather}} {{age}} {{date:ww}} {{weather}} {{VALUE:a}} <% tp.x %>\n{{title\n}}"
    let filled = try Self.filled(text)
    #expect(filled.0 == text)
    #expect(filled.1 == ["{{weather}}", "{{age}}", "{{date:ww}}", "{{VALUE:a}}"])
  }

  @Test(
    "in front matter a text is written so that it is read as this text",
    arguments: ["Tea", "Tea: with milk", "#1", "yes", "a \"b\" 'c'", "- x", "{{title}}"])
  func yaml(title: String) throws {
    let text = try Self.filled(
      "---\na: {{title}}\nb: \"{{title}}\"\nc: '{{title}}'\nd:\n  - {{title}}\ne: {{date}}\n---\n",
      title: title
    ).0
    let front = try #require(NoteDocument(Array(text.utf8)).frontMatter)
    for key in ["a", "b", "c"] { #expect(front.field(named: key)?.value.value == .string(title)) }
    #expect(front.field(named: "d")?.value.value == .sequence([.string(title)]))
    #expect(text.contains("\ne: 2026-11-20\n"))
  }

  @Test("an id of the template goes, and so do times that are its own")
  func identity() throws {
    #expect(
      try Self.filled(
        "---\nid: abc\ncreated: 2024-01-01\nupdated: {{date}}T{{time}}\ntags: [day]\n---\nx\n"
      ).0 == "---\nupdated: 2026-11-20T18:03\ntags: [day]\n---\nx\n")
  }
}
