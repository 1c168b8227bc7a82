import Testing
import VaultFormat

@testable import Journal

@Suite("Languages")
struct LanguageTests {
  @Test("the region and the encoding of a locale are ignored")
  func locales() {
    for text in ["de", "DE", "de-DE", "de_DE", "de_DE.UTF-8", "de@euro"] {
      #expect(Language(text) == Language("de"), "\(text)")
    }
    #expect(Language("vi_VN").code == "vi")
    for text in ["", "C", "C.UTF-8", "POSIX", "_", "đe"] {
      #expect(Translation.milestones.text(of: "first-steps", in: Language(text)) == nil, "\(text)")
    }
  }

  @Test("without a translation the text is English")
  func fallback() {
    let titles = ["de_DE.UTF-8", "vi", "fr", "C", "en_GB"].map {
      MilestoneCatalogue(language: Language($0))["first-steps"]?.title
    }
    #expect(
      titles == [
        "Erste Schritte", "Những bước đi đầu tiên", "First steps", "First steps", "First steps",
      ])
    let prompts = ["de-DE", "nb_NO"].map {
      PromptCatalogue(language: Language($0))["funny-2"]?.text
    }
    #expect(prompts == ["Das schönste falsche Wort.", "The best wrong word."])
  }
}

@Suite("Settings that list texts by name")
struct SettingEntriesTests {
  private static func read(_ text: String) throws -> SettingEntries {
    SettingEntries(try #require(setting(text)), of: "prompts")
  }

  @Test(
    "a map, a list, one name, or nothing",
    arguments: [
      ("x: {a: One, b: '', c: ~, d: 5}", ["a=One", "b=", "c=", "d=5"]),
      ("x:\n  a: One\n  b:\n", ["a=One", "b="]),
      ("x: [a, 'b c']", ["a=", "b c="]),
      ("x: a", ["a="]),
      ("x:", []), ("x: ~", []), ("x: []", []), ("x: {}", []),
    ])
  func forms(text: String, expected: [String]) throws {
    let read = try Self.read(text)
    #expect(read.entries.map { "\($0.id)=\($0.text)" } == expected)
    #expect(read.problems.isEmpty)
  }

  @Test("what is no name or no text is a problem, and the rest holds")
  func problems() throws {
    let text = "x: {a: [1], '': y, b: One, [c]: z}"
    let read = try Self.read(text)
    #expect(read.entries.map(\.id) == ["b"])
    #expect(
      read.problems.map(\.message) == [
        "prompts.a is not a text", "prompts has an entry without a name",
        "prompts has an entry without a name",
      ])
    #expect(read.problems.map(\.offset) == [7, 12, 27])
    #expect(try Self.read("x: [{a: b}, c]").entries.map(\.id) == ["c"])
  }

  @Test("the title of a name without a text")
  func titles() throws {
    let titles = try Self.read("x: [three-good-things, two_words, Erster Kuss, été, '-']").entries
      .map(\.title)
    #expect(titles == ["Three good things", "Two words", "Erster Kuss", "Été", ""])
  }

  @Test("parentheses at the end of a text")
  func parentheses() {
    let parts = "One (two) (3-4 months)".partsAtParentheses
    #expect(parts?.before == "One (two)" && parts?.inside == "3-4 months")
    #expect("(a)".partsAtParentheses?.before == "")
    for text in ["", "a", "a) ", "a)", ")"] { #expect(text.partsAtParentheses == nil, "\(text)") }
  }
}

/// The value of the first key of a settings file.
func setting(_ text: String) -> YAMLNode? {
  FrontMatter(settings: Array(text.utf8)).fields.first?.value
}
