import Testing

@testable import VaultSync

/// What docs/vault-format.md, part M, says beyond the conflict table; every story is merged in both orders.
@Suite("Merge of trees: notes")
struct TreeMergeTests {
  @Test("notes that moved", arguments: rows)
  func moved(row: ConflictCase) throws { try row.expectInMemory() }

  private static let provisional = ProvisionalIDs.of("a.md")

  private static let rows: [ConflictCase] = [
    ConflictCase(
      "moved and edited here, edited there: both, joined by the id",
      ["a.md": note("1", "", "one\ntwo\n")],
      laptop: ["a.md": nil, "in/b.md": note("1", "", "one\ntwo!\n")],
      phone: ["a.md": note("1", "", "zero\none\ntwo\n")],
      ends: ["in/b.md": note("1", "", "zero\none\ntwo!\n")],
      told: ["in/b.md: moved from a.md", "in/b.md: merged"]),
    ConflictCase(
      "two notes that swapped their paths here, edited there",
      ["a.md": note("1", "", "a\n"), "b.md": note("2", "", "b\n")],
      laptop: ["a.md": note("2", "", "b\n"), "b.md": note("1", "", "a\n")],
      phone: ["a.md": note("1", "", "a!\n")],
      ends: ["a.md": note("2", "", "b\n"), "b.md": note("1", "", "a!\n")], told: nil),
    ConflictCase(
      "a note without an id, moved with its provisional id stored", ["a.md": "one\n"],
      laptop: ["a.md": nil, "b.md": note(provisional, "", "one\n")], phone: ["a.md": "one!\n"],
      ends: ["b.md": note(provisional, "", "one!\n")], told: nil),
  ]

  @Test("updated says which side is later, where it was moved forward")
  func updatedDecides() throws {
    let story = MergeStory(
      ["a.md": note("1", "updated: 2026-01-01\nweather: fog\n", "x\n")],
      left: ["a.md": note("1", "updated: 2040-01-03\nweather: rain\n", "x\n")],
      right: ["a.md": note("1", "updated: 2026-01-01\nweather: sun\n", "x\n")])
    #expect(try story.merge().files["a.md"]?.contains("rain") == true)
  }

  private static let copy = ConflictCase.copy("a")

  /// Both sides have changed the one line of `a.md`.
  private func conflict(_ others: [String: String] = [:]) -> MergeStory {
    MergeStory(
      others.merging(["a.md": note("1", "", "one\n")]) { $1 },
      left: ["a.md": note("1", "", "left\n")], right: ["a.md": note("1", "", "right\n")])
  }

  @Test("a taken name of a copy gets -2, in whatever letter case it is taken")
  func takenCopyName() throws {
    let taken = "A.Conflict-Laptop-20330518t043320z.md"
    #expect(
      try conflict([taken: "mine\n"]).merge().files.keys.sorted()
        == [taken, "a.conflict-laptop-20330518T043320Z-2.md", "a.md"])
  }

  @Test("a conflict that was merged before has its copy already")
  func sameCopyAgain() throws {
    var story = conflict()
    let text = try #require(try story.merge().files[Self.copy])
    story.right[Self.copy] = text
    let again = try story.merge()
    #expect(again.files.keys.sorted() == [Self.copy, "a.md"])
    #expect(again.files[Self.copy] == text)
  }

  @Test(
    "a change of id, updated or line ends alone does not outlive a delete",
    arguments: [
      note("1", "updated: 2026-02-02\n", "one\n"), note("2", "updated: 2026-01-01\n", "one\n"),
      "---\r\nid: 1\r\nupdated: 2026-01-01\r\n---\r\none\r\n",
      "---\nid: 1\nupdated: 2026-01-01\n---\none",
    ])
  func identityAndDelete(text: String) throws {
    let story = MergeStory(
      ["a.md": note("1", "updated: 2026-01-01\n", "one\n"), "a.media/x.jpg": "X"],
      left: ["a.md": nil, "a.media/x.jpg": nil], right: ["a.md": text])
    // A new id makes it another note, with media of its own.
    let isOther = text.contains("id: 2")
    #expect(try story.merge().files.keys.sorted() == (isOther ? ["a.md", "a.media/x.jpg"] : []))
  }

  @Test("one id in several files of one side, where the base's path is gone: the smallest path")
  func copiedOnOneSide() throws {
    let story = MergeStory(
      ["m.md": note("1", "", "one\n")],
      left: ["b.md": note("1", "", "copy\n"), "m.md": nil, "c.md": note("1", "", "one\n")],
      right: ["m.md": note("1", "", "one!\n")])
    #expect(
      try story.merge().files.mapValues { $0.contains("!") || $0.contains("copy") }
        == ["b.md": true, "c.md": false, ConflictCase.copy("b"): true])
  }

  @Test("a note that both sides copied to different places stays three files")
  func copiedOnBothSides() throws {
    let story = MergeStory(
      ["m.md": note("1", "", "one\n")], left: ["b.md": note("1", "", "left\n")],
      right: ["c.md": note("1", "", "right\n")])
    #expect(try story.merge().files.keys.sorted() == ["b.md", "c.md", "m.md"])
    #expect(story.store.scans == 2)
  }

  @Test("nothing is read but what changed, no folder is listed, and no history is asked")
  func reads() throws {
    var base: [String: String] = [:]
    for number in 0..<500 { base["\(number % 7)/\(number).md"] = note("\(number)", "", "x\n") }
    var story = MergeStory(base)
    story.left["0/0.md"] = note("0", "", "left\n")
    story.right["1/1.md"] = note("1", "", "right\n")
    _ = try story.merge()
    // Two versions of two notes, in two orders.
    #expect(story.store.blobsRead == 8)
    #expect(story.store.foldersRead == 0)
    #expect(story.store.scans == 0)
  }
}
