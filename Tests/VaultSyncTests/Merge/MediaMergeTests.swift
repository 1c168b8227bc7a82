import Testing

@testable import VaultSync

@Suite("Merge of trees: media")
struct MediaMergeTests {
  private let base = ["a.md": note("1", "", "one\ntwo\n"), "a.media/x.jpg": "X"]

  @Test("changed on both sides: the later one keeps the name, the other gets -2")
  func bothChanged() throws {
    var story = MergeStory(base)
    story.left["a.media/x.jpg"] = "left"
    story.right["a.media/x.jpg"] = "right"
    let merged = try story.merge()
    #expect(merged.files["a.media/x.jpg"] == "right")
    #expect(merged.files["a.media/x-2.jpg"] == "left")
    #expect(merged.told == ["a.media/x-2.jpg: renamed, not a.media/x.jpg"])
  }

  @Test("added on both sides with one name: each side's new links lead to its own picture")
  func bothAdded() throws {
    var story = MergeStory(base)
    story.left["a.media/k.jpg"] = "left"
    story.left["a.md"] = note("1", "", "![left](a.media/k.jpg)\none\ntwo\n")
    story.right["a.media/k.jpg"] = "right"
    story.right["a.md"] = note("1", "", "one\ntwo\n![right](a.media/k.jpg)\n![[k.jpg]]\n")
    let merged = try story.merge()
    #expect(
      merged.files["a.md"]
        == note(
          "1", "", "![left](a.media/k-2.jpg)\none\ntwo\n![right](a.media/k.jpg)\n![[k.jpg]]\n"))
    #expect(merged.files["a.media/k.jpg"] == "right")
    #expect(merged.files["a.media/k-2.jpg"] == "left")
  }

  @Test("a link that both sides wrote alike leads to the picture that kept the name")
  func sharedLink() throws {
    var story = MergeStory(base)
    let text = note("1", "", "one\ntwo\n![](a.media/k.jpg)\n")
    for (path, picture) in [(\MergeStory.left, "left"), (\.right, "right")] {
      story[keyPath: path]["a.md"] = text
      story[keyPath: path]["a.media/k.jpg"] = picture
    }
    #expect(try story.merge().files["a.md"] == text)
  }

  @Test("at different places one line of both sides leads to each side's picture")
  func sameLineElsewhere() throws {
    var story = MergeStory(base)
    story.left["a.md"] = note("1", "", "![](a.media/k.jpg)\none\ntwo\n")
    story.left["a.media/k.jpg"] = "left"
    story.right["a.md"] = note("1", "", "one\ntwo\n![](a.media/k.jpg)\n")
    story.right["a.media/k.jpg"] = "right"
    #expect(
      try story.merge().files["a.md"]
        == note("1", "", "![](a.media/k-2.jpg)\none\ntwo\n![](a.media/k.jpg)\n"))
  }

  @Test("in a conflict copy every link leads to the picture of its side")
  func linksOfACopy() throws {
    var story = MergeStory([
      "a.md": note("1", "", "one\n![](a.media/x.jpg)\n"), "a.media/x.jpg": "X",
    ])
    story.left["a.md"] = note("1", "", "left\n![](a.media/x.jpg)\n")
    story.left["a.media/x.jpg"] = "left"
    story.right["a.md"] = note("1", "", "right\n![](a.media/x.jpg)\n")
    story.right["a.media/x.jpg"] = "right"
    let merged = try story.merge()
    #expect(merged.files["a.md"] == note("1", "", "right\n![](a.media/x.jpg)\n"))
    let copy = merged.files["a.conflict-laptop-20270115T080000Z.md"]
    #expect(copy?.hasSuffix("left\n![](a.media/x-2.jpg)\n") == true)
  }

  @Test("the number is one that no picture has")
  func takenNumber() throws {
    var story = MergeStory(base.merging(["a.media/X-2.JPG": "old"]) { $1 })
    story.left["a.media/x.jpg"] = "left"
    story.right["a.media/x.jpg"] = "right"
    #expect(try story.merge().files["a.media/x-3.jpg"] == "left")
  }

  @Test("changed here, deleted there: the changed one survives")
  func changedAndDeleted() throws {
    var story = MergeStory(base)
    story.left["a.media/x.jpg"] = nil
    story.right["a.media/x.jpg"] = "right"
    let merged = try story.merge()
    #expect(merged.files["a.media/x.jpg"] == "right")
    #expect(merged.told == ["a.media/x.jpg: edit survived delete"])
  }

  @Test("the media follow a note that the other side moved, with the links of new lines")
  func followsNote() throws {
    var story = MergeStory(base)
    story.left.move("a.md", "in/b.md")
    story.left.move("a.media/x.jpg", "in/b.media/x.jpg")
    story.right["a.media/x.jpg"] = "X!"
    story.right["a.media/new.jpg"] = "N"
    story.right["a.md"] = note(
      "1", "", "one\ntwo\n![](a.media/new.jpg) [z](z.md) <a.media/x.jpg>\n")
    story.right["z.md"] = "z\n"
    let merged = try story.merge()
    #expect(
      merged.files == [
        "in/b.md": note("1", "", "one\ntwo\n![](b.media/new.jpg) [z](../z.md) <a.media/x.jpg>\n"),
        "in/b.media/x.jpg": "X!", "in/b.media/new.jpg": "N", "z.md": "z\n",
      ])
    #expect(
      merged.told == [
        "in/b.md: moved from a.md", "in/b.media/new.jpg: followed from a.media/new.jpg",
        "in/b.media/x.jpg: followed from a.media/x.jpg",
      ])
  }

  @Test("media that were left behind when the note was moved stay together")
  func leftBehind() throws {
    var story = MergeStory(base)
    story.left.move("a.md", "b.md")
    story.right["a.media/new.jpg"] = "N"
    #expect(
      try story.merge().files == [
        "b.md": note("1", "", "one\ntwo\n"), "a.media/x.jpg": "X", "a.media/new.jpg": "N",
      ])
  }

  @Test(
    "media added or changed here, the note deleted there: both survive", arguments: [true, false])
  func noteDeleted(isAdded: Bool) throws {
    var story = MergeStory(base.merging(["a.media/y.jpg": "Y"]) { $1 })
    for path in ["a.md", "a.media/x.jpg", "a.media/y.jpg"] { story.left[path] = nil }
    story.right[isAdded ? "a.media/new.jpg" : "a.media/x.jpg"] = "R"
    let merged = try story.merge()
    var expected = base.merging(["a.media/y.jpg": "Y"]) { $1 }
    expected[isAdded ? "a.media/new.jpg" : "a.media/x.jpg"] = "R"
    #expect(merged.files == expected)
    #expect(merged.told == ["a.md: kept for media"])
  }

  @Test("media removed here, the note deleted there: all is gone")
  func allDeleted() throws {
    var story = MergeStory(base.merging(["z.md": "z\n"]) { $1 })
    story.left["a.md"] = nil
    story.left["a.media/x.jpg"] = nil
    story.right["a.media/x.jpg"] = nil
    #expect(try story.merge().files == ["z.md": "z\n"])
  }

  @Test("a note that gives way takes its media along, and its links")
  func renamedNote() throws {
    var story = MergeStory(["z.md": "z\n"])
    story.left["d.md"] = note("1", "", "left ![](d.media/x.jpg)\n")
    story.left["d.media/x.jpg"] = "left"
    story.right["d.md"] = note("2", "", "right ![](d.media/x.jpg)\n")
    story.right["d.media/x.jpg"] = "right"
    let merged = try story.merge()
    #expect(
      merged.files == [
        "z.md": "z\n", "d.md": note("2", "", "right ![](d.media/x.jpg)\n"),
        "d.media/x.jpg": "right",
        "d-2.md": note("1", "", "left ![](d-2.media/x.jpg)\n"), "d-2.media/x.jpg": "left",
      ])
    #expect(merged.told == ["d-2.md: renamed, not d.md"])
  }

  @Test("media of a note that no side changed")
  func untouchedNote() throws {
    var story = MergeStory(base)
    story.left["a.media/l.jpg"] = "l"
    story.right["a.media/r.jpg"] = "r"
    story.right["a.media/x.jpg"] = nil
    #expect(
      try story.merge().files
        == ["a.md": base["a.md"], "a.media/l.jpg": "l", "a.media/r.jpg": "r"])
  }

  @Test("a note in a media folder is media")
  func noteAmongMedia() throws {
    var story = MergeStory(base.merging(["a.media/n.md": "one\n"]) { $1 })
    story.left["a.media/n.md"] = "left\n"
    story.right["a.media/n.md"] = "right\n"
    #expect(
      try story.merge().files.filter { $0.key.hasSuffix("n.md") || $0.key.contains("n-2") }
        == ["a.media/n.md": "right\n", "a.media/n-2.md": "left\n"])
  }

  @Test("moved with the note here, left behind there: it goes with the note")
  func leftBehindOnOneSide() throws {
    var story = MergeStory(base)
    story.left.move("a.md", "b.md")
    story.left.move("a.media/x.jpg", "b.media/x.jpg")
    story.right.move("a.md", "b.md")
    story.right["b.media/y.jpg"] = "Y"
    #expect(
      try story.merge().files
        == ["b.md": note("1", "", "one\ntwo\n"), "b.media/x.jpg": "X", "b.media/y.jpg": "Y"])
  }

  @Test("left behind and edited: it stays where it is, once")
  func leftBehindAndEdited() throws {
    var story = MergeStory(base)
    story.left["z.md"] = "z\n"
    story.right.move("a.md", "b.md")
    story.right["b.media/y.jpg"] = "Y"
    story.right["a.media/x.jpg"] = "X!"
    #expect(
      try story.merge().files
        == [
          "b.md": note("1", "", "one\ntwo\n"), "a.media/x.jpg": "X!", "b.media/y.jpg": "Y",
          "z.md": "z\n",
        ])
  }

  @Test("moved away here, where there it is another note's by now: that note keeps it")
  func takenOver() throws {
    var story = MergeStory(base.merging(["c.md": note("2", "", "two\n")]) { $1 })
    story.left.move("a.md", "b.md")
    story.left.move("a.media/x.jpg", "b.media/x.jpg")
    story.right.move("a.md", "b.md")
    story.right["b.media/y.jpg"] = "Y"
    story.right.move("c.md", "a.md")
    let files = try story.merge().files
    #expect(files["a.md"] == note("2", "", "two\n"))
    #expect(files["a.media/x.jpg"] == "X")
    #expect(files["b.media/y.jpg"] == "Y")
  }

  @Test(
    "a note moves over another with media, which gets new media there: nothing else happens",
    arguments: [false, true])
  func movedOver(isBoth: Bool) throws {
    var story = MergeStory([
      "a.md": note("1", "", "one\n"), "a.media/x.jpg": "X", "b.md": "b\n", "in/a.md": "c\n",
    ])
    story.left["in/a.md"] = note("1", "", "other\n")
    story.left.move("b.md", "a.md")
    story.left["a.media/x.jpg"] = "new"
    if isBoth { story.right.files = story.left.files }
    story.left["y.md"] = "y\n"
    story.right["z.md"] = "z\n"
    #expect(
      try story.merge().files
        == [
          "a.md": "b\n", "a.media/x.jpg": "new", "in/a.md": note("1", "", "other\n"),
          "y.md": "y\n", "z.md": "z\n",
        ])
  }
}
