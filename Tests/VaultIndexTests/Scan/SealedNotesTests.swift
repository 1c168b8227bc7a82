import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Sealed notes")
struct SealedNotesTests {
  private static let today = CalendarDay(year: 2026, month: 11, day: 22)!
  private static let secret = """
    ---
    id: letter
    created: 2026-05-17T08:00:00Z
    open_after: 2043-05-17
    tags: [eighteen]
    mood: tender
    place: Attic
    aliases: [the letter]
    people: [Kaia]
    ---
    # When you are eighteen

    Dear one.

    """

  private static func vault(_ further: [String: String] = [:]) throws -> TemporaryFolder {
    let files = [
      "2026/letter.md": secret, "2026/letter.media/cake.jpg": "photo",
      "open.md": "---\nid: open\ncreated: 2026-05-18T08:00:00Z\n---\n# Open\n",
    ]
    return try TemporaryFolder(files.merging(further) { $1 })
  }

  private static func scan(
    _ folder: TemporaryFolder, _ words: String = "", on today: CalendarDay = today,
    keepsText: Bool = true
  ) throws -> VaultIndex {
    var query = NoteQuery()
    let parser = QueryParser(now: 1_795_000_000, zone: .utc)
    try parser.read(words, into: &query)
    return try VaultScanner(
      VaultFolder(opening: folder.path), zone: .utc, threads: 2, sealedOn: today
    ).scan(query, keepsText: keepsText)
  }

  private static func paths(_ index: VaultIndex) -> Set<String> {
    Set(index.positions.map { index.path($0).text })
  }

  @Test("have a title that says when they open, no tags, and their place in the timeline")
  func shown() throws {
    let index = try Self.scan(Self.vault())
    let letter = try #require(index.notes(withID: "letter").first)
    #expect(index.title(letter) == "Sealed until 2043-05-17")
    #expect(index.tags(letter).isEmpty && index.place(letter) == nil)
    #expect(index.opening(letter) == CalendarDay(year: 2043, month: 5, day: 17))
    #expect(index[letter].date.rfc3339 == "2026-05-17T08:00:00Z")
    let other = try #require(index.notes(withID: "open").first)
    #expect(index.title(other) == "Open" && index.opening(other) == nil)
  }

  @Test(
    "are found by no word, tag, key or medium",
    arguments: [
      "eighteen", "tag:eighteen", "has:mood", "people:Kaia", "dear", "the letter",
      "kind:photo", "has:media", "letter",
    ])
  func hidden(_ words: String) throws {
    let folder = try Self.vault()
    #expect(try Self.paths(Self.scan(folder, words)).isEmpty, "\(words)")
    #expect(try Self.paths(Self.scan(folder, words, keepsText: false)).isEmpty, "\(words)")
    let opened = CalendarDay(year: 2043, month: 5, day: 17)!
    #expect(try Self.paths(Self.scan(folder, words, on: opened)) == ["2026/letter.md"], "\(words)")
  }

  @Test("are found by their day and by sealed:yes", arguments: ["on:2026-05-17", "sealed:yes"])
  func found(_ words: String) throws {
    #expect(try Self.paths(Self.scan(Self.vault(), words)) == ["2026/letter.md"])
  }

  @Test("a regular expression does not find them, not even one that matches nothing")
  func pattern() throws {
    var query = NoteQuery()
    query.pattern = ".*"
    let folder = try Self.vault()
    let index = try VaultScanner(
      VaultFolder(opening: folder.path), zone: .utc, threads: 2, sealedOn: Self.today
    ).scan(query)
    #expect(Self.paths(index) == ["open.md"])
  }

  @Test("what a query excludes says nothing about them")
  func excluded() throws {
    #expect(try Self.paths(Self.scan(Self.vault(), "-tag:eighteen")).contains("2026/letter.md"))
    #expect(try Self.paths(Self.scan(Self.vault(), "-dear")).contains("2026/letter.md"))
  }

  @Test("open on their day", arguments: [("2043-05-16", true), ("2043-05-17", false)])
  func opens(_ day: String, _ isSealed: Bool) throws {
    let today = try #require(NoteTime(day, zone: .utc)?.day)
    let index = try Self.scan(Self.vault(), on: today)
    let letter = try #require(index.notes(withID: "letter").first)
    #expect((index.opening(letter) != nil) == isSealed)
  }

  @Test("front matter that needs libyaml is sealed too")
  func foreign() throws {
    let text = "---\nid: odd\nopen_after: 2043-05-17\nkey: &a {b: [c]}\n---\n# Secret\n"
    let index = try Self.scan(Self.vault(["odd.md": text]))
    let odd = try #require(index.notes(withID: "odd").first)
    #expect(index.title(odd) == "Sealed until 2043-05-17")
  }

  @Test("a conflict copy is sealed while its note is, whatever keys it has")
  func copies() throws {
    let copy =
      "---\nid: other\nconflict_of: letter\nconflict_from: phone\nplace: Attic\n---\n# When you are eighteen\n\nDear one!\n"
    let stray = "---\nid: stray\nconflict_of: open\n---\n# Dear reader\n"
    let folder = try Self.vault(["2026/letter-conflict.md": copy, "stray.md": stray])
    let index = try Self.scan(folder)
    let other = try #require(index.notes(withID: "other").first)
    #expect(index.title(other) == "Sealed until 2043-05-17" && index.place(other) == nil)
    #expect(try Self.paths(Self.scan(folder, "dear")) == ["stray.md"])
    #expect(
      try Self.paths(Self.scan(folder, "has:conflict_of"))
        == ["2026/letter-conflict.md", "stray.md"])
    let opened = CalendarDay(year: 2043, month: 5, day: 17)!
    #expect(try Self.paths(Self.scan(folder, "dear", on: opened)).count == 3)
  }

  @Test("a vault that shows nothing is read as it is")
  func unsealed() throws {
    let folder = try Self.vault()
    let index = try VaultScanner(
      VaultFolder(opening: folder.path), zone: .utc, threads: 2, sealedOn: nil
    ).scan()
    let letter = try #require(index.notes(withID: "letter").first)
    #expect(index.title(letter) == "When you are eighteen")
  }

  @Test("nothing of what is written in one stands in what is shown of it")
  func law() throws {
    try withSeed(cases: 300) { random in
      let words = (0..<5).map { _ in "w\(random.next(upperBound: UInt64(1) << 40))" }
      let text = """
        ---
        id: x\(random.next(upperBound: UInt64(1000)))
        title: \(words[0])
        tags: [\(words[1])]
        open_after: 2043-05-17
        \(words[2]): \(words[3])
        ---
        \(words[4])

        """
      let shown = NoteDocument(Array(text.utf8)).sealed(until: Self.today)
      let result = String(decoding: shown.bytes, as: UTF8.self)
      for word in words { #expect(!result.contains(word), "\(result)") }
      #expect(
        NoteMetadata(of: shown, zone: .utc).id
          == NoteMetadata(of: NoteDocument(Array(text.utf8)), zone: .utc).id)
      #expect(shown.sealed(until: Self.today).bytes == shown.bytes)
    }
  }
}
