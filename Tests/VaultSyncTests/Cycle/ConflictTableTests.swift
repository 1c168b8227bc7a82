import Testing

@testable import VaultSync

/// The conflict table of docs/git-sync.md on real repositories, row by row: one note on both sides.
@Suite("Conflict table: notes")
struct ConflictTableTests {
  @Test("fields and events of one note", arguments: fields)
  func field(row: ConflictCase) throws { try row.expectOnDevices() }

  @Test("lines of one note, and notes that were deleted", arguments: lines)
  func line(row: ConflictCase) throws { try row.expectOnDevices() }

  private static let tracker = note("1", "tl: tracker\n", "## Log\n\n- 2026-11-14 = 1\n")
  private static let dayID = "b057c550-ab35-57d6-8fe8-80071a86d84d"
  private static let titled = note("1", "title: Rain\n", "x\n")

  private static let fields: [ConflictCase] = [
    ConflictCase(
      "different fields changed: merged, lists as sets, the later updated",
      [
        "a.md": note(
          "1", "updated: 2026-01-01T00:00:00Z\ntags: [a, b]\npeople: [ada]\n", "x\n")
      ],
      laptop: [
        "a.md": note(
          "1", "updated: 2026-01-03T00:00:00Z\ntags: [b, c]\npeople: [ada, eve]\n", "x\n")
      ],
      phone: [
        "a.md": note(
          "1", "updated: 2026-01-02T00:00:00Z\ntags: [a, b, d]\npeople: [ada]\nstarred: true\n",
          "x\n")
      ],
      ends: [
        "a.md": note(
          "1",
          "updated: 2026-01-03T00:00:00Z\ntags: [b, c, d]\npeople: [ada, eve]\nstarred: true\n",
          "x\n")
      ], told: ["a.md: merged"]),
    ConflictCase(
      "two devices log to one tracker: both events, in order", ["t.md": tracker],
      laptop: ["t.md": "\(tracker)- 2026-11-17 = 2\n"],
      phone: ["t.md": "\(tracker)- 2026-11-16 = 3\n"],
      ends: ["t.md": "\(tracker)- 2026-11-16 = 3\n- 2026-11-17 = 2\n"], told: ["t.md: merged"]),
    ConflictCase(
      "one event edited on both: both stay, and the report says so", ["t.md": tracker],
      laptop: ["t.md": tracker.replacing("= 1", with: "= 2")],
      phone: ["t.md": tracker.replacing("= 1", with: "= 3")],
      ends: ["t.md": "\(tracker.replacing("= 1", with: "= 2"))- 2026-11-14 = 3\n"],
      told: ["t.md: merged", "t.md: both events of 2026-11-14"]),
    ConflictCase(
      "the note of a day made on both: one note, items by their clock times", ["a.md": "a\n"],
      laptop: ["2026-11-20.md": "# Friday\n\n- 08:15 up\n- 12:00 lunch\n"],
      phone: ["2026-11-20.md": "# Friday\n\n- 09:30 a call\n"],
      ends: [
        "a.md": "a\n",
        "2026-11-20.md": "# Friday\n\n- 08:15 up\n- 09:30 a call\n- 12:00 lunch\n",
      ], told: ["2026-11-20.md: merged"]),
    ConflictCase(
      "the note of a day with an id on one device, and none on the other", ["a.md": "a\n"],
      laptop: ["2026-11-20.md": note(dayID, "", "- 08:15 up\n")],
      phone: ["2026-11-20.md": "- 09:30 a call\n"],
      ends: [
        "a.md": "a\n", "2026-11-20.md": note(dayID, "", "- 08:15 up\n- 09:30 a call\n"),
      ], told: ["2026-11-20.md: merged"]),
    ConflictCase(
      "a place and its town changed: all of it from the later side",
      ["a.md": note("1", "place: Home\nlocality: Berlin\n", "x\n")],
      laptop: ["a.md": note("1", "place: Park\nlocality: Berlin\n", "x\n")],
      phone: ["a.md": note("1", "place: Home\nlocality: Paris\n", "x\n")],
      ends: ["a.md": note("1", "place: Home\nlocality: Paris\n", "x\n")],
      told: ["a.md: merged", "a.md: place later phone"]),
    ConflictCase(
      "keys new on both sides: both, in the order of their bytes", ["a.md": note("1", "", "x\n")],
      laptop: ["a.md": note("1", "zeta: 1\n", "x\n")],
      phone: ["a.md": note("1", "alpha: 2\n", "x\n")],
      ends: ["a.md": note("1", "alpha: 2\nzeta: 1\n", "x\n")], told: ["a.md: merged"]),
    ConflictCase(
      "the same simple field changed: the later side, and the report says so",
      ["a.md": note("1", "weather: fog\n", "x\n")],
      laptop: ["a.md": note("1", "weather: rain\n", "x\n")],
      phone: ["a.md": note("1", "weather: sun\n", "x\n")],
      ends: ["a.md": note("1", "weather: sun\n", "x\n")],
      told: ["a.md: merged", "a.md: weather later phone"]),
    ConflictCase(
      "the same other field changed: as for lines of the body",
      ["a.md": note("1", "title: Fog\n", "x\n")], laptop: ["a.md": titled],
      phone: ["a.md": note("1", "title: Sun\n", "x\n")],
      ends: [
        "a.md": note("1", "title: Sun\n", "x\n"),
        ConflictCase.copy("a"): ConflictCase.kept(titled, of: "1"),
      ], told: ["a.md: copy of laptop \(ConflictCase.copy("a"))"]),
    ConflictCase(
      "two ids stored apart: one note, the smaller id", ["a.md": "one\ntwo\n"],
      laptop: ["a.md": note("id-2", "", "one\ntwo\n")],
      phone: ["a.md": note("id-1", "", "one\ntwo!\n")],
      ends: ["a.md": note("id-1", "", "one\ntwo!\n")],
      told: ["a.md: merged", "a.md: id smallerID phone"]),
  ]

  private static let pictured = note("1", "", "left\n![](a.media/x.jpg)\n")
  private static let earlier = note("1", "updated: 2026-01-01T00:00:01Z\n", "right\n")
  private static let broken = "---\nid: [\n---\n"

  private static let lines: [ConflictCase] = [
    ConflictCase(
      "different notes changed: both", ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"],
      laptop: ["a.md": "a!\n"], phone: ["b.md": "b!\n", "new.md": "new\n", "c.md": nil],
      ends: ["a.md": "a!\n", "b.md": "b!\n", "new.md": "new\n"]),
    ConflictCase(
      "different lines of one note changed: merged",
      ["a.md": note("1", "", "one\ntwo\nthree\n")],
      laptop: ["a.md": note("1", "", "one!\ntwo\nthree\n")],
      phone: ["a.md": note("1", "", "one\ntwo\nthree!\n")],
      ends: ["a.md": note("1", "", "one!\ntwo\nthree!\n")], told: ["a.md: merged"]),
    ConflictCase(
      "the same lines changed: the later text, the other whole note in a conflict copy",
      ["a.md": note("1", "", "one\n"), "a.media/x.jpg": "\u{0}x"], laptop: ["a.md": pictured],
      phone: ["a.md": note("1", "", "right\n")],
      ends: [
        "a.md": note("1", "", "right\n"), "a.media/x.jpg": "\u{0}x",
        ConflictCase.copy("a"): ConflictCase.kept(pictured, of: "1"),
      ], told: ["a.md: copy of laptop \(ConflictCase.copy("a"))"]),
    ConflictCase(
      "the later side is that of updated, whatever the clocks of the devices say",
      ["a.md": note("1", "updated: 2026-01-01T00:00:00Z\n", "one\n")],
      laptop: ["a.md": note("1", "updated: 2026-01-01T00:00:02Z\n", "left\n")],
      phone: ["a.md": earlier],
      ends: [
        "a.md": note("1", "updated: 2026-01-01T00:00:02Z\n", "left\n"),
        ConflictCase.copy("a", of: "phone"): ConflictCase.kept(earlier, of: "1", device: "phone"),
      ], told: ["a.md: copy of phone \(ConflictCase.copy("a", of: "phone"))"]),
    ConflictCase(
      "edited here, deleted there: the edit survives with its media",
      ["a.md": note("1", "", "one\n"), "a.media/x.jpg": "\u{0}x", "b.md": "b\n"],
      laptop: ["a.md": note("1", "", "one\ntwo\n")], phone: ["a.md": nil, "a.media/x.jpg": nil],
      ends: ["a.md": note("1", "", "one\ntwo\n"), "a.media/x.jpg": "\u{0}x", "b.md": "b\n"],
      told: ["a.md: edit survived delete"]),
    ConflictCase(
      "an id alone, updated alone or line ends alone do not outlive a delete",
      [
        "a.md": note(nil, "updated: 2026-01-01T00:00:00Z\n", "one\n"), "b.md": "b\n",
        "c.md": "c\n",
      ],
      laptop: [
        "a.md": note("1", "updated: 2026-01-02T00:00:00Z\n", "one\n"), "c.md": "c\r\n",
      ], phone: ["a.md": nil, "c.md": nil], ends: ["b.md": "b\n"]),
    // Without `c.md` the phone would ask whether all notes are to go.
    ConflictCase(
      "a comment is an edit, wherever it stands in the front matter",
      ["a.md": note("1", "", "one\n"), "b.md": note("2", "", "one\n"), "c.md": "c\n"],
      laptop: [
        "a.md": "---\nid: 1\n# from the letter of 1958\n---\none\n",
        "b.md": "---\nid: 2 # from the letter of 1958\n---\none\n",
      ], phone: ["a.md": nil, "b.md": nil],
      ends: [
        "a.md": "---\nid: 1\n# from the letter of 1958\n---\none\n",
        "b.md": "---\nid: 2 # from the letter of 1958\n---\none\n", "c.md": "c\n",
      ], told: ["a.md: edit survived delete", "b.md: edit survived delete"]),
    ConflictCase(
      "deleted on both: deleted", ["a.md": "a\n", "a.media/x.jpg": "\u{0}x", "b.md": "b\n"],
      laptop: ["a.md": nil, "a.media/x.jpg": nil], phone: ["a.md": nil, "a.media/x.jpg": nil],
      ends: ["b.md": "b\n"]),
    ConflictCase(
      "front matter that cannot be read merges as plain text; on conflict both are kept",
      ["a.md": "\(broken)one\ntwo\nthree\n", "b.md": "\(broken)one\n"],
      laptop: ["a.md": "\(broken)one!\ntwo\nthree\n", "b.md": "\(broken)left\n"],
      phone: ["a.md": "\(broken)one\ntwo\nthree!\n", "b.md": "\(broken)right\n"],
      ends: [
        "a.md": "\(broken)one!\ntwo\nthree!\n", "b.md": "\(broken)right\n",
        ConflictCase.copy("b"): "\(broken)left\n",
      ], told: ["a.md: merged", "b.md: copy of laptop \(ConflictCase.copy("b"))"]),
    ConflictCase(
      "line ends of one side, lines of the other: both",
      ["a.md": note("1", "", "one\ntwo\n")],
      laptop: ["a.md": note("1", "", "one\ntwo\n").replacing("\n", with: "\r\n")],
      phone: ["a.md": note("1", "", "one\ntwo\nthree\n")],
      ends: ["a.md": note("1", "", "one\ntwo\nthree\n").replacing("\n", with: "\r\n")],
      told: ["a.md: merged"]),
  ]
}
