import Testing

@testable import VaultSync

/// The conflict table of docs/git-sync.md on real repositories: where notes lie.
@Suite("Conflict table: places")
struct ConflictTablePlaceTests {
  @Test("notes that moved, and names that are taken", arguments: rows)
  func place(row: ConflictCase) throws { try row.expectOnDevices() }

  private static let rows: [ConflictCase] = [
    ConflictCase(
      "moved here, edited there: both, joined by the id; links of others are left alone",
      ["a.md": note("1", "", "one\n"), "b.md": "[a](a.md)\n"],
      laptop: .moving(["a.md": "in/c.md"]), phone: ["a.md": note("1", "", "one\ntwo\n")],
      ends: ["in/c.md": note("1", "", "one\ntwo\n"), "b.md": "[a](a.md)\n"],
      told: ["in/c.md: moved from a.md"]),
    ConflictCase(
      "a note without an id moved, with the same bytes, edited there: both", ["a.md": "one\n"],
      laptop: .moving(["a.md": "c.md"]), phone: ["a.md": "one\ntwo\n"],
      ends: ["c.md": "one\ntwo\n"], told: ["c.md: moved from a.md"]),
    ConflictCase(
      "moved to two places: that of the later side, with its media, never two copies",
      ["a.md": note("1", "", "one\n"), "a.media/x.jpg": "\u{0}x"],
      laptop: .moving(["a.md": "left.md", "a.media/x.jpg": "left.media/x.jpg"]),
      phone: .moving(["a.md": "right.md", "a.media/x.jpg": "right.media/x.jpg"]),
      ends: ["right.md": note("1", "", "one\n"), "right.media/x.jpg": "\u{0}x"],
      told: ["right.md: moved apart, not left.md"]),
    ConflictCase(
      "moved here, deleted there: the move survives",
      ["a.md": note("1", "", "one\n"), "b.md": "b\n"],
      laptop: .moving(["a.md": "c.md"], ["c.md": note("1", "", "one\ntwo\n")]),
      phone: ["a.md": nil], ends: ["b.md": "b\n", "c.md": note("1", "", "one\ntwo\n")],
      told: ["c.md: edit survived delete"]),
    ConflictCase(
      "one id in two files of one side: one is the note, the other is kept by its path",
      ["a.md": note("1", "", "one\n")], laptop: ["a copy.md": note("1", "", "one\n")],
      phone: ["a.md": note("1", "", "one\ntwo\n")],
      ends: ["a.md": note("1", "", "one\ntwo\n"), "a copy.md": note("1", "", "one\n")]),
    ConflictCase(
      "the same id new on both sides: one note, at the smaller path", ["x.md": "x\n"],
      laptop: ["b.md": note("1", "tags: [l]\n", "one\n")],
      phone: ["a.md": note("1", "tags: [p]\n", "one\n")],
      ends: ["a.md": note("1", "tags: [l, p]\n", "one\n"), "x.md": "x\n"],
      told: ["a.md: merged"]),
    ConflictCase(
      "two new notes at one path: both, one with -2, the same one everywhere", ["x.md": "x\n"],
      laptop: ["2026-11-20.md": note("1", "", "left\n")],
      phone: ["2026-11-20.md": note("2", "", "right\n")],
      ends: [
        "2026-11-20.md": note("2", "", "right\n"), "2026-11-20-2.md": note("1", "", "left\n"),
        "x.md": "x\n",
      ], told: ["2026-11-20-2.md: renamed, not 2026-11-20.md"]),
    ConflictCase(
      "two new notes of one text at one path: one", ["x.md": "x\n"],
      laptop: ["day.md": "the same\n"], phone: ["day.md": "the same\n"],
      ends: ["day.md": "the same\n", "x.md": "x\n"]),
    ConflictCase(
      "names that are one to a disk: one gets -2", ["x.md": "x\n"],
      laptop: ["Day.md": note("1", "", "left\n")], phone: ["day.md": note("2", "", "right\n")],
      ends: [
        "Day-2.md": note("1", "", "left\n"), "day.md": note("2", "", "right\n"), "x.md": "x\n",
      ],
      told: ["Day-2.md: renamed, not Day.md"]),
    ConflictCase(
      "a file and a folder of one name: the file gets -2", ["x.md": "x\n"],
      laptop: ["trip": "left\n"], phone: ["trip/a.md": "right\n"],
      ends: ["trip-2": "left\n", "trip/a.md": "right\n", "x.md": "x\n"],
      told: ["trip-2: renamed, not trip"]),
  ]
}
