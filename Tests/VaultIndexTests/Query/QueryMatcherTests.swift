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
