import Testing
import VaultFormat

@testable import Journal

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
