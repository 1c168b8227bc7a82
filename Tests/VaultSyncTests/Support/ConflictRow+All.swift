@testable import VaultSync

extension ConflictRow {
  /// `ID` stands for the id of the row, `WORD` for the word of the device.
  static let all = notes + places + media + others

  private static let body = note("ID", "weather: fog\ntags: [all]\n", "one\n\ntwo\n\nthree\n")

  private static let notes: [ConflictRow] = [
    ConflictRow(
      "notes of their own", ["a.md": "one\n", "b.md": "one\n", "c.md": "one\n"],
      first: [.write("a.md", over: "one")], second: [.write("b.md", over: "one")],
      third: [.write("c.md", over: "one")]),
    ConflictRow(
      "fields and lines of one note", ["a.md": body], first: [.write("a.md", over: "one")],
      second: [.write("a.md", over: "three")],
      third: [.replace("a.md", "tags: [all]", "tags: [all, WORD]")]),
    ConflictRow(
      "one field", ["a.md": body], first: [.replace("a.md", "fog", "rain")],
      second: [.replace("a.md", "fog", "sun")], third: [.replace("a.md", "fog", "snow")]),
    ConflictRow(
      "one title", ["a.md": note("ID", "title: old\n", "x\n")],
      first: [.write("a.md", over: "old")], second: [.write("a.md", over: "old")],
      third: [.write("a.md", over: "old")]),
    ConflictRow(
      "events of a tracker", ["t.md": note("ID", "tl: tracker\n", "## Log\n\n- 2026-11-14 = 1\n")],
      first: [.append("t.md", "- 2026-11-17 = 2: WORD\n")],
      second: [.append("t.md", "- 2026-11-16 = 2: WORD\n")],
      third: [.replace("t.md", "- 2026-11-14 = 1", "- 2026-11-14 = 2: WORD")]),
    ConflictRow(
      "a day on each device", ["other.md": "x\n"],
      first: [.put("2026-11-20.md", "# Friday\n\n- 08:15 WORD\n")],
      second: [.put("2026-11-20.md", "# Friday\n\n- 07:15 WORD\n")],
      third: [.put("2026-11-20.md", "# Friday\n\nWORD\n")]),
    ConflictRow(
      "a place", ["a.md": note("ID", "place: Home\nlocality: Berlin\n", "x\n")],
      first: [.replace("a.md", "Home", "Park")], second: [.replace("a.md", "Berlin", "Paris")],
      third: [.replace("a.md", "place: Home\nlocality: Berlin", "place: Sea")]),
    ConflictRow(
      "the same lines", ["a.md": body], first: [.write("a.md", over: "two")],
      second: [.write("a.md", over: "two")], third: [.write("a.md", over: "two")]),
    ConflictRow(
      "edits and a deletion", ["a.md": body, "a.media/x.jpg": "\u{0}x"],
      first: [.write("a.md", over: "one")], second: [.remove("a.md"), .remove("a.media/x.jpg")],
      third: [.write("a.md", over: "three")]),
    ConflictRow(
      "deletions", ["a.md": body, "b.md": "stays\n"], first: [.remove("a.md")],
      second: [.remove("a.md")], third: [.remove("a.md")]),
    ConflictRow(
      "ids stored apart", ["a.md": "one\n\ntwo\n\nthree\n"],
      first: [.identify("a.md", "ID-3"), .write("a.md", over: "one")],
      second: [.identify("a.md", "ID-1")],
      third: [.identify("a.md", "ID-2"), .write("a.md", over: "three")]),
    ConflictRow(
      "line ends and lines", ["a.md": body], first: [.replace("a.md", "\n", "\r\n")],
      second: [.write("a.md", over: "one")], third: [.write("a.md", over: "three")]),
    ConflictRow(
      "front matter that cannot be read", ["a.md": "---\nid: [\n---\none\n\ntwo\n"],
      first: [.write("a.md", over: "one")], second: [.write("a.md", over: "two")],
      third: [.write("a.md", over: "two")]),
  ]

  private static let places: [ConflictRow] = [
    ConflictRow(
      "a move and edits", ["a.md": body], first: [.move("a.md", "in/c.md")],
      second: [.write("a.md", over: "one")], third: [.write("a.md", over: "three")]),
    ConflictRow(
      "moves to three places", ["a.md": body], first: [.move("a.md", "left.md")],
      second: [.move("a.md", "right.md")], third: [.move("a.md", "in/deep.md")]),
    ConflictRow(
      "a move, a deletion, an edit", ["a.md": body],
      first: [.move("a.md", "b.md"), .write("b.md", over: "one")], second: [.remove("a.md")],
      third: [.write("a.md", over: "three")]),
    ConflictRow(
      "a copy with the id, an edit, a move", ["a.md": body],
      first: [.copy("a.md", "a copy.md"), .write("a copy.md", over: "one")],
      second: [.write("a.md", over: "two")], third: [.move("a.md", "in/b.md")]),
    ConflictRow(
      "new notes with one id", [:], first: [.put("c.md", note("ID", "tags: [WORD]\n", "one\n"))],
      second: [.put("a.md", note("ID", "tags: [WORD]\n", "one\n"))],
      third: [.put("b.md", note("ID", "tags: [all]\n", "WORD\n"))]),
    ConflictRow(
      "new notes at one path", [:], first: [.put("day.md", note("ID-1", "", "WORD\n"))],
      second: [.put("day.md", note("ID-2", "", "WORD\n"))],
      third: [.put("day.md", note("ID-3", "", "WORD\n"))]),
    ConflictRow(
      "new notes at one path, two of them equal", [:], first: [.put("day.md", "the same\n")],
      second: [.put("day.md", "the same\n")], third: [.put("day.md", "WORD\n")]),
    ConflictRow(
      "names that are one to a disk", [:], first: [.put("Day.md", note("ID-1", "", "WORD\n"))],
      second: [.put("day.md", note("ID-2", "", "WORD\n"))],
      third: [.put("DAY.md", note("ID-3", "", "WORD\n"))]),
    ConflictRow(
      "files and a folder of one name", [:], first: [.put("trip", "WORD\n")],
      second: [.put("trip/a.md", "WORD\n")], third: [.put("trip", "WORD\n")]),
  ]

  private static let media: [ConflictRow] = [
    ConflictRow(
      "media of one name", ["a.md": body],
      first: [.put("a.media/x.jpg", "\u{0}WORD"), .replace("a.md", "one", "![](a.media/x.jpg)")],
      second: [.put("a.media/x.jpg", "\u{0}WORD"), .replace("a.md", "two", "![](a.media/x.jpg)")],
      third: [.put("a.media/x.jpg", "\u{0}WORD"), .replace("a.md", "three", "![](a.media/x.jpg)")]),
    ConflictRow(
      "media changed, deleted, deleted with the note", pictured,
      first: [.put("a.media/x.jpg", "\u{0}WORD")], second: [.remove("a.media/x.jpg")],
      third: [.remove("a.md"), .remove("a.media/x.jpg")]),
    ConflictRow(
      "media added and changed, the note renamed", pictured,
      first: [.move("a.md", "in/b.md"), .move("a.media/x.jpg", "in/b.media/x.jpg")],
      second: [.put("a.media/y.jpg", "\u{0}WORD")], third: [.put("a.media/x.jpg", "\u{0}WORD")]),
    ConflictRow(
      "renamed with its media, renamed alone, edited", pictured,
      first: [.move("a.md", "b.md"), .move("a.media/x.jpg", "b.media/x.jpg")],
      second: [.move("a.md", "c.md")], third: [.write("a.md", over: "two")]),
  ]

  private static let pictured = ["a.md": body, "a.media/x.jpg": "\u{0}x"]

  private static let others: [ConflictRow] = [
    ConflictRow(
      "lines of a list", ["a.txt": "one\ntwo\nthree\n"], first: [.write("a.txt", over: "one")],
      second: [.write("a.txt", over: "three")], third: [.write("a.txt", over: "three")]),
    ConflictRow(
      "a binary file", ["b.bin": "\u{0}one"], first: [.write("b.bin", over: "one")],
      second: [.write("b.bin", over: "one")], third: [.write("b.bin", over: "one")]),
    // The later version whole: what the others wrote there is in the history alone.
    ConflictRow(
      "a dot folder", [".obsidian/app.json": "{}\n"],
      first: [.put(".obsidian/app.json", "{left}\n")],
      second: [.put(".obsidian/app.json", "{right}\n")], third: [.remove(".obsidian/app.json")]),
  ]
}
