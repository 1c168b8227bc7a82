import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Operations

/// New notes as they are written, with real files.
@Suite("New notes, written")
struct NewNoteWritingTests {
  private let folder: TemporaryFolder
  private static let made = NoteID(nonEmpty: "5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11")

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("default_category: Day\n", to: ".tl/config.yaml")
  }

  @Test("the id of the text is kept, or replaced if another note has it; that of the wish is kept")
  func ids() throws {
    let owner = try #require(VaultPath("old.md"))
    let wish = NewNoteWish(TypedText("---\nid: mine\n---\nA walk"))
    let free = try create(wish) { _ in nil }
    #expect(free.id.text == "mine" && free.taken == nil)
    let taken = try create(wish) { $0.text == "mine" ? owner : nil }
    #expect(taken.id == Self.made)
    #expect(taken.taken?.id.text == "mine" && taken.taken?.owner == owner)
    #expect(try text(taken.path).hasPrefix("---\nid: \(Self.made.text)\n"))
    var known = wish
    known.note.id = NoteID("wished")
    #expect(try create(known) { _ in owner }.id.text == "wished")
  }

  @Test("a path that is taken gets a number, and the note what the vault says")
  func paths() throws {
    let wish = NewNoteWish(NewNote(text: "A walk"))
    let (first, second) = (try create(wish), try create(wish))
    #expect(first.path.text == "2026/11/2026-11-20-a-walk.md")
    #expect(second.path.text == "2026/11/2026-11-20-a-walk-2.md" && second.plan.path == first.path)
    #expect(try text(second.path).contains("\ncategory: Day\n"))
  }

  @Test("the note comes with its files, or not at all")
  func files() throws {
    let vault = try Vault(opening: folder.path)
    let stage = try MediaStage(in: vault.folder)
    func file() throws -> NewMedia {
      NewMedia(
        name: "film.mp4", file: try stage.add(linking: folder.write("a film", to: "sent")))
    }
    let wish = NewNoteWish(NewNote(text: "A walk"))
    let note = try create(wish, with: [file()])
    #expect(note.media.map(\.text) == ["2026/11/2026-11-20-a-walk.media/film.mp4"])
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try create(wish, with: [file()], owner: { _ in nil }) { note in
        #expect(note.media.count == 1)
        throw Refused()
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("2026/11"))
    #expect(names.filter { $0.hasSuffix(".md") } == ["2026-11-20-a-walk.md"])
    #expect(try Trash(vault.folder).entries().count == 1)
  }

  // MARK: - Parts

  private func create(
    _ wish: NewNoteWish, with files: [NewMedia] = [],
    owner: (NoteID) -> VaultPath? = { _ in nil },
    _ finish: (CreatedNote) throws -> Void = { _ in }
  ) throws -> CreatedNote {
    let writer = try NoteWriter(
      Vault(opening: folder.path),
      Surroundings(now: { 1_795_194_191 }, zone: .utc, makeID: { Self.made }), zone: .utc)
    return try writer.create(wish, with: files, owner: owner, finish)
  }

  private func text(_ path: VaultPath) throws -> String {
    try String(contentsOfFile: folder.path(path.text), encoding: .utf8)
  }
}
