import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@Suite("The tags of a vault")
struct TagCountTests {
  private func index(_ notes: [String]) throws -> VaultIndex {
    try withTemporaryFolder { folder in
      for (number, note) in notes.enumerated() {
        try folder.write(note, to: "\(number % 3)/\(number).md")
      }
      let vault = try VaultFolder(opening: folder.path)
      return try VaultScanner(vault, zone: TimeZoneRules { _ in 0 }, threads: 2, sealedOn: nil)
        .scan()
    }
  }

  @Test("are counted once a note, by name, nested ones apart")
  func counts() throws {
    let index = try index([
      "---\ntags: [b, a/x, B]\n---\n", "---\ntags: b, A/X\n---\n", "---\nkeywords:\n- a\n---\n",
      "text\n",
    ])
    #expect(index.tagCounts.map(\.tag.text) == ["a", "a/x", "b"])
    #expect(index.tagCounts.map(\.count) == [1, 2, 2])
  }

  @Test("the most frequent spelling of one tag is given, on every run")
  func spellings() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    for _ in 0..<5 {
      let notes = [decomposed, composed, decomposed].map { "---\ntags: [\($0)]\n---\n" }
      let count = try #require(try index(notes).tagCounts.first)
      #expect(count.count == 3)
      #expect(Array(count.tag.text.utf8) == Array(decomposed.utf8))
    }
  }

  @Test("notes that cannot be read are known")
  func broken() throws {
    let index = try index([
      "---\ntags: [a]\n---\n", "---\ntags: [a\n---\n", "---\ntags: [B]\n---\n",
    ])
    #expect(index.brokenNotes.map(\.text) == ["1/1.md"])
  }

  @Test("lead to their notes, from a nested one's parent too")
  func notesOfATag() throws {
    let index = try index(
      ["---\ntags: [A/b]\n---\n", "---\ntags: [ab, c]\n---\n", "---\ntags: [c, a]\n---\n"])
    let tag = try #require(Tag("a"))
    #expect(index.notes(taggedWithin: tag).map { index.path($0).text } == ["0/0.md", "2/2.md"])
  }
}
