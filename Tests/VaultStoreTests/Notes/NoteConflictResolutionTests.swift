import SystemCalls
import Testing
import VaultFormat

@testable import VaultStore

@Suite("The end of a conflict")
struct NoteConflictResolutionTests {
  private static let note = "---\nid: note-1\ncreated: 2026-01-01\nupdated: 2026-01-02\n---\nmine\n"
  private static let copy =
    "---\nid: c\ncreated: 2026-01-01\nupdated: 2026-01-03\nmood: calm\nconflict_of: note-1\nconflict_from: laptop\n---\nyours\n"

  private static func resolved(
    _ resolution: ConflictResolution
  ) throws -> (vault: TemporaryVault, entries: [TrashEntry]) {
    let vault = try TemporaryVault()
    try vault.write("a.md", note)
    try vault.write("a.conflict-laptop-1.md", copy)
    let entries: [TrashEntry] = try vault.writing {
      try $0.resolve(
        copy: path("a.conflict-laptop-1.md"), of: path("a.md"), id: NoteID(nonEmpty: "note-1"),
        keeping: resolution)
    }
    return (vault, entries)
  }

  private static func trashed(_ vault: TemporaryVault, _ entry: TrashEntry) throws -> String {
    let file = try #require(entry.file)
    return String(decoding: try vault.folder.read(file).bytes, as: UTF8.self)
  }

  @Test("the note stays, and the copy is in the trash")
  func note() throws {
    let (vault, entries) = try Self.resolved(.note)
    #expect(vault.text("a.md") == Self.note)
    #expect(vault.text("a.conflict-laptop-1.md") == nil)
    #expect(try entries.map { try Self.trashed(vault, $0) } == [Self.copy])
  }

  @Test("the copy's text and keys are the note's, and both files are in the trash")
  func copy() throws {
    let (vault, entries) = try Self.resolved(.copy)
    let now = "\(NoteTime(instant: Writing.now, zone: Writing.zone).rfc3339)"
    #expect(
      vault.text("a.md")
        == "---\nid: note-1\ncreated: 2026-01-01\nupdated: \(now)\nmood: calm\n---\nyours\n")
    #expect(vault.text("a.conflict-laptop-1.md") == nil)
    #expect(try entries.map { try Self.trashed(vault, $0) } == [Self.note, Self.copy])
    #expect(try vault.folder.list(nil).filter { !$0.isHidden }.count == 1)
  }

  @Test("the copy is a note of its own, with its own id")
  func both() throws {
    let (vault, entries) = try Self.resolved(.both)
    #expect(entries.isEmpty)
    #expect(vault.text("a.md") == Self.note)
    #expect(
      vault.text("a.conflict-laptop-1.md")
        == "---\nid: c\ncreated: 2026-01-01\nupdated: 2026-01-03\nmood: calm\n---\nyours\n")
  }
}
