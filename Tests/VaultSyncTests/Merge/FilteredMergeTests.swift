import Testing
import VaultFormat

@testable import VaultSync

/// What filters made is binary to a merge, wherever a tree says that there is a filter.
@Suite("Merging what filters made")
struct FilteredMergeTests {
  private static let attributes = [".gitattributes": "*.md filter=crypt\n"]
  private static let note = "---\nid: n\ntags: [a]\n---\n\none\n\ntwo\n\nthree\n"

  private func story(_ files: [String: String]) -> MergeStory {
    MergeStory(Self.attributes.merging(files) { $1 })
  }

  @Test("what would merge as a note stays two versions, byte by byte")
  func neverRead() throws {
    var story = story(["n.md": Self.note])
    let (ours, theirs) = (
      Self.note.replacing("one", with: "one L"), Self.note.replacing("three", with: "three R")
    )
    story.left["n.md"] = ours
    story.right["n.md"] = theirs
    let merged = try story.merge()
    let copy = ConflictCase.copy("n")
    #expect(merged.files == Self.attributes.merging(["n.md": theirs, copy: ours]) { $1 })
    #expect(merged.told == ["n.md: copy of laptop \(copy)"])
    #expect(merged.events.map(\.title) == ["n.md"])
  }

  @Test("what is no text stays two versions too, where no attributes of the vault say anything")
  func withoutAttributes() throws {
    var story = MergeStory(["n.md": "\0CRYPT one"])
    story.left["n.md"] = "\0CRYPT two"
    story.right["n.md"] = "\0CRYPT three"
    let merged = try story.merge()
    let copy = ConflictCase.copy("n")
    #expect(merged.files == ["n.md": "\0CRYPT three", copy: "\0CRYPT two"])
  }

  @Test("one side's change is taken, and a change outlives a removal whatever it is about")
  func oneSide() throws {
    var story = story(["a.md": Self.note, "b.md": Self.note + "b"])
    story.left["a.md"] = "changed"
    story.left["b.md"] = Self.note + "b\n"
    story.right["b.md"] = nil
    let merged = try story.merge()
    #expect(merged.files["a.md"] == "changed")
    #expect(merged.files["b.md"] == Self.note + "b\n")
  }

  @Test("a note that one side moved and the other changed is joined by its bytes, never by an id")
  func moved() throws {
    var story = story(["a.md": Self.note])
    story.left.move("a.md", "2026/a.md")
    story.right["a.md"] = "changed"
    #expect(try story.merge().files["2026/a.md"] == "changed")
    var other = self.story([:])
    other.left["a.md"] = Self.note
    other.right["b.md"] = Self.note + "more\n"
    #expect(Set(try other.merge().files.keys) == [".gitattributes", "a.md", "b.md"])
  }

  @Test("attributes of either side count, and those of a folder")
  func eitherSide() throws {
    for place in [".gitattributes", "deep/.gitattributes"] {
      var story = MergeStory(["deep/n.md": Self.note])
      story.left[place] = place == ".gitattributes" ? "deep/** filter=crypt\n" : "* filter=crypt\n"
      story.left["deep/n.md"] = Self.note.replacing("one", with: "one L")
      story.right["deep/n.md"] = Self.note.replacing("three", with: "three R")
      #expect(try story.merge().files.keys.contains { $0.contains(".conflict-") }, "\(place)")
    }
  }

  @Test(
    "attributes without a filter change nothing",
    arguments: ["*.md -filter", "*.md filter", "*.md text"])
  func others(line: String) throws {
    var story = MergeStory(["n.md": Self.note, ".gitattributes": line])
    story.left["n.md"] = Self.note.replacing("one", with: "one L")
    story.right["n.md"] = Self.note.replacing("three", with: "three R")
    let merged = try story.merge()
    #expect(merged.files["n.md"]?.contains("one L") == true)
    #expect(merged.files["n.md"]?.contains("three R") == true)
  }

  @Test("a file that gets another name keeps its filter, by a line of its own where none matches")
  func newNames() throws {
    let name = "a [1] \"b\".md"
    var story = MergeStory([
      ".gitattributes": "/deep/** filter=x\n\"/\(escaped(name))\" filter=y", name: "1",
    ])
    story.left[name] = "2"
    story.right[name] = "3"
    let merged = try story.merge()
    let copy = "a [1] \"b\".conflict-laptop-20330518T043320Z.md"
    #expect(merged.files[copy] == "2")
    let attributes = try #require(merged.files[".gitattributes"])
    let lookup = AttributeLookup { _ in Array(attributes.utf8) }
    #expect(try lookup.filter(of: path(copy)) == "y")
    #expect(try lookup.filter(of: path(name)) == "y")
    #expect(attributes.split(separator: "\n").count == 3)
  }

  private func escaped(_ name: String) -> String {
    name.replacing("[", with: "\\\\[").replacing("\"", with: "\\\"")
  }

  @Test("a file whose filter the other side took away keeps it, by a line of its own")
  func takenAway() throws {
    var story = story(["n.md": Self.note, "m.md": Self.note])
    story.left[".gitattributes"] = nil
    story.left["m.md"] = "plain"
    story.right["n.md"] = "made by the filter"
    let merged = try story.merge()
    #expect(merged.files["n.md"] == "made by the filter")
    #expect(merged.files["m.md"] == "plain")
    #expect(merged.files[".gitattributes"] == "/n.md filter=crypt\n")
  }

  @Test("two media of one name keep their filter")
  func media() throws {
    var story = MergeStory([
      "n.md": Self.note, "n.media/.gitattributes": "/p.jpg filter=lfs\n",
    ])
    story.left["n.media/p.jpg"] = "pointer 1"
    story.right["n.media/p.jpg"] = "pointer 2"
    let merged = try story.merge()
    #expect(
      Set([merged.files["n.media/p.jpg"], merged.files["n.media/p-2.jpg"]]) == [
        "pointer 1", "pointer 2",
      ])
    #expect(merged.files["n.media/.gitattributes"] == "/p.jpg filter=lfs\n/p-2.jpg filter=lfs\n")
  }
}
