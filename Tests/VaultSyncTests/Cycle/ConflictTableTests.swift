import Testing

@testable import VaultSync

/// The conflict table of docs/git-sync.md on real repositories, row by row: one note on both sides.
@Suite("Conflict table: notes")
struct ConflictTableTests {
  @Test("different notes changed: both")
  func differentNotes() throws {
    try ConflictCase(["a.md": "a\n", "b.md": "b\n"]) {
      $0["a.md"] = "a!\n"
    } phone: {
      $0["b.md"] = "b!\n"
      $0["new.md"] = "new\n"
    }.ends(["a.md": "a!\n", "b.md": "b!\n", "new.md": "new\n"])
  }

  @Test("different lines of one note changed: merged")
  func differentLines() throws {
    try ConflictCase(["a.md": note("1", "", "one\ntwo\nthree\n")]) {
      $0["a.md"] = note("1", "", "one!\ntwo\nthree\n")
    } phone: {
      $0["a.md"] = note("1", "", "one\ntwo\nthree!\n")
    }.ends(["a.md": note("1", "", "one!\ntwo\nthree!\n")], told: ["a.md: merged"])
  }

  @Test("different fields changed: merged, lists as sets, the later updated")
  func differentFields() throws {
    let start = "updated: 2026-01-01T00:00:00Z\ntags: [a, b]\npeople: [ada]\n"
    try ConflictCase(["a.md": note("1", start, "x\n")]) {
      $0["a.md"] = note(
        "1", "updated: 2026-01-03T00:00:00Z\ntags: [b, c]\npeople: [ada, eve]\n", "x\n")
    } phone: {
      $0["a.md"] = note(
        "1", "updated: 2026-01-02T00:00:00Z\ntags: [a, b, d]\npeople: [ada]\nstarred: true\n",
        "x\n")
    }.ends(
      [
        "a.md": note(
          "1",
          "updated: 2026-01-03T00:00:00Z\ntags: [b, c, d]\npeople: [ada, eve]\nstarred: true\n",
          "x\n")
      ], told: ["a.md: merged"])
  }

  @Test("two devices log to one tracker: both events, in order")
  func events() throws {
    let start = note("1", "tl: tracker\n", "## Log\n\n- 2026-11-14 = 1\n")
    try ConflictCase(["t.md": start]) {
      $0["t.md"] = start + "- 2026-11-17 = 2\n"
    } phone: {
      $0["t.md"] = start + "- 2026-11-16 = 3\n"
    }.ends(
      ["t.md": start + "- 2026-11-16 = 3\n- 2026-11-17 = 2\n"], told: ["t.md: merged"])
  }

  @Test("one event edited on both: both stay, and the report says so")
  func sameEvent() throws {
    let start = note("1", "tl: tracker\n", "## Log\n\n- 2026-11-14 = 1\n")
    try ConflictCase(["t.md": start]) {
      $0["t.md"] = start.replacing("= 1", with: "= 2")
    } phone: {
      $0["t.md"] = start.replacing("= 1", with: "= 3")
    }.ends(
      ["t.md": start.replacing("= 1", with: "= 2") + "- 2026-11-14 = 3\n"],
      told: ["t.md: merged", "t.md: both events of 2026-11-14"])
  }

  @Test("the note of a day made on both: one note, items by their clock times")
  func day() throws {
    try ConflictCase(["a.md": "a\n"]) {
      $0["2026-11-20.md"] = "# Friday\n\n- 08:15 up\n- 12:00 lunch\n"
    } phone: {
      $0["2026-11-20.md"] = "# Friday\n\n- 09:30 a call\n"
    }.ends(
      ["a.md": "a\n", "2026-11-20.md": "# Friday\n\n- 08:15 up\n- 09:30 a call\n- 12:00 lunch\n"],
      told: ["2026-11-20.md: merged"])
  }

  @Test("the note of a day with an id on one device, and none on the other")
  func dayWithID() throws {
    let id = "b057c550-ab35-57d6-8fe8-80071a86d84d"
    try ConflictCase(["a.md": "a\n"]) {
      $0["2026-11-20.md"] = note(id, "", "- 08:15 up\n")
    } phone: {
      $0["2026-11-20.md"] = "- 09:30 a call\n"
    }.ends(
      ["a.md": "a\n", "2026-11-20.md": note(id, "", "- 08:15 up\n- 09:30 a call\n")],
      told: ["2026-11-20.md: merged"])
  }

  @Test("a place and its town changed: all of it from the later side")
  func place() throws {
    try ConflictCase(["a.md": note("1", "place: Home\nlocality: Berlin\n", "x\n")]) {
      $0["a.md"] = note("1", "place: Park\nlocality: Berlin\n", "x\n")
    } phone: {
      $0["a.md"] = note("1", "place: Home\nlocality: Paris\n", "x\n")
    }.ends(
      ["a.md": note("1", "place: Home\nlocality: Paris\n", "x\n")],
      told: ["a.md: merged", "a.md: place later phone"])
  }

  @Test("keys new on both sides: both, in the order of their bytes")
  func newKeys() throws {
    try ConflictCase(["a.md": note("1", "", "x\n")]) {
      $0["a.md"] = note("1", "zeta: 1\n", "x\n")
    } phone: {
      $0["a.md"] = note("1", "alpha: 2\n", "x\n")
    }.ends(["a.md": note("1", "alpha: 2\nzeta: 1\n", "x\n")], told: ["a.md: merged"])
  }

  @Test("the same simple field changed: the later side, and the report says so")
  func sameField() throws {
    try ConflictCase(["a.md": note("1", "weather: fog\n", "x\n")]) {
      $0["a.md"] = note("1", "weather: rain\n", "x\n")
    } phone: {
      $0["a.md"] = note("1", "weather: sun\n", "x\n")
    }.ends(
      ["a.md": note("1", "weather: sun\n", "x\n")],
      told: ["a.md: merged", "a.md: weather later phone"])
  }

  @Test("the same other field changed: as for lines of the body")
  func sameText() throws {
    let lost = note("1", "title: Rain\n", "x\n")
    let copy = ConflictCase.copy("a")
    try ConflictCase(["a.md": note("1", "title: Fog\n", "x\n")]) {
      $0["a.md"] = lost
    } phone: {
      $0["a.md"] = note("1", "title: Sun\n", "x\n")
    }.ends(
      ["a.md": note("1", "title: Sun\n", "x\n"), copy: ConflictCase.kept(lost, of: "1")],
      told: ["a.md: copy of laptop \(copy)"])
  }

  @Test("the same lines changed: the later text, the other whole note in a conflict copy")
  func sameLines() throws {
    let lost = note("1", "", "left\n![](a.media/x.jpg)\n")
    let copy = ConflictCase.copy("a")
    try ConflictCase(["a.md": note("1", "", "one\n"), "a.media/x.jpg": "\u{0}x"]) {
      $0["a.md"] = lost
    } phone: {
      $0["a.md"] = note("1", "", "right\n")
    }.ends(
      [
        "a.md": note("1", "", "right\n"), copy: ConflictCase.kept(lost, of: "1"),
        "a.media/x.jpg": "\u{0}x",
      ], told: ["a.md: copy of laptop \(copy)"])
  }

  @Test("the later side is that of updated, whatever the clocks of the devices say")
  func updatedDecides() throws {
    let lost = note("1", "updated: 2026-01-01T00:00:01Z\n", "right\n")
    let copy = ConflictCase.copy("a", of: "phone")
    let kept = ConflictCase.kept(lost, of: "1", device: "phone")
    try ConflictCase(["a.md": note("1", "updated: 2026-01-01T00:00:00Z\n", "one\n")]) {
      $0["a.md"] = note("1", "updated: 2026-01-01T00:00:02Z\n", "left\n")
    } phone: {
      $0["a.md"] = lost
    }.ends(
      ["a.md": note("1", "updated: 2026-01-01T00:00:02Z\n", "left\n"), copy: kept],
      told: ["a.md: copy of phone \(copy)"])
  }

  @Test("edited here, deleted there: the edit survives with its media")
  func editedAndDeleted() throws {
    try ConflictCase(["a.md": note("1", "", "one\n"), "a.media/x.jpg": "\u{0}x", "b.md": "b\n"]) {
      $0["a.md"] = note("1", "", "one\ntwo\n")
    } phone: {
      $0["a.md"] = nil
      $0["a.media/x.jpg"] = nil
    }.ends(
      ["a.md": note("1", "", "one\ntwo\n"), "a.media/x.jpg": "\u{0}x", "b.md": "b\n"],
      told: ["a.md: edit survived delete"])
  }

  @Test("an id alone, updated alone or line ends alone do not outlive a delete")
  func noSubstance() throws {
    let start = "updated: 2026-01-01T00:00:00Z\n"
    try ConflictCase(["a.md": note(nil, start, "one\n"), "b.md": "b\n", "c.md": "c\n"]) {
      $0["a.md"] = note("1", "updated: 2026-01-02T00:00:00Z\n", "one\n")
      $0["c.md"] = "c\r\n"
    } phone: {
      $0["a.md"] = nil
      $0["c.md"] = nil
    }.ends(["b.md": "b\n"])
  }

  @Test("a comment is an edit, wherever it stands in the front matter")
  func commentAndDeleted() throws {
    let notes = [
      "a.md": "---\nid: 1\n# from the letter of 1958\n---\none\n",
      "b.md": "---\nid: 2 # from the letter of 1958\n---\none\n",
    ]
    // Without it the phone would ask whether all notes are to go.
    let other = ["c.md": "c\n"]
    let start = ["a.md": note("1", "", "one\n"), "b.md": note("2", "", "one\n")]
    try ConflictCase(start.merging(other) { $1 }) {
      for (path, text) in notes { $0[path] = text }
    } phone: {
      $0["a.md"] = nil
      $0["b.md"] = nil
    }.ends(
      notes.merging(other) { $1 },
      told: ["a.md: edit survived delete", "b.md: edit survived delete"])
  }

  @Test("deleted on both: deleted")
  func deletedTwice() throws {
    try ConflictCase(["a.md": "a\n", "b.md": "b\n"]) {
      $0["a.md"] = nil
    } phone: {
      $0["a.md"] = nil
    }.ends(["b.md": "b\n"])
  }

  @Test("two ids stored apart: one note, the smaller id")
  func twoIDs() throws {
    try ConflictCase(["a.md": "one\ntwo\n"]) {
      $0["a.md"] = note("id-2", "", "one\ntwo\n")
    } phone: {
      $0["a.md"] = note("id-1", "", "one\ntwo!\n")
    }.ends(
      ["a.md": note("id-1", "", "one\ntwo!\n")],
      told: ["a.md: merged", "a.md: id smallerID phone"])
  }

  @Test("front matter that cannot be read merges as plain text; on conflict both are kept")
  func unreadable() throws {
    let copy = ConflictCase.copy("b")
    try ConflictCase([
      "a.md": "---\nid: [\n---\none\ntwo\nthree\n", "b.md": "---\nid: [\n---\none\n",
    ]) {
      $0["a.md"] = "---\nid: [\n---\none!\ntwo\nthree\n"
      $0["b.md"] = "---\nid: [\n---\nleft\n"
    } phone: {
      $0["a.md"] = "---\nid: [\n---\none\ntwo\nthree!\n"
      $0["b.md"] = "---\nid: [\n---\nright\n"
    }.ends(
      [
        "a.md": "---\nid: [\n---\none!\ntwo\nthree!\n", "b.md": "---\nid: [\n---\nright\n",
        copy: "---\nid: [\n---\nleft\n",
      ], told: ["a.md: merged", "b.md: copy of laptop \(copy)"])
  }

  @Test("line ends of one side, lines of the other: both")
  func lineEnds() throws {
    try ConflictCase(["a.md": note("1", "", "one\ntwo\n")]) {
      $0["a.md"] = note("1", "", "one\ntwo\n").replacing("\n", with: "\r\n")
    } phone: {
      $0["a.md"] = note("1", "", "one\ntwo\nthree\n")
    }.ends(
      ["a.md": note("1", "", "one\ntwo\nthree\n").replacing("\n", with: "\r\n")],
      told: ["a.md: merged"])
  }
}
