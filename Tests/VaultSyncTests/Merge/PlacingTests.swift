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
    var story = MergeStory(["z.md": "z\n"])
    story.left[left] = note("1", "", "left\n")
    story.right[right] = note("2", "", "right\n")
    let merged = try story.merge()
    #expect(
      Set(merged.files.keys.map(Array.init)) == Set(["z.md", right, renamed].map(Array.init)))
    #expect(merged.files[right] == note("2", "", "right\n"))
    #expect(merged.files[renamed] == note("1", "", "left\n"))
    #expect(merged.events.map(\.kind.told) == ["renamed, not \(left)"])
  }

  @Test("notes without ids and with one path: equal text is one, other text two")
  func withoutIDs() throws {
    var story = MergeStory(["z.md": "z\n"])
    story.left["d.md"] = "same\n"
    story.right["d.md"] = "same\n"
    story.right["e.md"] = "e\n"
    #expect(try story.merge().files == ["z.md": "z\n", "d.md": "same\n", "e.md": "e\n"])
    story.right["d.md"] = "other\n"
    #expect(
      try story.merge().files
        == ["z.md": "z\n", "d.md": "other\n", "d-2.md": "same\n", "e.md": "e\n"])
  }

  @Test("notes without ids and with one text, whose paths differ in case, are one")
  func equalTexts() throws {
    var story = MergeStory(["z.md": "z\n"])
    story.left["d.md"] = "same\n"
    story.right["D.md"] = "same\n"
    #expect(try story.merge().files.count == 2)
  }

  @Test("a note that was there keeps its name before one that comes")
  func baseFirst() throws {
    var story = MergeStory(["a.md": note("1", "", "one\n"), "z.md": "z\n"])
    story.left["a.md"] = note("1", "", "one!\n")
    story.right["a.md"] = note("2", "", "two\n")
    let merged = try story.merge()
    #expect(
      merged.files
        == ["a.md": note("1", "", "one!\n"), "a-2.md": note("2", "", "two\n"), "z.md": "z\n"])
    #expect(merged.told == ["a-2.md: renamed, not a.md", "a.md: edit survived delete"])
  }

  @Test("the number is one that is free, in whatever case, with its media folder and its twin")
  func freeNumbers() throws {
    var story = MergeStory(["D-2.md": "x\n", "d-3.media/x.jpg": "X", "d-4.markdown": "y\n"])
    story.left["d.md"] = note("1", "", "left\n")
    story.right["d.md"] = note("2", "", "right\n")
    #expect(try story.merge().files["d-5.md"] == note("1", "", "left\n"))
  }

  @Test("a file and a folder of one name: the file gets -2", arguments: ["plan", "PLAN"])
  func fileAndFolder(folder: String) throws {
    var story = MergeStory(["z.md": "z\n"])
    story.left["plan"] = "a file\n"
    story.right["\(folder)/a.md"] = "a note\n"
    #expect(
      try story.merge().files
        == ["z.md": "z\n", "plan-2": "a file\n", "\(folder)/a.md": "a note\n"])
  }

  @Test(
    "a file where the merge makes a media folder gets -2, whoever added it",
    arguments: [true, false], ["a.media", "A.media"])
  func fileAndMediaFolder(isLeft: Bool, file: String) throws {
    var story = MergeStory(["c.md": note("1", "", "text\n"), "z.md": "z\n"])
    story.left.move("c.md", "a.md")
    story.right["c.media/x.jpg"] = "X"
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
    var story = MergeStory(["c.md": note("1", "", "text\n"), "z.md": "z\n"])
    story.left["A.md"] = note("1", "", "text\n")
    story.left["A.media/x.jpg"] = "X"
    story.left["a.media"] = "a file"
    story.right["a.md"] = "another\n"
    story.right["a.media/y.jpg"] = "Y"
    let names = try story.merge().files.keys.sorted()
    #expect(
      names == ["A-2.md", "A-2.media/x.jpg", "a-3.media", "a.md", "a.media/y.jpg", "c.md", "z.md"])
  }

  @Test("a file takes the place of a folder in which the other side changed a note")
  func fileOverFolder() throws {
    var story = MergeStory(["plan/a.md": "a\n", "plan/b.md": "b\n"])
    story.left["plan/a.md"] = nil
    story.left["plan/b.md"] = nil
    story.left["plan"] = "a file\n"
    story.right["plan/a.md"] = "a!\n"
    #expect(try story.merge().files == ["plan-2": "a file\n", "plan/a.md": "a!\n"])
  }

  @Test("names that clash on one side already are left alone")
  func clashOfOneSide() throws {
    var story = MergeStory(["a.md": note("1", "", "a\n")])
    story.left["A.md"] = note("2", "", "A\n")
    story.left["a.md"] = note("1", "", "a!\n")
    story.right["r.md"] = "r\n"
    #expect(try story.merge().files.keys.sorted() == ["A.md", "a.md", "r.md"])
  }

  @Test("a note renamed in case only here, edited there")
  func renamedInCase() throws {
    var story = MergeStory(["a.md": note("1", "", "a\n")])
    story.left.move("a.md", "A.md")
    story.right["a.md"] = note("1", "", "a!\n")
    #expect(try story.merge().files == ["A.md": note("1", "", "a!\n")])
  }
}
