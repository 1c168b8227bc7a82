@testable import VaultSync

extension ConflictRow {
  /// `ID` stands for the id of the row.
  static let all = notes + places + media + others

  private static let body = note("ID", "weather: fog\ntags: [all]\n", "one\n\ntwo\n\nthree\n")

  private static let notes = [
    ConflictRow("notes of their own", ["a.md": "one\n", "b.md": "one\n", "c.md": "one\n"]) {
      $0.write("a.md", over: "one")
    } second: {
      $0.write("b.md", over: "one")
    } third: {
      $0.write("c.md", over: "one")
    },
    ConflictRow("fields and lines of one note", ["a.md": body]) {
      $0.write("a.md", over: "one")
    } second: {
      $0.write("a.md", over: "three")
    } third: {
      $0.write("a.md", over: "tags: [all]")
      $0["a.md"] = $0["a.md"]?.replacing($0.word, with: "tags: [all, \($0.word)]")
    },
    ConflictRow("one field", ["a.md": body]) {
      $0["a.md"] = $0["a.md"]?.replacing("fog", with: "rain")
    } second: {
      $0["a.md"] = $0["a.md"]?.replacing("fog", with: "sun")
    } third: {
      $0["a.md"] = $0["a.md"]?.replacing("fog", with: "snow")
    },
    ConflictRow("one title", ["a.md": note("ID", "title: old\n", "x\n")]) {
      $0.write("a.md", over: "old")
    } second: {
      $0.write("a.md", over: "old")
    } third: {
      $0.write("a.md", over: "old")
    },
    ConflictRow(
      "events of a tracker", ["t.md": note("ID", "tl: tracker\n", "## Log\n\n- 2026-11-14 = 1\n")]
    ) {
      $0["t.md"]? += "- 2026-11-17 = 2: \($0.word)\n"
    } second: {
      $0["t.md"]? += "- 2026-11-16 = 2: \($0.word)\n"
    } third: {
      $0["t.md"] = $0["t.md"]?.replacing("- 2026-11-14 = 1", with: "- 2026-11-14 = 2: \($0.word)")
    },
    ConflictRow("a day on each device", ["other.md": "x\n"]) {
      $0["2026-11-20.md"] = "# Friday\n\n- 08:15 \($0.word)\n"
    } second: {
      $0["2026-11-20.md"] = "# Friday\n\n- 07:15 \($0.word)\n"
    } third: {
      $0["2026-11-20.md"] = "# Friday\n\n\($0.word)\n"
    },
    ConflictRow("a place", ["a.md": note("ID", "place: Home\nlocality: Berlin\n", "x\n")]) {
      $0["a.md"] = $0["a.md"]?.replacing("Home", with: "Park")
    } second: {
      $0["a.md"] = $0["a.md"]?.replacing("Berlin", with: "Paris")
    } third: {
      $0["a.md"] = $0["a.md"]?.replacing("place: Home\nlocality: Berlin", with: "place: Sea")
    },
    ConflictRow("the same lines", ["a.md": body]) {
      $0.write("a.md", over: "two")
    } second: {
      $0.write("a.md", over: "two")
    } third: {
      $0.write("a.md", over: "two")
    },
    ConflictRow("edits and a deletion", ["a.md": body, "a.media/x.jpg": "\u{0}x"]) {
      $0.write("a.md", over: "one")
    } second: {
      $0["a.md"] = nil
      $0["a.media/x.jpg"] = nil
    } third: {
      $0.write("a.md", over: "three")
    },
    ConflictRow("deletions", ["a.md": body, "b.md": "stays\n"]) {
      $0["a.md"] = nil
    } second: {
      $0["a.md"] = nil
    } third: {
      $0["a.md"] = nil
    },
    ConflictRow("ids stored apart", ["a.md": "one\n\ntwo\n\nthree\n"]) {
      $0["a.md"] = note("\($0.id)-3", "", $0["a.md"] ?? "")
      $0.write("a.md", over: "one")
    } second: {
      $0["a.md"] = note("\($0.id)-1", "", $0["a.md"] ?? "")
    } third: {
      $0["a.md"] = note("\($0.id)-2", "", $0["a.md"] ?? "")
      $0.write("a.md", over: "three")
    },
    ConflictRow("line ends and lines", ["a.md": body]) {
      $0["a.md"] = $0["a.md"]?.replacing("\n", with: "\r\n")
    } second: {
      $0.write("a.md", over: "one")
    } third: {
      $0.write("a.md", over: "three")
    },
    ConflictRow("front matter that cannot be read", ["a.md": "---\nid: [\n---\none\n\ntwo\n"]) {
      $0.write("a.md", over: "one")
    } second: {
      $0.write("a.md", over: "two")
    } third: {
      $0.write("a.md", over: "two")
    },
  ]

  private static let places = [
    ConflictRow("a move and edits", ["a.md": body]) {
      $0.move("a.md", "in/c.md")
    } second: {
      $0.write("a.md", over: "one")
    } third: {
      $0.write("a.md", over: "three")
    },
    ConflictRow("moves to three places", ["a.md": body]) {
      $0.move("a.md", "left.md")
    } second: {
      $0.move("a.md", "right.md")
    } third: {
      $0.move("a.md", "in/deep.md")
    },
    ConflictRow("a move, a deletion, an edit", ["a.md": body]) {
      $0.move("a.md", "b.md")
      $0.write("b.md", over: "one")
    } second: {
      $0["a.md"] = nil
    } third: {
      $0.write("a.md", over: "three")
    },
    ConflictRow("a copy with the id, an edit, a move", ["a.md": body]) {
      $0.copy("a.md", "a copy.md")
      $0.write("a copy.md", over: "one")
    } second: {
      $0.write("a.md", over: "two")
    } third: {
      $0.move("a.md", "in/b.md")
    },
    ConflictRow("new notes with one id", [:]) {
      $0["c.md"] = note($0.id, "tags: [\($0.word)]\n", "one\n")
    } second: {
      $0["a.md"] = note($0.id, "tags: [\($0.word)]\n", "one\n")
    } third: {
      $0["b.md"] = note($0.id, "tags: [all]\n", "\($0.word)\n")
    },
    ConflictRow("new notes at one path", [:]) {
      $0["day.md"] = note("\($0.id)-1", "", "\($0.word)\n")
    } second: {
      $0["day.md"] = note("\($0.id)-2", "", "\($0.word)\n")
    } third: {
      $0["day.md"] = note("\($0.id)-3", "", "\($0.word)\n")
    },
    ConflictRow("new notes at one path, two of them equal", [:]) {
      $0["day.md"] = "the same\n"
    } second: {
      $0["day.md"] = "the same\n"
    } third: {
      $0["day.md"] = "\($0.word)\n"
    },
    ConflictRow("names that are one to a disk", [:]) {
      $0["Day.md"] = note("\($0.id)-1", "", "\($0.word)\n")
    } second: {
      $0["day.md"] = note("\($0.id)-2", "", "\($0.word)\n")
    } third: {
      $0["DAY.md"] = note("\($0.id)-3", "", "\($0.word)\n")
    },
    ConflictRow("files and a folder of one name", [:]) {
      $0["trip"] = "\($0.word)\n"
    } second: {
      $0["trip/a.md"] = "\($0.word)\n"
    } third: {
      $0["trip"] = "\($0.word)\n"
    },
  ]

  private static let media = [
    ConflictRow("media of one name", ["a.md": body]) {
      $0["a.media/x.jpg"] = "\u{0}\($0.word)"
      $0["a.md"] = $0["a.md"]?.replacing("one", with: "![](a.media/x.jpg)")
    } second: {
      $0["a.media/x.jpg"] = "\u{0}\($0.word)"
      $0["a.md"] = $0["a.md"]?.replacing("two", with: "![](a.media/x.jpg)")
    } third: {
      $0["a.media/x.jpg"] = "\u{0}\($0.word)"
      $0["a.md"] = $0["a.md"]?.replacing("three", with: "![](a.media/x.jpg)")
    },
    ConflictRow("media changed, deleted, deleted with the note", pictured) {
      $0["a.media/x.jpg"] = "\u{0}\($0.word)"
    } second: {
      $0["a.media/x.jpg"] = nil
    } third: {
      $0["a.md"] = nil
      $0["a.media/x.jpg"] = nil
    },
    ConflictRow("media added and changed, the note renamed", pictured) {
      $0.move("a.md", "in/b.md")
      $0.move("a.media/x.jpg", "in/b.media/x.jpg")
    } second: {
      $0["a.media/y.jpg"] = "\u{0}\($0.word)"
    } third: {
      $0["a.media/x.jpg"] = "\u{0}\($0.word)"
    },
    ConflictRow("renamed with its media, renamed alone, edited", pictured) {
      $0.move("a.md", "b.md")
      $0.move("a.media/x.jpg", "b.media/x.jpg")
    } second: {
      $0.move("a.md", "c.md")
    } third: {
      $0.write("a.md", over: "two")
    },
  ]

  private static let pictured = ["a.md": body, "a.media/x.jpg": "\u{0}x"]

  private static let others = [
    ConflictRow("lines of a list", ["a.txt": "one\ntwo\nthree\n"]) {
      $0.write("a.txt", over: "one")
    } second: {
      $0.write("a.txt", over: "three")
    } third: {
      $0.write("a.txt", over: "three")
    },
    ConflictRow("a binary file", ["b.bin": "\u{0}one"]) {
      $0.write("b.bin", over: "one")
    } second: {
      $0.write("b.bin", over: "one")
    } third: {
      $0.write("b.bin", over: "one")
    },
    // The later version whole: what the others wrote there is in the history alone.
    ConflictRow("a dot folder", [".obsidian/app.json": "{}\n"]) {
      $0[".obsidian/app.json"] = "{left}\n"
    } second: {
      $0[".obsidian/app.json"] = "{right}\n"
    } third: {
      $0[".obsidian/app.json"] = nil
    },
  ]
}
