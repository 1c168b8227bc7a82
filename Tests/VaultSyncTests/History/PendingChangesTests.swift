import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

@Suite("What is not recorded yet")
struct PendingChangesTests {
  /// The content on both sides of each note, `old -> new`, by its present path.
  private func words(_ pending: PendingChanges) throws -> [String: String] {
    func text(_ entry: TreeEntry?, _ path: VaultPath) throws -> String {
      try entry.map { String(decoding: try pending.content($0, at: path), as: UTF8.self) } ?? ""
    }
    var words: [String: String] = [:]
    for note in pending.list.notes {
      let origin = note.origin ?? note.path
      let old = pending.changes.first { $0.path == origin }?.old
      let new = pending.changes.first { $0.path == note.path }?.new
      words[note.path.text] = try "\(text(old, origin)) -> \(text(new, note.path))"
    }
    return words
  }

  private func files(_ pending: PendingChanges) -> [String] {
    pending.media.map { file in
      let sizes = [file.oldSize, file.newSize].map { $0.map { "\($0)" } ?? "-" }
      return "\(file.kind) \(file.path.text) \(sizes.joined(separator: " "))"
    }
  }

  @Test("before the first commit there is nothing to compare with")
  func unborn() throws {
    let devices = try SyncDevices([])
    let laptop = try devices.makeVault("laptop")
    laptop["a.md"] = "a\n"
    #expect(try laptop.open().pendingChanges() == nil)
  }

  @Test("notes with both contents, media with sizes, files by name; no hidden ones")
  func contents() throws {
    let (_, laptop) = try SyncDevices.laptop([
      "a.md": "a\n", "b.md": "b\n", "a.media/old.jpg": "12345", "a.media/new.jpg": "1",
      "m.md": note("1", "", "moved\n"), "m.media/x.jpg": "abc", "list.txt": "x\n",
    ])
    #expect(try laptop.open().pendingChanges()?.list.isEmpty == true)
    laptop.write([
      "a.md": "a!\n", "b.md": nil, "c.md": "c\n", "a.media/old.jpg": nil, "a.media/new.jpg": "12",
    ])
    laptop.move("m.md", "in/n.md")
    laptop["in/n.md"] = note("1", "", "moved!\n")
    laptop.move("m.media/x.jpg", "in/n.media/x.jpg")
    laptop.write(["list.txt": "y\n", ".tlignore": "z\n"])
    let pending = try #require(try laptop.open().pendingChanges())
    #expect(
      pending.list.story
        == "changed a.md, removed b.md, added c.md, moved in/n.md from m.md, 4 media, list.txt")
    #expect(
      try words(pending) == [
        "a.md": "a\n -> a!\n", "b.md": "b\n -> ", "c.md": " -> c\n",
        "in/n.md": "\(note("1", "", "moved\n")) -> \(note("1", "", "moved!\n"))",
      ])
    #expect(
      files(pending) == [
        "changed a.media/new.jpg 1 2", "removed a.media/old.jpg 5 -", "moved in/n.media/x.jpg - 3",
      ])
    #expect(!pending.changes.contains { $0.path.text == ".tlignore" })
  }

  @Test("it is what status says, and neither index, objects nor folder change")
  func readsOnly() throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n", "b.md": "b\n"])
    laptop.write(["a.md": "a!\n", "new.md": "new\n", "note.txt": "n\n"])
    func state() throws -> [String] {
      [
        try laptop.git("cat-file", "--batch-all-objects", "--batch-check"),
        try laptop.git("ls-files", "--debug"), try laptop.git("for-each-ref"),
      ]
    }
    let before = try state()
    let pending = try #require(try laptop.open().pendingChanges())
    #expect(try state() == before)
    let status = try laptop.open().status()
    #expect(pending.list.story == status.changes.story)
    #expect(pending.skipped == status.skipped)
  }

  @Test("media of a sealed note are counted, and not named")
  func sealed() throws {
    let text = "---\nid: 1\nopen_after: 2100-01-01\n---\nx\n"
    let (_, laptop) = try SyncDevices.laptop(["a.md": text])
    laptop["a.media/party.jpg"] = "123"
    let pending = try #require(try laptop.open().pendingChanges())
    #expect(pending.media.isEmpty && pending.sealedMedia == 1)
  }

  @Test("line ends that git converts are no difference of words")
  func lineEnds() throws {
    let (_, laptop) = try SyncDevices.laptop([
      ".gitattributes": "*.md text\n", "a.md": "a\r\nb\r\n",
    ])
    laptop["a.md"] = "a\r\nc\r\n"
    let pending = try #require(try laptop.open().pendingChanges())
    #expect(try words(pending) == ["a.md": "a\nb\n -> a\nc\n"])
  }
}
