import Testing

@testable import VaultSync

/// Row by row what docs/vault-format.md, part M, says; every story is merged in both orders.
@Suite("Merge of trees: notes")
struct TreeMergeTests {
  @Test("different notes changed: both")
  func differentNotes() throws {
    var story = MergeStory(["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"])
    story.left["a.md"] = "a!\n"
    story.left["new.md"] = "n\n"
    story.right["b.md"] = "b!\n"
    story.right["c.md"] = nil
    let merged = try story.merge()
    #expect(merged.files == ["a.md": "a!\n", "b.md": "b!\n", "new.md": "n\n"])
    #expect(merged.told == [])
  }

  @Test("the same note, different fields and lines: merged")
  func sameNote() throws {
    var story = MergeStory(["a.md": note("1", "tags: [x]\n", "one\ntwo\nthree\n")])
    story.left["a.md"] = note("1", "tags: [x, w]\n", "one!\ntwo\nthree\n")
    story.right["a.md"] = note("1", "tags: [x, z]\n", "one\ntwo\nthree!\n")
    let merged = try story.merge()
    #expect(merged.files == ["a.md": note("1", "tags: [x, w, z]\n", "one!\ntwo\nthree!\n")])
    #expect(merged.told == ["a.md: merged"])
  }

  @Test("the same field changed on both sides: the later side, and the report says so")
  func sameField() throws {
    var story = MergeStory(["a.md": note("1", "weather: fog\n", "x\n")])
    story.left["a.md"] = note("1", "weather: rain\n", "x\n")
    story.right["a.md"] = note("1", "weather: sun\n", "x\n")
    let merged = try story.merge()
    #expect(merged.files == ["a.md": note("1", "weather: sun\n", "x\n")])
    #expect(merged.told == ["a.md: merged", "a.md: weather later phone"])
    story.left.time += 1000
    #expect(try story.merge().files == ["a.md": note("1", "weather: rain\n", "x\n")])
  }

  @Test("updated says which side is later, where it was moved forward")
  func updatedDecides() throws {
    var story = MergeStory(["a.md": note("1", "updated: 2026-01-01\nweather: fog\n", "x\n")])
    story.left["a.md"] = note("1", "updated: 2030-01-03\nweather: rain\n", "x\n")
    story.right["a.md"] = note("1", "updated: 2026-01-01\nweather: sun\n", "x\n")
    #expect(try story.merge().files["a.md"]?.contains("rain") == true)
  }

  @Test("the same lines changed: the later text, and the other one as a conflict copy")
  func conflict() throws {
    var story = MergeStory(["a.md": note("1", "", "one\n")])
    story.left["a.md"] = note("1", "", "left\n")
    story.right["a.md"] = note("1", "", "right\n")
    let merged = try story.merge()
    let copy = "a.conflict-laptop-20270115T080000Z.md"
    #expect(merged.files.keys.sorted() == [copy, "a.md"])
    #expect(merged.files["a.md"] == note("1", "", "right\n"))
    #expect(merged.files[copy]?.hasSuffix("\nconflict_from: laptop\n---\nleft\n") == true)
    #expect(merged.told == ["a.md: copy of laptop \(copy)"])
  }

  @Test("a taken name of a copy gets -2, in whatever letter case it is taken")
  func takenCopyName() throws {
    let taken = "A.Conflict-Laptop-20270115t080000z.md"
    var story = MergeStory(["a.md": note("1", "", "one\n"), taken: "mine\n"])
    story.left["a.md"] = note("1", "", "left\n")
    story.right["a.md"] = note("1", "", "right\n")
    let merged = try story.merge()
    #expect(
      merged.files.keys.sorted() == [taken, "a.conflict-laptop-20270115T080000Z-2.md", "a.md"])
  }

  @Test("a conflict that was merged before has its copy already")
  func sameCopyAgain() throws {
    var story = MergeStory(["a.md": note("1", "", "one\n")])
    story.left["a.md"] = note("1", "", "left\n")
    story.right["a.md"] = note("1", "", "right\n")
    let copy = "a.conflict-laptop-20270115T080000Z.md"
    let text = try #require(try story.merge().files[copy])
    story.right[copy] = text
    let again = try story.merge()
    #expect(again.files.keys.sorted() == [copy, "a.md"])
    #expect(again.files[copy] == text)
  }

  @Test("edited here, deleted there: the edit survives, with its media")
  func editAndDelete() throws {
    var story = MergeStory(["a.md": note("1", "", "one\n"), "a.media/x.jpg": "X"])
    story.left["a.md"] = nil
    story.left["a.media/x.jpg"] = nil
    story.right["a.md"] = note("1", "", "two\n")
    let merged = try story.merge()
    #expect(merged.files == ["a.md": note("1", "", "two\n"), "a.media/x.jpg": "X"])
    #expect(merged.told == ["a.md: edit survived delete"])
  }

  @Test(
    "a change of id, updated or line ends alone does not outlive a delete",
    arguments: [
      note("1", "updated: 2026-02-02\n", "one\n"), note("2", "updated: 2026-01-01\n", "one\n"),
      "---\r\nid: 1\r\nupdated: 2026-01-01\r\n---\r\none\r\n",
      "---\nid: 1\nupdated: 2026-01-01\n---\none",
    ])
  func identityAndDelete(text: String) throws {
    var story = MergeStory([
      "a.md": note("1", "updated: 2026-01-01\n", "one\n"), "a.media/x.jpg": "X",
    ])
    story.left["a.md"] = nil
    story.left["a.media/x.jpg"] = nil
    story.right["a.md"] = text
    // A new id makes it another note, with media of its own.
    let isOther = text.contains("id: 2")
    #expect(try story.merge().files.keys.sorted() == (isOther ? ["a.md", "a.media/x.jpg"] : []))
  }

  @Test("an id that was stored in a note without one does not outlive a delete")
  func storedIDAndDelete() throws {
    var story = MergeStory(["a.md": "one\n"])
    story.left["a.md"] = nil
    story.right["a.md"] = note("5", "", "one\n")
    #expect(try story.merge().files.isEmpty)
  }

  @Test("deleted on both sides: deleted")
  func deletedTwice() throws {
    var story = MergeStory(["a.md": "one\n", "a.media/x.jpg": "X", "b.md": "b\n"])
    story.left["a.md"] = nil
    story.left["a.media/x.jpg"] = nil
    story.right["a.md"] = nil
    story.right["a.media/x.jpg"] = nil
    story.right["b.md"] = "b!\n"
    #expect(try story.merge().files == ["b.md": "b!\n"])
  }

  @Test("moved here, edited there: both, joined by the id")
  func movedAndEdited() throws {
    var story = MergeStory(["a.md": note("1", "", "one\ntwo\n")])
    story.left["a.md"] = nil
    story.left["in/b.md"] = note("1", "", "one\ntwo!\n")
    story.right["a.md"] = note("1", "", "zero\none\ntwo\n")
    let merged = try story.merge()
    #expect(merged.files == ["in/b.md": note("1", "", "zero\none\ntwo!\n")])
    #expect(merged.told == ["in/b.md: moved from a.md", "in/b.md: merged"])
  }

  @Test("two notes that swapped their paths here, edited there")
  func swapped() throws {
    var story = MergeStory(["a.md": note("1", "", "a\n"), "b.md": note("2", "", "b\n")])
    story.left["a.md"] = note("2", "", "b\n")
    story.left["b.md"] = note("1", "", "a\n")
    story.right["a.md"] = note("1", "", "a!\n")
    #expect(
      try story.merge().files == ["a.md": note("2", "", "b\n"), "b.md": note("1", "", "a!\n")])
  }

  @Test("a note without an id, moved with its provisional id stored")
  func provisionalID() throws {
    let id = ProvisionalIDs.of("a.md")
    var story = MergeStory(["a.md": "one\n"])
    story.left["a.md"] = nil
    story.left["b.md"] = note(id, "", "one\n")
    story.right["a.md"] = "one!\n"
    #expect(try story.merge().files == ["b.md": note(id, "", "one!\n")])
  }

  @Test("a note without an id, moved with the same bytes")
  func sameBytes() throws {
    var story = MergeStory(["in/a.md": "one\n", "z.md": "z\n"])
    story.left.move("in/a.md", "out/a.md")
    story.right["in/a.md"] = "one!\n"
    #expect(try story.merge().files == ["out/a.md": "one!\n", "z.md": "z\n"])
  }

  @Test("moved to two places: the place of the later side, once")
  func movedTwice() throws {
    var story = MergeStory(["a.md": note("1", "", "one\n"), "a.media/x.jpg": "X"])
    story.left.move("a.md", "left.md")
    story.left.move("a.media/x.jpg", "left.media/x.jpg")
    story.right.move("a.md", "right.md")
    story.right.move("a.media/x.jpg", "right.media/x.jpg")
    let merged = try story.merge()
    #expect(merged.files == ["right.md": note("1", "", "one\n"), "right.media/x.jpg": "X"])
    #expect(merged.told == ["right.md: moved apart, not left.md"])
  }

  @Test("one id in several files of one side: one is the note, the others are kept")
  func copiedOnOneSide() throws {
    var story = MergeStory(["m.md": note("1", "", "one\n")])
    story.left["b.md"] = note("1", "", "copy\n")
    story.right["m.md"] = note("1", "", "one!\n")
    #expect(
      try story.merge().files == ["b.md": note("1", "", "copy\n"), "m.md": note("1", "", "one!\n")])
    // Where the base's path is gone, the smallest path is the note.
    story.left["m.md"] = nil
    story.left["c.md"] = note("1", "", "one\n")
    #expect(
      try story.merge().files.mapValues { $0.contains("!") || $0.contains("copy") }
        == ["b.md": true, "c.md": false, "b.conflict-laptop-20270115T080000Z.md": true])
  }

  @Test("a note that both sides copied to different places stays three files")
  func copiedOnBothSides() throws {
    var story = MergeStory(["m.md": note("1", "", "one\n")])
    story.left["b.md"] = note("1", "", "left\n")
    story.right["c.md"] = note("1", "", "right\n")
    #expect(try story.merge().files.keys.sorted() == ["b.md", "c.md", "m.md"])
    #expect(story.store.scans == 2)
  }

  @Test("the same id new on both sides: one note, at the smaller path")
  func sameIDNew() throws {
    var story = MergeStory(["x.md": "x\n"])
    story.left["b.md"] = note("1", "tags: [a]\n", "one\n")
    story.right["c.md"] = note("1", "tags: [b]\n", "one\n")
    #expect(
      try story.merge().files == ["b.md": note("1", "tags: [a, b]\n", "one\n"), "x.md": "x\n"])
  }

  @Test("two ids given to one note: the smaller one")
  func twoIDs() throws {
    var story = MergeStory(["a.md": "one\n"])
    story.left["a.md"] = note("7", "", "one\n")
    story.right["a.md"] = note("3", "", "one\ntwo\n")
    #expect(try story.merge().files == ["a.md": note("3", "", "one\ntwo\n")])
  }

  @Test("front matter that cannot be read: the file merges as text")
  func brokenFrontMatter() throws {
    let broken = "---\nid: [1\n---\n"
    var story = MergeStory(["a.md": broken + "one\ntwo\nthree\n"])
    story.left["a.md"] = broken + "one!\ntwo\nthree\n"
    story.right["a.md"] = broken + "one\ntwo\nthree!\n"
    #expect(try story.merge().files == ["a.md": broken + "one!\ntwo\nthree!\n"])
    story.right["a.md"] = broken + "one?\ntwo\nthree!\n"
    let copy = "a.conflict-laptop-20270115T080000Z.md"
    #expect(
      try story.merge().files
        == [
          "a.md": broken + "one?\ntwo\nthree!\n", copy: broken + "one!\ntwo\nthree\n",
        ])
  }

  @Test("nothing is read but what changed, no folder is listed, and no history is asked")
  func reads() throws {
    var base: [String: String] = [:]
    for number in 0..<500 { base["\(number % 7)/\(number).md"] = note("\(number)", "", "x\n") }
    var story = MergeStory(base)
    story.left["0/0.md"] = note("0", "", "left\n")
    story.right["1/1.md"] = note("1", "", "right\n")
    _ = try story.merge()
    // Two versions of two notes, in two orders.
    #expect(story.store.blobsRead == 8)
    #expect(story.store.foldersRead == 0)
    #expect(story.store.scans == 0)
  }
}
