import TestSupport
import Testing
import VaultFormat

@testable import VaultIndex

@Suite("Matching of queries")
struct QueryMatcherTests {
  private static let texts = [
    "a", "ab", "a/b", "a/b/c", "a-b", "b", "b/a", "/a", "a/", "k", "\u{212A}", "é", "e\u{301}",
    "é/b",
    "e\u{301}/b", "a\nb", "A", "東京", "東京/b",
  ]

  @Test("a phrase is found over a line end of a paragraph, and not over two paragraphs")
  func wrapped() {
    func isFound(_ phrase: String, _ body: String) -> Bool {
      var query = NoteQuery()
      query.texts = [phrase]
      var scratch = FoldingScratch()
      return Array(body.utf8).withUnsafeBufferPointer { bytes in
        let texts = QueryMatcher.NoteTexts(
          body: bytes, title: .init(start: nil, count: 0), tags: .init(start: nil, count: 0),
          name: .init(start: nil, count: 0), aliases: .init(start: nil, count: 0))
        return QueryMatcher(query).allowsText(in: texts, scratch: &scratch)
      }
    }
    for body in [
      "the first\nsteps", "The First\r\n  steps", "> the first\n> steps", "first  steps",
      "- the first\n\tsteps of", "first steps",
    ] {
      #expect(isFound("first steps", body), "\(body)")
    }
    for body in ["first\n\nsteps", "> first\n>\n> steps", "steps\nfirst", "first\nstep"] {
      #expect(!isFound("first steps", body), "\(body)")
    }
  }

  @Test("tags match as bytes as they do as text")
  func tags() throws {
    try withSeed { generator, _ in
      func random(_ counts: ClosedRange<Int>) -> [VaultFormat.Tag] {
        (0..<Int.random(in: counts, using: &generator)).compactMap { _ in
          Self.texts.randomElement(using: &generator).flatMap { VaultFormat.Tag($0) }
        }
      }
      for _ in 0..<20_000 {
        var query = NoteQuery()
        query.tags = random(0...2)
        query.anyTags = random(0...2)
        query.excludedTags = random(0...1)
        let tags = VaultFormat.Tag.unique(random(0...4))
        var list = TagList()
        list.set(tags)
        let matcher = QueryMatcher(query)
        #expect(
          matcher.allows(tagList: list.bytes[...]) == matcher.allows(tags: tags), "\(query) \(tags)"
        )
      }
    }
  }
}

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

@Suite("Words and phrases of a query")
struct QueryTokenTests {
  /// Each token: `-` where it is excluded, the text in brackets, `p:v` where it may be a prefix and a value.
  static let table: [(String, String)] = [
    ("", ""), ("  \t\n ", ""), ("sofa", "[sofa]"), ("two words", "[two] [words]"),
    ("\u{3000}公園\u{3000}散歩\u{A0}x\u{2003}y\u{2028}z\u{85}w", "[公園] [散歩] [x] [y] [z] [w]"),
    ("zero\u{200B}width", "[zero\u{200B}width]"),
    ("-draft", "-[draft]"), ("- draft", "[-] [draft]"), ("-", "[-]"), ("--", "[--]"),
    ("a -- b", "[a] [--] [b]"),
    ("--x", "-[-x]"), ("a-b", "[a-b]"), ("a- -b", "[a-] -[b]"),
    ("\"a b\"", "[a b]"), ("-\"a b\"", "-[a b]"), ("\"-a\"", "[-a]"), ("\"a", "[a]"),
    ("\"a b  c ", "[a b  c ]"),
    ("\"\"", ""), ("-\"\"", ""), ("\"-\"", "[-]"), ("-\"-\"", "-[-]"), ("\" \"", "[ ]"),
    ("a\"b c\"d", "[ab cd]"),
    ("\"a\"\"b\"", "[ab]"), ("\"a\" \"b\"", "[a] [b]"), ("x \"", "[x]"),
    ("tag:a", "[tag:a](tag=a)"), ("tag:\"a b\"", "[tag:a b](tag=a b)"),
    ("tag:a\" b\"", "[tag:a b](tag=a b)"),
    ("\"tag:a\"", "[tag:a]"), ("\"tag\":a", "[tag:a]"), ("t\"ag\":a", "[tag:a]"),
    ("tag\":\"a", "[tag:a]"),
    ("tag:", "[tag:](tag=)"), ("tag:\"\"", "[tag:](tag=)"), ("-tag:a", "-[tag:a](tag=a)"),
    (":", "[:](=)"),
    ("12:30", "[12:30](12=30)"), ("https://x.y", "[https://x.y](https=//x.y)"),
    ("a:b:c", "[a:b:c](a=b:c)"),
    ("e\u{301}:x", "[e\u{301}:x](e\u{301}=x)"), ("tag:\u{301}x", "[tag:\u{301}x](tag=\u{301}x)"),
    ("“a b”", "[“a] [b”]"),
  ]

  @Test("a table of queries", arguments: table)
  func tokens(_ query: String, _ expected: String) {
    let tokens = QueryToken.tokens(of: query).map { token in
      let prefix = token.prefixAndValue.map { "(\($0.prefix)=\($0.value))" } ?? ""
      return "\(token.isExcluded ? "-" : "")[\(token.text)]\(prefix)"
    }
    #expect(Array(tokens.joined(separator: " ").utf8) == Array(expected.utf8), "\(tokens)")
  }
}
