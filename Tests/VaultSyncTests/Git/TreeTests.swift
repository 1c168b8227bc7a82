import TestSupport
import Testing
import VaultFormat

@testable import VaultSync

@Suite("Trees")
struct TreeTests {
  @Test("changes between two commits are those that git lists")
  func changes() throws {
    let test = try TestRepository()
    let old = try test.commit(["a/b.md": "1", "a.md": "2", "c/d/e.md": "3", "same/x": "4"])
    let new = try test.commit(["a/b.md": nil, "a": "file", "c/d/e.md": "5", "c/d.md": "6"])
    let repository = try test.open()
    let changes = try repository.changes(
      from: repository.commit(old).tree, to: repository.commit(new).tree)
    #expect(changes.map(\.path.text) == ["a", "a/b.md", "c/d.md", "c/d/e.md"])
    #expect(changes.map { $0.old != nil } == [false, true, false, true])
    #expect(changes.map { $0.new != nil } == [true, false, true, true])
  }

  @Test("a tree with changes is the one that git makes")
  func writing() throws {
    let test = try TestRepository()
    try test.commit(["a/b.md": "1", "a.md": "2", "c/d/e.md": "3", "same/x": "4"])
    let before = try test.id("HEAD^{tree}")
    let repository = try test.open()
    let blob = try repository.writeBlob(Array("new".utf8))
    let path = { (text: String) in try #require(VaultPath(text)) }
    let written = try repository.writeTree(
      before,
      applying: [
        path("a/b.md"): TreeEntry?.none, path("a"): TreeEntry(id: blob),
        path("c/d/e.md"): TreeEntry?.none, path("c/d"): TreeEntry(id: blob),
        path("n/e/w.md"): TreeEntry(id: blob, mode: .executable),
      ])
    try test.commit(["a/b.md": nil, "a": "new", "c/d/e.md": nil, "c/d": "new", "n/e/w.md": "new"])
    try test.git("update-index", "--chmod=+x", "n/e/w.md")
    #expect(written.hex == (try test.git("write-tree")))
    #expect(try test.fsck() == "")
  }
}
