import Testing

@testable import VaultSync

@Suite("Merge of trees: names")
struct PlacingTests {
  @Test(
    "two new notes at one path: both kept, the earlier one gets -2",
    arguments: [
      ("2026-11-20.md", "2026-11-20.md", "2026-11-20-2.md"),
      ("Straße.md", "STRASSE.md", "Straße-2.md"),
      ("caf\u{E9}.md", "cafe\u{301}.md", "caf\u{E9}-2.md"), ("in/A.md", "IN/a.md", "in/A-2.md"),
    ])
  func newNotes(left: String, right: String, renamed: String) throws {
    let merged = try MergeStory(
      ["z.md": "z\n"], left: [left: note("1", "", "left\n")],
      right: [right: note("2", "", "right\n")]
    ).merge()
    #expect(
      Set(merged.files.keys.map(Array.init)) == Set(["z.md", right, renamed].map(Array.init)))
    #expect(merged.files[right] == note("2", "", "right\n"))
    #expect(merged.files[renamed] == note("1", "", "left\n"))
    #expect(merged.events.map(\.kind.told) == ["renamed, not \(left)"])
  }

  @Test("every story, in both orders", arguments: rows)
  func merged(row: ConflictCase) throws { try row.expectInMemory() }

  private static let rows: [ConflictCase] = [
    ConflictCase(
      "notes without ids at one path: other text is another note", ["z.md": "z\n"],
      laptop: ["d.md": "same\n"], phone: ["d.md": "other\n", "e.md": "e\n"],
      ends: ["z.md": "z\n", "d.md": "other\n", "d-2.md": "same\n", "e.md": "e\n"], told: nil),
    ConflictCase(
      "a note that was there keeps its name before one that comes",
      ["a.md": note("1", "", "one\n"), "z.md": "z\n"],
      laptop: ["a.md": note("1", "", "one!\n")], phone: ["a.md": note("2", "", "two\n")],
      ends: ["a.md": note("1", "", "one!\n"), "a-2.md": note("2", "", "two\n"), "z.md": "z\n"],
      told: ["a-2.md: renamed, not a.md", "a.md: edit survived delete"]),
    ConflictCase(
      "a file and a folder whose names differ in case: the file gets -2", ["z.md": "z\n"],
      laptop: ["plan": "a file\n"], phone: ["PLAN/a.md": "a note\n"],
      ends: ["z.md": "z\n", "plan-2": "a file\n", "PLAN/a.md": "a note\n"], told: nil),
    ConflictCase(
      "a file takes the place of a folder in which the other side changed a note",
      ["plan/a.md": "a\n", "plan/b.md": "b\n"],
      laptop: ["plan/a.md": nil, "plan/b.md": nil, "plan": "a file\n"],
      phone: ["plan/a.md": "a!\n"], ends: ["plan-2": "a file\n", "plan/a.md": "a!\n"],
      told: nil),
    ConflictCase(
      "a note renamed in case only here, edited there", ["a.md": note("1", "", "a\n")],
      laptop: .moving(["a.md": "A.md"]), phone: ["a.md": note("1", "", "a!\n")],
      ends: ["A.md": note("1", "", "a!\n")], told: nil),
  ]

  @Test("notes without ids and with one text, whose paths differ in case, are one")
  func equalTexts() throws {
    let story = MergeStory(
      ["z.md": "z\n"], left: ["d.md": "same\n"], right: ["D.md": "same\n"])
    #expect(try story.merge().files.count == 2)
  }

  @Test("the number is one that is free, in whatever case, with its media folder and its twin")
  func freeNumbers() throws {
    let story = MergeStory(
      ["D-2.md": "x\n", "d-3.media/x.jpg": "X", "d-4.markdown": "y\n"],
      left: ["d.md": note("1", "", "left\n")], right: ["d.md": note("2", "", "right\n")])
    #expect(try story.merge().files["d-5.md"] == note("1", "", "left\n"))
  }

  @Test(
    "a file where the merge makes a media folder gets -2, whoever added it",
    arguments: [true, false], ["a.media", "A.media"])
  func fileAndMediaFolder(isLeft: Bool, file: String) throws {
    var story = MergeStory(
      ["c.md": note("1", "", "text\n"), "z.md": "z\n"], left: .moving(["c.md": "a.md"]),
      right: ["c.media/x.jpg": "X"])
    if isLeft { story.left[file] = "a file" } else { story.right[file] = "a file" }
    let gaveWay = file == "a.media" ? "a-2.media" : "A-2.media"
    #expect(
      try story.merge().files
        == [
          "a.md": note("1", "", "text\n"), "a.media/x.jpg": "X", gaveWay: "a file", "z.md": "z\n",
        ])
  }

  @Test("the number of a file is not that of a media folder, in whatever case")
  func numbersOfMediaFolders() throws {
    let story = MergeStory(
      ["c.md": note("1", "", "text\n"), "z.md": "z\n"],
      left: ["A.md": note("1", "", "text\n"), "A.media/x.jpg": "X", "a.media": "a file"],
      right: ["a.md": "another\n", "a.media/y.jpg": "Y"])
    #expect(
      try story.merge().files.keys.sorted() == [
        "A-2.md", "A-2.media/x.jpg", "a-3.media", "a.md", "a.media/y.jpg", "c.md", "z.md",
      ])
  }

  @Test("names that clash on one side already are left alone")
  func clashOfOneSide() throws {
    let story = MergeStory(
      ["a.md": note("1", "", "a\n")],
      left: ["A.md": note("2", "", "A\n"), "a.md": note("1", "", "a!\n")],
      right: ["r.md": "r\n"])
    #expect(try story.merge().files.keys.sorted() == ["A.md", "a.md", "r.md"])
  }
}
