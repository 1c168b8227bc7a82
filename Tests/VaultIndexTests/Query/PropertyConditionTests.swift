import Testing
import VaultFormat

@testable import VaultIndex

@Suite("Conditions on keys")
struct PropertyConditionTests {
  /// Front matter, a condition, and whether it holds.
  static let table: [(String, PropertyCondition, Bool)] = [
    ("mood: calm", PropertyCondition("mood", .equals("CALM")), true),
    ("mood: calm", PropertyCondition("mood", .equals("cal")), false),
    ("mood: calm", PropertyCondition("Mood", .equals("calm")), false),
    ("mood: Café", PropertyCondition("mood", .equals("cafe")), true),
    ("mood: Café", PropertyCondition("mood", .contains("AF")), true),
    ("mood: [a, calm]", PropertyCondition("mood", .equals("calm")), true),
    ("mood: {x: calm}", PropertyCondition("mood", .equals("calm")), true),
    ("mood: {calm: x}", PropertyCondition("mood", .equals("calm")), false),
    ("n: 0x10", PropertyCondition("n", .equals("0x10")), true),
    ("n: null", PropertyCondition("n", .equals("null")), true),
    ("n: 'null'", PropertyCondition("n", .present), true),
    ("n: 'null'", PropertyCondition("n", .absent), false),
    ("n: null", PropertyCondition("n", .present), false),
    ("n: null", PropertyCondition("n", .absent), true),
    ("n: ~", PropertyCondition("n", .absent), true), ("n:", PropertyCondition("n", .absent), true),
    ("n: ''", PropertyCondition("n", .absent), true),
    ("n: [~]", PropertyCondition("n", .present), false),
    ("n: []", PropertyCondition("n", .absent), true),
    ("n: {}", PropertyCondition("n", .present), false),
    ("n: [[1]]", PropertyCondition("n", .present), true),
    ("n: 0", PropertyCondition("n", .present), true),
    ("x: 1", PropertyCondition("n", .absent), true),
    ("x: 1", PropertyCondition("n", .present), false),
    ("tags: [broken", PropertyCondition("n", .absent), true),
    ("tags: [broken", PropertyCondition("tags", .present), false),
    ("modified: 2026", PropertyCondition("updated", .equals("2026")), true),
    ("uid: a\nid: b", PropertyCondition("uuid", .equals("b")), true),
    ("location: Park", PropertyCondition("place", .contains("park")), true),
    ("locality: Köln", PropertyCondition("place", .contains("koln")), true),
    ("locality: Köln", PropertyCondition("location", .contains("koln")), true),
    ("place: Köln", PropertyCondition("locality", .contains("koln")), false),
    ("place: Park\nlocality: Bonn", PropertyCondition("place", .equals("bonn")), true),
    ("people: [Kaia, Ü]", PropertyCondition("people", .equals("u")), true),
  ]

  @Test("a table of conditions", arguments: table)
  func holds(_ frontMatter: String, _ condition: PropertyCondition, _ expected: Bool) {
    let document = NoteDocument(Array("---\n\(frontMatter)\n---\n".utf8))
    #expect(condition.holds(for: document.frontMatter, folding: FoldingOptions()) == expected)
  }

  @Test("without front matter every key is missing")
  func noFrontMatter() {
    #expect(PropertyCondition("a", .absent).holds(for: nil, folding: FoldingOptions()))
    #expect(!PropertyCondition("a", .present).holds(for: nil, folding: FoldingOptions()))
    #expect(!PropertyCondition("a", .equals("")).holds(for: nil, folding: FoldingOptions()))
  }

  @Test("case and accents count if the search says so")
  func exact() {
    let document = NoteDocument(Array("---\nmood: Café\n---\n".utf8))
    let exact = FoldingOptions(ignoresCase: false, ignoresAccents: false)
    #expect(
      !PropertyCondition("mood", .equals("café")).holds(for: document.frontMatter, folding: exact))
    #expect(
      !PropertyCondition("mood", .equals("Cafe")).holds(for: document.frontMatter, folding: exact))
    #expect(
      PropertyCondition("mood", .equals("Cafe\u{301}")).holds(
        for: document.frontMatter, folding: exact))
  }
}
