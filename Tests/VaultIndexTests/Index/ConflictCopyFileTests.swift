import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Conflict copies in a vault")
struct ConflictCopyFileTests {
  private static func copies(_ files: [String: String]) throws -> [ConflictCopyFile] {
    let folder = try TemporaryFolder(files)
    let vault = try Vault(opening: folder.path)
    return try VaultScanner(vault.folder, zone: .utc, threads: 2).conflictCopies().copies
  }

  @Test("each has its note, at its present path, its device and its time")
  func found() throws {
    let copies = try Self.copies([
      "moved/a.md": "---\nid: n1\n---\n",
      "b.md": "---\nid: n2\n---\n",
      "a.conflict-laptop-20261120T174002Z.md":
        "---\nid: c1\nupdated: 2026-11-20T17:40:02Z\nconflict_of: n1\nconflict_from: laptop\n---\n# Sea\n",
      "b.conflict-phone-1.md": "---\nid: c2\nconflict_of: n2\n---\n",
    ])
    #expect(copies.map(\.note?.text) == ["b.md", "moved/a.md"])
    #expect(copies.map(\.id?.text) == ["c2", "c1"])
    #expect(copies.map(\.device) == [nil, "laptop"])
    #expect(copies[1].updated.rfc3339 == "2026-11-20T17:40:02Z")
  }

  @Test("a copy of a deleted note is listed too; a note with an empty conflict_of is not a copy")
  func gone() throws {
    let copies = try Self.copies([
      "a.md": "---\nid: c1\nconflict_of: n1\n---\n",
      "b.md": "---\nid: n2\nconflict_of:\n---\n",
    ])
    #expect(copies.map(\.path.text) == ["a.md"])
    #expect(copies.first?.note == nil && copies.first?.noteID == NoteID(nonEmpty: "n1"))
  }

  @Test("copies of files that are not notes are identified by name, in any folder")
  func files() throws {
    let copies = try Self.copies([
      "list.txt": "a\n", "list.conflict-laptop-20261120T174002Z.txt": "b\n",
      "list.conflict-laptop-20261120T174002Z-2.txt": "c\n",
      "deep/down/gone.conflict-my-phone-20261120T174003Z.pdf": "d\n",
      "a.media/x.conflict-b-20261120T174004Z": "e\n", "a.media/x": "f\n", "a.md": "a\n",
      "not.conflict-laptop-2026.txt": "g\n", ".tl/local/trash/1/files/list.txt": "h\n",
      ".tl/local/trash/1/files/list.conflict-laptop-20261120T174002Z.txt": "h\n",
    ])
    #expect(copies.allSatisfy { $0.isFile && $0.id == nil })
    #expect(
      copies.map(\.path.text) == [
        "a.media/x.conflict-b-20261120T174004Z",
        "deep/down/gone.conflict-my-phone-20261120T174003Z.pdf",
        "list.conflict-laptop-20261120T174002Z-2.txt", "list.conflict-laptop-20261120T174002Z.txt",
      ])
    #expect(copies.map(\.note?.text) == ["a.media/x", nil, "list.txt", "list.txt"])
    #expect(copies.map(\.device) == ["b", "my-phone", "laptop", "laptop"])
    #expect(copies[1].updated.rfc3339 == "2026-11-20T17:40:03Z")
  }

  @Test(
    "a copy with broken front matter is identified by its name; one that was resolved is a note")
  func brokenNotes() throws {
    let copies = try Self.copies([
      "a.md": "---\nid: n1\n---\n", "b.md": "---\nid: n2\n---\n",
      "a.conflict-laptop-20261120T174002Z.md": "---\nid: n1\ntags: [a\n---\n",
      "b.conflict-laptop-20261120T174002Z.md": "---\nid: c2\n---\n",
    ])
    #expect(copies.map(\.path.text) == ["a.conflict-laptop-20261120T174002Z.md"])
    #expect(copies.map(\.note?.text) == ["a.md"])
  }

  @Test("an unmarked copy, of a note behind a filter, has the note's id or none")
  func filteredNotes() throws {
    let copies = try Self.copies([
      "a.md": "---\nid: n1\n---\n", "b.md": "text\n",
      "a.conflict-laptop-20261120T174002Z.md": "---\nid: n1\n---\nother\n",
      "b.conflict-laptop-20261120T174002Z.md": "other text\n",
    ])
    #expect(copies.map(\.note?.text) == ["a.md", "b.md"])
    #expect(copies.allSatisfy { $0.isFile })
  }

  @Test("a note with broken front matter is found by the name of its copy")
  func brokenOriginal() throws {
    let copies = try Self.copies([
      "a.md": "---\nid: n1\ntags: [a\n---\n", "b.md": "---\nid: other\n---\n",
      "a.conflict-laptop-20261120T174002Z.md": "---\nid: c1\nconflict_of: n1\n---\n",
      "b.conflict-laptop-20261120T174002Z.md": "---\nid: c2\nconflict_of: n2\n---\n",
    ])
    #expect(copies.map(\.note?.text) == ["a.md", nil])
  }
}
