import Testing
import VaultFormat

@testable import VaultIndex

@Suite("Parsing queries")
struct QueryParserTests {
  /// 2026-11-20T17:03:11Z, a Friday.
  private static let parser = QueryParser(now: 1_795_194_191, zone: .utc)

  private static func read(_ text: String) throws -> NoteQuery {
    var query = NoteQuery()
    try parser.read(text, into: &query)
    return query
  }

  @Test("words, phrases and exclusions")
  func texts() throws {
    let query = try Self.read(
      "Sofa -draft \"first step\" -\"not this\" 12:30 https://x.y/z?a=b tags:x Tag:y -since:2020")
    #expect(query.texts == ["Sofa", "first step", "12:30", "https://x.y/z?a=b", "tags:x", "Tag:y"])
    #expect(query.excludedTexts == ["draft", "not this", "since:2020"])
    #expect(query.tags.isEmpty && query.times.isEmpty)
  }

  @Test("every prefix")
  func prefixes() throws {
    let query = try Self.read(
      "tag:A tag:\"b c\" tag:#d -tag:e since:2026 until:2026-11 on:today kind:Photo kind:text pinned:No category:walk "
        + "place:\"Café am Park\" people:kaia")
    #expect(query.tags.map(\.text) == ["a", "b c", "d"])
    #expect(query.excludedTags.map(\.text) == ["e"])
    #expect(
      query.times == [
        .since(try Self.parser.date("2026")), .until(try Self.parser.date("2026-11")),
        .on(try Self.parser.date("2026-11-20")),
      ])
    #expect(query.kinds == [.photo, .text])
    #expect(query.isPinned == false)
    #expect(
      query.properties == [
        PropertyCondition("category", .equals("walk")),
        PropertyCondition("place", .contains("Café am Park")),
        PropertyCondition("people", .equals("kaia")),
      ])
    #expect(query.texts.isEmpty && query.excludedTexts.isEmpty)
  }

  @Test("several tags are separated by commas")
  func tagLists() throws {
    let query = try Self.read("tag:a,B tag:\"c d, e\" -tag:f,g")
    #expect(query.tags.map(\.text) == ["a", "b", "c d", "e"])
    #expect(query.excludedTags.map(\.text) == ["f", "g"])
  }

  @Test("quotes make a prefix text")
  func quoted() throws {
    let query = try Self.read("\"tag:x\" \"pinned:yes\" \"since:nonsense\"")
    #expect(query.texts == ["tag:x", "pinned:yes", "since:nonsense"])
    #expect(query.tags.isEmpty && query.isPinned == nil)
  }

  @Test("conditions are added to a query")
  func added() throws {
    var query = try Self.read("one tag:a")
    try Self.parser.read("two tag:b pinned:yes", into: &query)
    #expect(query.texts == ["one", "two"] && query.tags.count == 2 && query.isPinned == true)
    #expect(try Self.read("").isEmpty && Self.read(" \"\" ").isEmpty && !Self.read("-").isEmpty)
  }

  static let failures: [(String, QueryParser.Failure?)] = [
    ("tag:", .emptyValue(prefix: "tag")), ("tag:#", .emptyValue(prefix: "tag")),
    ("-tag:", .emptyValue(prefix: "tag")),
    ("tag:\" \"", .emptyValue(prefix: "tag")), ("category:", .emptyValue(prefix: "category")),
    ("place:\"\"", .emptyValue(prefix: "place")), ("people:", .emptyValue(prefix: "people")),
    ("kind:", .value(prefix: "kind", value: "", allowed: "text, photo, audio, video, mixed")),
    (
      "kind:film",
      .value(prefix: "kind", value: "film", allowed: "text, photo, audio, video, mixed")
    ),
    ("pinned:", .value(prefix: "pinned", value: "", allowed: "yes, no")),
    ("pinned:perhaps", .value(prefix: "pinned", value: "perhaps", allowed: "yes, no")),
    ("since:", nil), ("until:someday", nil), ("on:2026-02-30", nil),
    ("ok since:\"last whenever\"", nil),
  ]

  @Test("invalid queries", arguments: failures)
  func failure(_ text: String, _ expected: QueryParser.Failure?) {
    let failure = #expect(throws: QueryParser.Failure.self) { try Self.read(text) }
    if let expected {
      #expect(failure == expected)
    } else if case .date? = failure {
    } else {
      Issue.record("\(text): \(String(describing: failure))")
    }
  }
}
