import Testing

@testable import Git
@testable import VaultSync

@Suite("Merge of trees: files that are no notes")
struct OtherFilesMergeTests {
  private let copy = "conflict-laptop-20270115T080000Z"

  @Test("settings merge key by key, format takes the greater")
  func settings() throws {
    var story = MergeStory([".tl/config.yaml": "format: 1\ntimezone: UTC\n"])
    story.left[".tl/config.yaml"] = "format: 2\ntimezone: UTC\n"
    story.right[".tl/config.yaml"] = "format: 1\ntimezone: Europe/Berlin\n"
    #expect(
      try story.merge().files == [".tl/config.yaml": "format: 2\ntimezone: Europe/Berlin\n"])
  }

  @Test("texts merge by lines; a conflict keeps the later version, and the other in a copy")
  func texts() throws {
    var story = MergeStory(["list.txt": "one\ntwo\nthree\n"])
    story.left["list.txt"] = "one!\ntwo\nthree\n"
    story.right["list.txt"] = "one\ntwo\nthree!\n"
    #expect(try story.merge().files == ["list.txt": "one!\ntwo\nthree!\n"])
    story.right["list.txt"] = "ONE\ntwo\nthree\n"
    let merged = try story.merge()
    #expect(
      merged.files
        == ["list.txt": "ONE\ntwo\nthree\n", "list.\(copy).txt": "one!\ntwo\nthree\n"])
    #expect(merged.told == ["list.txt: copy of laptop list.\(copy).txt"])
  }

  @Test(
    "rules keep the lines of both sides, whether they had the file before or not",
    arguments: [".gitignore", "in/.gitattributes", ".tlignore", ".obsidian/.gitignore"])
  func rules(name: String) throws {
    for base in ["a\n", nil] {
      var story = MergeStory(base.map { [name: $0] } ?? [:])
      story.left[name] = "a\nx\nboth\n"
      story.right[name] = "a\ny\nboth\n"
      let merged = try story.merge()
      #expect(merged.files == [name: "a\nx\ny\nboth\n"])
      #expect(merged.told == ["\(name): merged"])
    }
  }

  @Test("a note or a text that is too large to be read counts as a binary file")
  func tooLarge() throws {
    let long = String(repeating: "long\n", count: 100)
    for name in ["n.md", "n.txt"] {
      var story = MergeStory(["a.md": note("1", "", "a\n")])
      story.store.largestBlob = 400
      story.left[name] = note("2", "", long)
      story.right["a.md"] = note("1", "", "a!\n")
      #expect(
        try story.merge().files == ["a.md": note("1", "", "a!\n"), name: note("2", "", long)])

      story = MergeStory([name: note("2", "", long)])
      story.store.largestBlob = 400
      story.left[name] = note("2", "", long + "left\n")
      story.right[name] = note("2", "", long + "right\n")
      let other = "n.\(copy)\(name.dropFirst())"
      #expect(
        try story.merge().files
          == [name: note("2", "", long + "right\n"), other: note("2", "", long + "left\n")])
    }
  }

  @Test("of other files the later version stays, the other is a copy")
  func binaries() throws {
    var story = MergeStory(["data.bin": "\0a\nb\nc\n"])
    story.left["data.bin"] = "\0A\nb\nc\n"
    story.right["data.bin"] = "\0a\nb\nC\n"
    #expect(
      try story.merge().files
        == ["data.bin": "\0a\nb\nC\n", "data.\(copy).bin": "\0A\nb\nc\n"])
  }

  @Test(
    "below dot folders the later version stays, the other is named",
    arguments: [".obsidian/app.json", "n.media/.thumbs/app.json"])
  func hidden(path: String) throws {
    var story = MergeStory([path: "a\nb\nc\n", "n.md": "n\n"])
    story.left[path] = "A\nb\nc\n"
    story.right[path] = "a\nb\nC\n"
    let merged = try story.merge()
    #expect(merged.files == [path: "a\nb\nC\n", "n.md": "n\n"])
    #expect(merged.told == ["\(path): other version of laptop"])
  }

  @Test("changed here, deleted there: the change survives")
  func changedAndDeleted() throws {
    var story = MergeStory(["list.txt": "one\n", "gone.txt": "x\n"])
    story.left["list.txt"] = nil
    story.left["gone.txt"] = nil
    story.right["list.txt"] = "two\n"
    let merged = try story.merge()
    #expect(merged.files == ["list.txt": "two\n"])
    #expect(merged.told == ["list.txt: edit survived delete"])
  }

  @Test("moved here, changed there: both")
  func moved() throws {
    var story = MergeStory(["list.txt": "one\n"])
    story.left.move("list.txt", "in/list.txt")
    story.right["list.txt"] = "two\n"
    #expect(try story.merge().files == ["in/list.txt": "two\n"])
  }

  @Test("new on both sides at one path: both, the earlier one gets -2")
  func newOnBoth() throws {
    var story = MergeStory(["z.md": "z\n"])
    story.left["list.txt"] = "left\n"
    story.right["list.txt"] = "right\n"
    #expect(
      try story.merge().files == ["z.md": "z\n", "list.txt": "right\n", "list-2.txt": "left\n"])
  }

  @Test("made executable here, changed there: both")
  func modes() throws {
    var story = MergeStory(["run.sh": "one\n", "a.md": note("1", "", "a\n")])
    story.left.setMode(.executable, of: "run.sh")
    story.left.setMode(.executable, of: "a.md")
    story.right["run.sh"] = "two\n"
    story.right["a.md"] = note("1", "", "b\n")
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
    var story = MergeStory(["a.md": note("1", "", "a\n")])
    story.left.link("a.md", to: "b")
    story.right["a.md"] = note("1", "", "a!\n")
    let merged = try story.merge()
    #expect(merged.files == ["a.md": note("1", "", "a!\n"), "a-2.md": "b"])
    #expect(merged.modes["a-2.md"] == .link)
  }

  @Test("an empty base: what is equal is one, all else is kept")
  func join() throws {
    var story = MergeStory()
    story.left["a.md"] = "same\n"
    story.right["a.md"] = "same\n"
    story.left["b.md"] = note("1", "tags: [hut]\n", "b\n")
    story.right["b.md"] = note("1", "tags: [zoo]\n", "b\n")
    story.left[".tl/config.yaml"] = "format: 1\n"
    story.right[".tl/config.yaml"] = "format: 1\n"
    story.right["r.md"] = "r\n"
    let files = try story.merge().files
    #expect(
      files == [
        "a.md": "same\n", "b.md": note("1", "tags: [hut, zoo]\n", "b\n"), "r.md": "r\n",
        ".tl/config.yaml": "format: 1\n",
      ])
  }
}
