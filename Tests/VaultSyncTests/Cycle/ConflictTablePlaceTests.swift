import Testing

@testable import VaultSync

/// The conflict table of docs/git-sync.md on real repositories: where notes lie.
@Suite("Conflict table: places")
struct ConflictTablePlaceTests {
  @Test("moved here, edited there: both, joined by the id; links of others are left alone")
  func movedAndEdited() throws {
    try ConflictCase(["a.md": note("1", "", "one\n"), "b.md": "[a](a.md)\n"]) {
      $0.move("a.md", "in/c.md")
    } phone: {
      $0["a.md"] = note("1", "", "one\ntwo\n")
    }.ends(
      ["in/c.md": note("1", "", "one\ntwo\n"), "b.md": "[a](a.md)\n"],
      told: ["in/c.md: moved from a.md"])
  }

  @Test("a note without an id moved, with the same bytes, edited there: both")
  func movedWithoutID() throws {
    try ConflictCase(["a.md": "one\n"]) {
      $0.move("a.md", "c.md")
    } phone: {
      $0["a.md"] = "one\ntwo\n"
    }.ends(["c.md": "one\ntwo\n"], told: ["c.md: moved from a.md"])
  }

  @Test("moved to two places: that of the later side, never two copies")
  func movedTwice() throws {
    try ConflictCase(["a.md": note("1", "", "one\n")]) {
      $0.move("a.md", "left.md")
    } phone: {
      $0.move("a.md", "right.md")
    }.ends(
      ["right.md": note("1", "", "one\n")], told: ["right.md: moved apart, not left.md"])
  }

  @Test("moved here, deleted there: the move survives")
  func movedAndDeleted() throws {
    try ConflictCase(["a.md": note("1", "", "one\n"), "b.md": "b\n"]) {
      $0.move("a.md", "c.md")
      $0["c.md"] = note("1", "", "one\ntwo\n")
    } phone: {
      $0["a.md"] = nil
    }.ends(
      ["b.md": "b\n", "c.md": note("1", "", "one\ntwo\n")],
      told: ["c.md: edit survived delete"])
  }

  @Test("one id in two files of one side: one is the note, the other is kept by its path")
  func copiedFile() throws {
    try ConflictCase(["a.md": note("1", "", "one\n")]) {
      $0.copy("a.md", "a copy.md")
    } phone: {
      $0["a.md"] = note("1", "", "one\ntwo\n")
    }.ends(["a.md": note("1", "", "one\ntwo\n"), "a copy.md": note("1", "", "one\n")])
  }

  @Test("the same id new on both sides: one note, at the smaller path")
  func newTwice() throws {
    try ConflictCase(["x.md": "x\n"]) {
      $0["b.md"] = note("1", "tags: [l]\n", "one\n")
    } phone: {
      $0["a.md"] = note("1", "tags: [p]\n", "one\n")
    }.ends(
      ["a.md": note("1", "tags: [l, p]\n", "one\n"), "x.md": "x\n"],
      told: ["a.md: merged"])
  }

  @Test("two new notes at one path: both, one with -2, the same one everywhere")
  func dailyNote() throws {
    try ConflictCase(["x.md": "x\n"]) {
      $0["2026-11-20.md"] = note("1", "", "left\n")
    } phone: {
      $0["2026-11-20.md"] = note("2", "", "right\n")
    }.ends(
      [
        "2026-11-20.md": note("2", "", "right\n"), "2026-11-20-2.md": note("1", "", "left\n"),
        "x.md": "x\n",
      ], told: ["2026-11-20-2.md: renamed, not 2026-11-20.md"])
  }

  @Test("two new notes of one text at one path: one")
  func sameDailyNote() throws {
    try ConflictCase(["x.md": "x\n"]) {
      $0["day.md"] = "the same\n"
    } phone: {
      $0["day.md"] = "the same\n"
    }.ends(["day.md": "the same\n", "x.md": "x\n"])
  }

  @Test("names that are one to a disk: one gets -2")
  func folding() throws {
    try ConflictCase(["x.md": "x\n"]) {
      $0["Day.md"] = note("1", "", "left\n")
    } phone: {
      $0["day.md"] = note("2", "", "right\n")
    }.ends(
      ["Day-2.md": note("1", "", "left\n"), "day.md": note("2", "", "right\n"), "x.md": "x\n"],
      told: ["Day-2.md: renamed, not Day.md"])
  }

  @Test("a file and a folder of one name: the file gets -2")
  func fileAndFolder() throws {
    try ConflictCase(["x.md": "x\n"]) {
      $0["trip"] = "left\n"
    } phone: {
      $0["trip/a.md"] = "right\n"
    }.ends(
      ["trip-2": "left\n", "trip/a.md": "right\n", "x.md": "x\n"],
      told: ["trip-2: renamed, not trip"])
  }
}
