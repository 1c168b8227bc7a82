import Testing
import VaultFormat

@testable import VaultIndex

@Suite("Parsing queries")
struct QueryParserTests {
  /// 2026-11-20T17:03:11Z, a Friday.
  private static var parser: QueryParser { QueryParser(now: 1_795_194_191, zone: .utc) }

  private static func read(_ text: String) throws -> NoteQuery {
    var query = NoteQuery()
    try parser.read(text, into: &query)
    return query
  }

  @Test("words, phrases and exclusions")
  func texts() throws {
    let query = try Self.read(
      "Sofa -draft \"first step\" -\"not this\" 12:30 https://x.y/z?a=b tags:x Tag:y -since=2020")
    #expect(query.texts == ["Sofa", "first step", "12:30", "https://x.y/z?a=b", "tags:x", "Tag:y"])
    #expect(query.excludedTexts == ["draft", "not this", "since=2020"])
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
        PropertyCondition("category", .isOne(of: ["walk"])),
        PropertyCondition("place", .contains("Café am Park")),
        PropertyCondition("people", .isOne(of: ["kaia"])),
      ])
    #expect(query.texts.isEmpty && query.excludedTexts.isEmpty)
  }

  @Test("the prefixes of the journal")
  func journal() throws {
    let query = try Self.read(
      "person:Aia author:Ana weather:rain prompt:funny-2 tracker:water favorite:yes publish:no sealed:yes kind:memory "
        + "milestone:yes milestone:first-steps has:photo has:mood")
    let today = try #require(CalendarDay("2026-11-20"))
    #expect(
      query.properties == [
        PropertyCondition("people", .isOne(of: ["Aia"])),
        PropertyCondition("author", .isOne(of: ["Ana"])),
        PropertyCondition("weather", .isOne(of: ["rain"])),
        PropertyCondition("prompt", .isOne(of: ["funny-2"])),
        PropertyCondition("tracker", .isOne(of: ["water"])), .isTrue("favorite"),
        .isTrue("publish", isNegated: true), PropertyCondition("open_after", .opensAfter(today)),
        PropertyCondition("milestone", .absent), PropertyCondition("milestone", .present),
        PropertyCondition("milestone", .isOne(of: ["first-steps"])),
        PropertyCondition("mood", .present),
      ])
    #expect(query.mediaKinds == [.photo] && query.texts.isEmpty)
  }

  @Test("every prefix can be excluded, but for age:")
  func excludedPrefixes() throws {
    let query = try Self.read(
      "-since:2026 -on:today -kind:photo -is:person -pinned:yes -has:media -has:audio -category:day "
        + "-favorite:yes -milestone:yes -tag:x")
    #expect(query.excludedTexts.isEmpty && query.texts.isEmpty && query.tags.isEmpty)
    #expect(
      query.times == [
        .not(.since(try Self.parser.date("2026"))), .not(.on(try Self.parser.date("today"))),
      ])
    #expect(query.excludedKinds == [.photo] && query.kinds.isEmpty)
    #expect(query.files == [nil, .tracker, .circle, .book, .comment])
    #expect(query.isPinned == false && query.hasMedia == false)
    #expect(query.excludedMediaKinds == [.audio] && query.excludedTags.map(\.text) == ["x"])
    #expect(
      query.properties == [
        PropertyCondition("category", .isOne(of: ["day"])).negated,
        .isTrue("favorite", isNegated: true), PropertyCondition("milestone", .present).negated,
      ])
    #expect(throws: QueryParser.Failure.notExcludable(prefix: "age")) {
      try Self.read("-age:\"kaia 1y\"")
    }
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
    (
      "kind:",
      .value(
        prefix: "kind", value: "", allowed: "text, photo, audio, video, mixed, milestone, memory")
    ),
    (
      "kind:film",
      .value(
        prefix: "kind", value: "film",
        allowed: "text, photo, audio, video, mixed, milestone, memory")
    ),
    ("pinned:", .value(prefix: "pinned", value: "", allowed: "yes, no")),
    ("pinned:perhaps", .value(prefix: "pinned", value: "perhaps", allowed: "yes, no")),
    ("since:", nil), ("until:someday", nil), ("on:2026-02-30", nil),
    ("ok since:\"last whenever\"", nil),
  ]

  @Test("a word that is repeated counts once, and there are so many words and values")
  func limit() throws {
    let words = (0..<64).map { "-w\($0)" }.joined(separator: " ")
    let query = try Self.read("\(words) \(words) -w0")
    #expect(query.excludedTexts.count == 64)
    let tooMany = QueryParser.Failure.tooMany(limit: 64)
    let tags = (0..<64).map { "t\($0)" }.joined(separator: ",")
    #expect(try Self.read("tag:\(tags)").tags.count == 64)
    for text in ["\(words) more", "\(words) tag:a", "tag:\(tags),x", "-tag:\(tags) since:2026"] {
      #expect(throws: tooMany) { try Self.read(text) }
    }
    var others = NoteQuery()
    others.anyTags = (0..<65).compactMap { Tag("t\($0)") }
    let query65 = others
    #expect(throws: tooMany) { try Self.parser.check(query65) }
  }

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
