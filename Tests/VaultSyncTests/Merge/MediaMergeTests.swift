import Testing

@testable import VaultSync

/// Besides the rows of `ConflictTableFileTests`.
@Suite("Merge of trees: media")
struct MediaMergeTests {
  private static let text = note("1", "", "one\ntwo\n")
  private static let base = ["a.md": text, "a.media/x.jpg": "X"]
  private static let movedOver = FileEdits.moving(
    ["b.md": "a.md"],
    ["in/a.md": note("1", "", "other\n"), "a.media/x.jpg": "new", "y.md": "y\n"])

  @Test("every story, in both orders", arguments: rows)
  func merged(row: ConflictCase) throws { try row.expectInMemory() }

  private static let rows: [ConflictCase] = [
    ConflictCase(
      "changed on both sides: the later one keeps the name, the other gets -2", base,
      laptop: ["a.media/x.jpg": "left"], phone: ["a.media/x.jpg": "right"],
      ends: ["a.md": text, "a.media/x.jpg": "right", "a.media/x-2.jpg": "left"],
      told: ["a.media/x-2.jpg: renamed, not a.media/x.jpg"]),
    ConflictCase(
      "a link that both sides wrote alike leads to the picture that kept the name", base,
      laptop: [
        "a.md": note("1", "", "one\ntwo\n![](a.media/k.jpg)\n"), "a.media/k.jpg": "left",
      ],
      phone: ["a.md": note("1", "", "one\ntwo\n![](a.media/k.jpg)\n"), "a.media/k.jpg": "right"],
      ends: [
        "a.md": note("1", "", "one\ntwo\n![](a.media/k.jpg)\n"), "a.media/x.jpg": "X",
        "a.media/k.jpg": "right", "a.media/k-2.jpg": "left",
      ], told: nil),
    ConflictCase(
      "at different places one line of both sides leads to each side's picture", base,
      laptop: [
        "a.md": note("1", "", "![](a.media/k.jpg)\none\ntwo\n"), "a.media/k.jpg": "left",
      ],
      phone: ["a.md": note("1", "", "one\ntwo\n![](a.media/k.jpg)\n"), "a.media/k.jpg": "right"],
      ends: [
        "a.md": note("1", "", "![](a.media/k-2.jpg)\none\ntwo\n![](a.media/k.jpg)\n"),
        "a.media/x.jpg": "X", "a.media/k.jpg": "right", "a.media/k-2.jpg": "left",
      ], told: nil),
    ConflictCase(
      "the number is one that no picture has",
      ["a.md": text, "a.media/x.jpg": "X", "a.media/X-2.JPG": "old"],
      laptop: ["a.media/x.jpg": "left"], phone: ["a.media/x.jpg": "right"],
      ends: [
        "a.md": text, "a.media/x.jpg": "right", "a.media/X-2.JPG": "old",
        "a.media/x-3.jpg": "left",
      ], told: nil),
    ConflictCase(
      "the media follow a note that the other side moved, with the links of new lines", base,
      laptop: .moving(["a.md": "in/b.md", "a.media/x.jpg": "in/b.media/x.jpg"]),
      phone: [
        "a.media/x.jpg": "X!", "a.media/new.jpg": "N", "z.md": "z\n",
        "a.md": note("1", "", "one\ntwo\n![](a.media/new.jpg) [z](z.md) <a.media/x.jpg>\n"),
      ],
      ends: [
        "in/b.md": note("1", "", "one\ntwo\n![](b.media/new.jpg) [z](../z.md) <a.media/x.jpg>\n"),
        "in/b.media/x.jpg": "X!", "in/b.media/new.jpg": "N", "z.md": "z\n",
      ],
      told: [
        "in/b.md: moved from a.md", "in/b.media/new.jpg: followed from a.media/new.jpg",
        "in/b.media/x.jpg: followed from a.media/x.jpg",
      ]),
    ConflictCase(
      "media that were left behind when the note was moved stay together", base,
      laptop: .moving(["a.md": "b.md"]), phone: ["a.media/new.jpg": "N"],
      ends: ["b.md": text, "a.media/x.jpg": "X", "a.media/new.jpg": "N"], told: nil),
    ConflictCase(
      "media removed here, the note deleted there: all is gone",
      ["a.md": text, "a.media/x.jpg": "X", "z.md": "z\n"],
      laptop: ["a.md": nil, "a.media/x.jpg": nil], phone: ["a.media/x.jpg": nil],
      ends: ["z.md": "z\n"], told: nil),
    ConflictCase(
      "a note that gives way takes its media along, and its links", ["z.md": "z\n"],
      laptop: [
        "d.md": note("1", "", "left ![](d.media/x.jpg)\n"), "d.media/x.jpg": "left",
      ],
      phone: [
        "d.md": note("2", "", "right ![](d.media/x.jpg)\n"), "d.media/x.jpg": "right",
      ],
      ends: [
        "z.md": "z\n", "d.md": note("2", "", "right ![](d.media/x.jpg)\n"),
        "d.media/x.jpg": "right",
        "d-2.md": note("1", "", "left ![](d-2.media/x.jpg)\n"), "d-2.media/x.jpg": "left",
      ], told: ["d-2.md: renamed, not d.md"]),
    ConflictCase(
      "media of a note that no side changed", base, laptop: ["a.media/l.jpg": "l"],
      phone: ["a.media/r.jpg": "r", "a.media/x.jpg": nil],
      ends: ["a.md": text, "a.media/l.jpg": "l", "a.media/r.jpg": "r"], told: nil),
    ConflictCase(
      "a note in a media folder is media",
      ["a.md": text, "a.media/x.jpg": "X", "a.media/n.md": "one\n"],
      laptop: ["a.media/n.md": "left\n"], phone: ["a.media/n.md": "right\n"],
      ends: [
        "a.md": text, "a.media/x.jpg": "X", "a.media/n.md": "right\n", "a.media/n-2.md": "left\n",
      ], told: nil),
    ConflictCase(
      "moved with the note here, left behind there: it goes with the note", base,
      laptop: .moving(["a.md": "b.md", "a.media/x.jpg": "b.media/x.jpg"]),
      phone: .moving(["a.md": "b.md"], ["b.media/y.jpg": "Y"]),
      ends: ["b.md": text, "b.media/x.jpg": "X", "b.media/y.jpg": "Y"], told: nil),
    ConflictCase(
      "left behind and edited: it stays where it is, once", base, laptop: ["z.md": "z\n"],
      phone: .moving(["a.md": "b.md"], ["b.media/y.jpg": "Y", "a.media/x.jpg": "X!"]),
      ends: ["b.md": text, "a.media/x.jpg": "X!", "b.media/y.jpg": "Y", "z.md": "z\n"],
      told: nil),
    ConflictCase(
      "a note moves over another with media, which gets new media there: nothing else happens",
      ["a.md": note("1", "", "one\n"), "a.media/x.jpg": "X", "b.md": "b\n", "in/a.md": "c\n"],
      laptop: movedOver, phone: ["z.md": "z\n"],
      ends: [
        "a.md": "b\n", "a.media/x.jpg": "new", "in/a.md": note("1", "", "other\n"),
        "y.md": "y\n", "z.md": "z\n",
      ], told: nil),
    ConflictCase(
      "it moves over it on both sides",
      ["a.md": note("1", "", "one\n"), "a.media/x.jpg": "X", "b.md": "b\n", "in/a.md": "c\n"],
      laptop: movedOver,
      phone: .moving(
        ["b.md": "a.md"],
        ["in/a.md": note("1", "", "other\n"), "a.media/x.jpg": "new", "z.md": "z\n"]),
      ends: [
        "a.md": "b\n", "a.media/x.jpg": "new", "in/a.md": note("1", "", "other\n"),
        "y.md": "y\n", "z.md": "z\n",
      ], told: nil),
  ]

  @Test("in a conflict copy every link leads to the picture of its side")
  func linksOfACopy() throws {
    let merged = try MergeStory(
      ["a.md": note("1", "", "one\n![](a.media/x.jpg)\n"), "a.media/x.jpg": "X"],
      left: ["a.md": note("1", "", "left\n![](a.media/x.jpg)\n"), "a.media/x.jpg": "left"],
      right: ["a.md": note("1", "", "right\n![](a.media/x.jpg)\n"), "a.media/x.jpg": "right"]
    ).merge()
    #expect(merged.files["a.md"] == note("1", "", "right\n![](a.media/x.jpg)\n"))
    let copy = merged.files[ConflictCase.copy("a")]
    #expect(copy?.hasSuffix("left\n![](a.media/x-2.jpg)\n") == true)
  }

  @Test("moved away here, where there it is another note's by now: that note keeps it")
  func takenOver() throws {
    let files = try MergeStory(
      Self.base.merging(["c.md": note("2", "", "two\n")]) { $1 },
      left: .moving(["a.md": "b.md", "a.media/x.jpg": "b.media/x.jpg"]),
      right: .moving(["a.md": "b.md", "c.md": "a.md"], ["b.media/y.jpg": "Y"])
    ).merge().files
    #expect(files["a.md"] == note("2", "", "two\n"))
    #expect(files["a.media/x.jpg"] == "X")
    #expect(files["b.media/y.jpg"] == "Y")
  }
}
