import Testing
import VaultFormat

@testable import VaultStore

@Suite("The settings of a vault")
struct VaultConfigurationTests {
  private static func read(_ text: String) -> VaultConfiguration {
    VaultConfiguration(parsing: bytes(text))
  }

  private static func findings(_ text: String) -> [String] {
    read(text).findings.map { "\($0.line):\($0.column): \($0.severity): \($0.message)" }
  }

  @Test("every setting is read, in each form")
  func values() {
    let configuration = Self.read(
      """
      # mine
      format: 1
      timezone: 'Asia/Tokyo'
      media: {max_size: 10 MiB, max_sync: 2GB}
      categories: [walk, "first steps"]
      prompts: {a: b}
      milestones: []
      since: 2020
      """)
    #expect(configuration.format == 1)
    #expect(configuration.timeZone == "Asia/Tokyo")
    #expect(configuration.maximumMediaSize == 10 << 20)
    #expect(configuration.maximumMediaPerSync == 2 << 30)
    #expect(configuration.categories == ["walk", "first steps"])
    #expect(configuration.findings.isEmpty)
    #expect(Self.read("categories:\n  walk: green\n  sea: blue\n").categories == ["walk", "sea"])
    #expect(Self.read("categories: walk\n").categories == ["walk"])
    #expect(Self.read("categories:\n").categories.isEmpty)
    #expect(Self.read("timezone:\n").timeZone == nil)
  }

  @Test("templates are a folder or several of them, below the root")
  func templates() {
    func templates(_ text: String) -> [String] { Self.read(text).templates.map(\.text) }
    #expect(templates("templates: Templates\n") == ["Templates"])
    #expect(
      templates("templates: [./Meta/Templates/, archetypes]\n") == ["Meta/Templates", "archetypes"])
    #expect(templates("templates:\n") == [] && templates("templates: []\n") == [])
    #expect(Self.findings("templates: Templates\n") == [])
    #expect(
      Self.findings("templates: [a, ../b, '', /c]\n") == [
        "1:16: warning: templates is not a folder of this vault, such as Templates",
        "1:26: warning: templates is not a folder of this vault, such as Templates",
      ])
    #expect(Self.findings("templates: {a: b}\n").count == 1)
  }

  @Test("what is absent has its default")
  func defaults() {
    for text in ["", "\n", "# only a comment\n", "---\n", "\u{FEFF}"] {
      let configuration = Self.read(text)
      #expect(
        configuration.format == 1 && configuration.timeZone == nil
          && configuration.categories.isEmpty)
      #expect(
        configuration.maximumMediaSize == 25 << 20 && configuration.maximumMediaPerSync == 500 << 20
      )
      #expect(configuration.findings.isEmpty, "\(text.debugDescription)")
    }
  }

  @Test("what a vault may not say has no effect and is a finding")
  func refusedKeys() {
    #expect(
      Self.findings("editor: rm -rf\nremote: https://x\nmedia:\n  command: x\n  max_size: lots\n")
        == [
          "1:1: warning: editor is not a setting of a vault and has no effect",
          "2:1: warning: remote is not a setting of a vault and has no effect",
          "4:3: warning: media.command is not a setting of a vault and has no effect",
          "5:13: warning: media.max_size is not a size such as 25 MiB",
        ])
    #expect(
      Self.findings("media: big\n") == ["1:8: warning: media is not a list of keys and values"])
    #expect(Self.read("media:\n  max_size: lots\n").maximumMediaSize == 25 << 20)
    #expect(Self.findings("format: x\n") == ["1:9: error: format is not a number"])
  }

  @Test("broken settings are one error and nothing but defaults")
  func broken() {
    let configuration = Self.read("timezone: Asia/Tokyo\nformat: [\n")
    #expect(configuration.timeZone == nil)
    #expect(configuration.findings.map(\.severity) == [.error])
    #expect(Self.read("a\n").findings.map(\.severity) == [.error])
  }

  @Test("another time zone changes its value alone, in each form that settings have")
  func timeZone() throws {
    let cases: [(old: String, name: String?, new: String)] = [
      ("", "Asia/Tokyo", "timezone: Asia/Tokyo\n"),
      ("format: 1\n", "Asia/Tokyo", "format: 1\ntimezone: Asia/Tokyo\n"),
      ("format: 1", "Asia/Tokyo", "format: 1\ntimezone: Asia/Tokyo\n"),
      ("timezone: UTC # a\n\n# b\n", "Asia/Tokyo", "timezone: Asia/Tokyo # a\n\n# b\n"),
      ("# a\ntimezone: UTC\nsince: {x: 1}\n", nil, "# a\nsince: {x: 1}\n"),
      ("format: 1\n", nil, "format: 1\n"),
    ]
    for (old, name, new) in cases {
      let document = try SettingsDocument(bytes(old)).setting(
        "timezone", to: name.map(FieldValue.text))
      #expect(String(decoding: document.bytes, as: UTF8.self) == new)
    }
    for broken in [
      "a: [\n", "- x\n", "format: 1\n---\ntimezone: UTC\n", "timezone: &a UTC\nsince: *a\n",
    ] {
      #expect(throws: SettingsEditError.self) {
        try SettingsDocument(bytes(broken)).setting("timezone", to: .text("Asia/Tokyo"))
      }
    }
  }
}
