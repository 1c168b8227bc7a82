import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

@Suite("Bringing back a version of a note")
struct NoteRestoringTests {
  private static let body = "# A walk\n\n![](walk.media/sea.jpg)\n"
  private static let text = note("1", "created: 2026-01-01\n", body)

  /// A vault in which the note was made and synced.
  private func vault() throws -> (devices: SyncDevices, laptop: SyncDevice) {
    try SyncDevices.laptop(["walk.md": Self.text, "walk.media/sea.jpg": "\u{0}sea", "b.md": "b\n"])
  }

  /// Restores the last other version, or that of a commit.
  private func restore(
    _ path: String, in device: SyncDevice, at commit: String? = nil, id: String? = "1",
    isPresent: Bool
  ) throws -> NoteRestoration {
    let synced = try device.open()
    let history = try synced.history()
    let note = try device.historic(path, id: id)
    let bytes = isPresent ? try synced.vault.folder.read(note.path).bytes : nil
    let past: PastNote? =
      if let commit {
        try history.note(note, in: #require(history.commit(named: commit)))
      } else {
        try history.lastVersion(of: note, otherThan: bytes)
      }
    let writer = try NoteWriter(synced.vault, device.surroundings, zone: .utc)
    return try history.restore(#require(past), over: isPresent ? note.path : nil, with: writer)
  }

  @Test("a changed note gets the text of then; what it said is in the trash, and media stay")
  func changed() throws {
    let (_, laptop) = try vault()
    let new = note("1", "created: 2026-01-01\n", "# A ride\n")
    try laptop.sync(writing: ["walk.md": new, "walk.media/new.jpg": "\u{0}new"])
    let restoration = try restore("walk.md", in: laptop, isPresent: true)
    #expect(restoration.path.text == "walk.md" && restoration.media == [])
    #expect(laptop["walk.md"] == Self.text)
    #expect(laptop.files().keys.sorted().count == 4)
    let number = try #require(restoration.before).number
    let back = try Trash(laptop.open().vault.folder).restore(number)
    #expect(laptop[back.path.text] == new)
  }

  @Test("a changed note that was renamed since keeps its place")
  func renamed() throws {
    let (_, laptop) = try vault()
    laptop.move("walk.md", "trips/walk.md")
    laptop.move("walk.media/sea.jpg", "trips/walk.media/sea.jpg")
    try laptop.sync(writing: ["trips/walk.md": note("1", "created: 2026-01-01\n", "# A ride\n")])
    _ = try restore("trips/walk.md", in: laptop, isPresent: true)
    #expect(laptop["trips/walk.md"] == Self.text)
    #expect(laptop["walk.md"] == nil)
  }

  @Test("a deleted note comes back where it was, with its media, and is synced like a new one")
  func deleted() throws {
    let (devices, laptop) = try vault()
    try laptop.sync(writing: ["walk.md": nil, "walk.media/sea.jpg": nil])
    let restoration = try restore("walk.md", in: laptop, isPresent: false)
    #expect(restoration.path.text == "walk.md" && restoration.before == nil)
    #expect(restoration.media.map(\.text) == ["walk.media/sea.jpg"])
    let files = [
      "walk.md": Self.text, "walk.media/sea.jpg": "\u{0}sea", "b.md": "b\n",
    ]
    #expect(laptop.files() == files)
    try laptop.sync()
    #expect(try devices.clone("phone").files() == files)
  }

  @Test("media that were left behind are not made twice")
  func mediaLeft() throws {
    let (_, laptop) = try vault()
    try laptop.sync(writing: ["walk.md": nil])
    let restoration = try restore("walk.md", in: laptop, isPresent: false)
    #expect(restoration.media == [])
    #expect(laptop.files().keys.sorted() == ["b.md", "walk.md", "walk.media/sea.jpg"])
  }

  @Test("a deleted note whose place is taken comes back beside it, and its links lead to its media")
  func taken() throws {
    let (_, laptop) = try vault()
    try laptop.sync(writing: ["walk.md": nil, "walk.media/sea.jpg": nil])
    laptop["walk.md"] = note("2", "", "# Another walk\n")
    laptop["walk.media/sea.jpg"] = "\u{0}another sea"
    try laptop.sync()
    let restoration = try restore("walk.md", in: laptop, isPresent: false)
    #expect(restoration.path.text == "walk-2.md")
    #expect(
      laptop.files() == [
        "walk.md": note("2", "", "# Another walk\n"), "walk.media/sea.jpg": "\u{0}another sea",
        "walk-2.md": Self.text.replacing("walk.media", with: "walk-2.media"),
        "walk-2.media/sea.jpg": "\u{0}sea", "b.md": "b\n",
      ])
  }

  @Test("another file has the name of one of its media: that gets another name, and the link too")
  func takenMedia() throws {
    let (_, laptop) = try vault()
    try laptop.sync(writing: ["walk.md": nil, "walk.media/sea.jpg": "\u{0}another sea"])
    _ = try restore("walk.md", in: laptop, isPresent: false)
    #expect(
      laptop.files() == [
        "walk.md": Self.text.replacing("sea.jpg", with: "sea-2.jpg"),
        "walk.media/sea.jpg": "\u{0}another sea", "walk.media/sea-2.jpg": "\u{0}sea",
        "b.md": "b\n",
      ])
  }

  @Test("a note that stored no id keeps the one that was made of its path")
  func withoutID() throws {
    let (_, laptop) = try vault()
    try laptop.sync(writing: ["b.md": "b!\n"])
    _ = try restore("b.md", in: laptop, id: nil, isPresent: true)
    let text = try #require(laptop["b.md"])
    #expect(text.contains("id: \(ProvisionalIDs.of("b.md"))\n") && text.hasSuffix("\nb\n"))
  }

  @Test(
    "updated is set to now where the note has it: what came back is newer than what it replaces")
  func updated() throws {
    let fields = "created: 2026-01-01\nupdated: 2026-01-01T00:00:00Z\n"
    let (_, laptop) = try SyncDevices.laptop(["a.md": note("1", fields, "one\n")])
    try laptop.sync(writing: ["a.md": note("1", fields, "two\n")])
    laptop.now += 100
    _ = try restore("a.md", in: laptop, isPresent: true)
    let now = try #require(NoteTime(seconds: laptop.now, offset: 0)).rfc3339
    #expect(laptop["a.md"]?.contains("updated: \(now)\n") == true)
    laptop.write(["a.md": nil, "keep.md": "x\n"])
    try laptop.sync { $0.allowsDeletes = true }
    laptop.now += 100
    _ = try restore("a.md", in: laptop, at: "HEAD~2", isPresent: false)
    let later = try #require(NoteTime(seconds: laptop.now, offset: 0)).rfc3339
    #expect(laptop["a.md"] == note("1", "created: 2026-01-01\nupdated: \(later)\n", "one\n"))
  }
}
