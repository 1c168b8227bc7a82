import Testing

@testable import Git
@testable import VaultSync

/// Besides the rows of `ConflictTableFileTests`.
@Suite("Merge of trees: files that are no notes")
struct OtherFilesMergeTests {
  @Test("every story, in both orders", arguments: rows)
  func merged(row: ConflictCase) throws { try row.expectInMemory() }

  private static let rows: [ConflictCase] = [
    ConflictCase(
      "settings merge key by key, format takes the greater",
      [".tl/config.yaml": "format: 1\ntimezone: UTC\n"],
      laptop: [".tl/config.yaml": "format: 2\ntimezone: UTC\n"],
      phone: [".tl/config.yaml": "format: 1\ntimezone: Europe/Berlin\n"],
      ends: [".tl/config.yaml": "format: 2\ntimezone: Europe/Berlin\n"], told: nil),
    ConflictCase(
      "below dot folders of media the later version stays, the other is named",
      ["n.media/.thumbs/app.json": "a\nb\nc\n", "n.md": "n\n"],
      laptop: ["n.media/.thumbs/app.json": "A\nb\nc\n"],
      phone: ["n.media/.thumbs/app.json": "a\nb\nC\n"],
      ends: ["n.media/.thumbs/app.json": "a\nb\nC\n", "n.md": "n\n"],
      told: ["n.media/.thumbs/app.json: other version of laptop"]),
    ConflictCase(
      "changed here, deleted there: the change survives", ["list.txt": "one\n", "gone.txt": "x\n"],
      laptop: ["list.txt": nil, "gone.txt": nil], phone: ["list.txt": "two\n"],
      ends: ["list.txt": "two\n"], told: ["list.txt: edit survived delete"]),
    ConflictCase(
      "moved here, changed there: both", ["list.txt": "one\n"],
      laptop: .moving(["list.txt": "in/list.txt"]), phone: ["list.txt": "two\n"],
      ends: ["in/list.txt": "two\n"], told: nil),
    ConflictCase(
      "new on both sides at one path: both, the earlier one gets -2", ["z.md": "z\n"],
      laptop: ["list.txt": "left\n"], phone: ["list.txt": "right\n"],
      ends: ["z.md": "z\n", "list.txt": "right\n", "list-2.txt": "left\n"], told: nil),
    ConflictCase(
      "an empty base: what is equal is one, all else is kept", nil,
      laptop: [
        "a.md": "same\n", "b.md": note("1", "tags: [hut]\n", "b\n"),
        ".tl/config.yaml": "format: 1\n",
      ],
      phone: [
        "a.md": "same\n", "b.md": note("1", "tags: [zoo]\n", "b\n"),
        ".tl/config.yaml": "format: 1\n", "r.md": "r\n",
      ],
      ends: [
        "a.md": "same\n", "b.md": note("1", "tags: [hut, zoo]\n", "b\n"), "r.md": "r\n",
        ".tl/config.yaml": "format: 1\n",
      ], told: nil),
  ]

  @Test(
    "rules keep the lines of both sides, whether they had the file before or not",
    arguments: [".gitignore", "in/.gitattributes", ".tlignore", ".obsidian/.gitignore"],
    ["a\n", nil])
  func rules(name: String, base: String?) throws {
    let merged = try MergeStory(
      base.map { [name: $0] } ?? [:], left: [name: "a\nx\nboth\n"], right: [name: "a\ny\nboth\n"]
    ).merge()
    #expect(merged.files == [name: "a\nx\ny\nboth\n"])
    #expect(merged.told == ["\(name): merged"])
  }

  @Test(
    "a note or a text that is too large to be read counts as a binary file",
    arguments: [".md", ".txt"])
  func tooLarge(ending: String) throws {
    let (name, long) = ("n" + ending, String(repeating: "long\n", count: 100))
    var story = MergeStory(
      ["a.md": note("1", "", "a\n")], left: [name: note("2", "", long)],
      right: ["a.md": note("1", "", "a!\n")])
    story.store.largestBlob = 400
    #expect(try story.merge().files == ["a.md": note("1", "", "a!\n"), name: note("2", "", long)])

    let (left, right) = (note("2", "", long + "left\n"), note("2", "", long + "right\n"))
    story = MergeStory([name: note("2", "", long)], left: [name: left], right: [name: right])
    story.store.largestBlob = 400
    #expect(
      try story.merge().files == [name: right, ConflictCase.copy("n", ending: ending): left])
  }

  @Test("made executable here, changed there: both")
  func modes() throws {
    var story = MergeStory(
      ["run.sh": "one\n", "a.md": note("1", "", "a\n")],
      right: ["run.sh": "two\n", "a.md": note("1", "", "b\n")])
    for path in ["run.sh", "a.md"] { story.left.setMode(.executable, of: path) }
    let merged = try story.merge()
    #expect(merged.files == ["run.sh": "two\n", "a.md": note("1", "", "b\n")])
    #expect(merged.modes == ["run.sh": .executable, "a.md": .executable])
  }

  @Test("links are kept as they are: the changed one, else the later one")
  func links() throws {
    var story = MergeStory(["z.md": "z\n"])
    story.left.link("here", to: "one")
    story.right.link("there", to: "two")
    #expect(try story.merge().modes == ["here": .link, "there": .link, "z.md": .file])
    story.right.link("here", to: "two")
    let merged = try story.merge()
    #expect(merged.files["here"] == "two")
    #expect(merged.told == ["here: other version of laptop"])
  }

  @Test("a file here, a link there: the file survives, and so does the link")
  func fileAndLink() throws {
    var story = MergeStory(
      ["a.md": note("1", "", "a\n")], right: ["a.md": note("1", "", "a!\n")])
    story.left.link("a.md", to: "b")
    let merged = try story.merge()
    #expect(merged.files == ["a.md": note("1", "", "a!\n"), "a-2.md": "b"])
    #expect(merged.modes["a-2.md"] == .link)
  }
}
