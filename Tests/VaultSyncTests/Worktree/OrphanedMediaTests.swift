import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore
@testable import VaultSync

@Suite("Media folders that were left behind by a rename")
struct OrphanedMediaTests {
  private func rename(_ repository: TestRepository, _ old: String, _ new: String, add: String = "")
    throws
  {
    let text = try repository.folder.readText(old)
    try repository.remove(old)
    try repository.folder.write(text + add, to: new)
  }

  @Test("the one note with the id gets the folder, and its links into it go on leading there")
  func byID() throws {
    let repository = try TestRepository.vault([
      "2025/a.md": "---\nid: one\n---\n![p](a.media/p%20q.jpg) [w](https://x.org/a.media/p.jpg)\n",
      "2025/a.media/p q.jpg": "p", "2025/other.md": "[x](a.media/p%20q.jpg)\n",
    ])
    try rename(repository, "2025/a.md", "2026/walk.md")
    let report = try repository.sync()
    let move = MediaMove(
      from: path("2025/a.media"), to: path("2026/walk.media"), note: path("2026/walk.md"))
    #expect(report.movedMedia == [move])
    #expect(
      report.summary == [
        "- 2025/a.md", "- 2025/a.media/p q.jpg", "+ 2026/walk.md", "+ 2026/walk.media/p q.jpg",
      ])
    #expect(
      try repository.folder.readText("2026/walk.md")
        == "---\nid: one\n---\n![p](walk.media/p%20q.jpg) [w](https://x.org/a.media/p.jpg)\n")
    #expect(try repository.folder.readText("2025/other.md") == "[x](a.media/p%20q.jpg)\n")
    #expect(try repository.porcelain == "")
  }

  @Test("a folder with a file that would no longer be ignored stays")
  func ignored() throws {
    let repository = try TestRepository.vault([
      "a.md": "---\nid: one\n---\n", "a.media/q.jpg": "q", ".gitignore": "/a.media/private.jpg\n",
    ])
    try repository.folder.write("private", to: "a.media/private.jpg")
    try rename(repository, "a.md", "b.md")
    #expect(try repository.sync().movedMedia.isEmpty)
    #expect(try repository.folder.readText("a.media/private.jpg") == "private")
    #expect(try repository.porcelain == "")
  }

  @Test("what a link says behind the path stays")
  func behindThePath() throws {
    let repository = try TestRepository.vault([
      "a.md":
        "---\nid: one\n---\n![[a.media/q.jpg|300]] ![[a.media/q.jpg#x]] ![](a.media/q.jpg#x)\n",
      "a.media/q.jpg": "q",
    ])
    try rename(repository, "a.md", "b.md")
    _ = try repository.sync()
    #expect(
      try repository.folder.readText("b.md")
        == "---\nid: one\n---\n![[b.media/q.jpg|300]] ![[b.media/q.jpg#x]] ![](b.media/q.jpg#x)\n")
  }

  @Test("a note without an id by its provisional one, stored since, or by its links")
  func byLinks() throws {
    let repository = try TestRepository.vault([
      "a.md": "![p](a.media/p.jpg)\n", "a.media/p.jpg": "p", "b.md": "![[q.jpg]]\n",
      "b.media/q.jpg": "q",
    ])
    try rename(repository, "a.md", "c.md")
    let id = ProvisionalID.of(path("b.md")).text
    try repository.write(["b.md": nil, "d.md": "---\nid: \(id)\n---\n![[q.jpg]]\n"])
    let moves = try repository.sync().movedMedia.map { "\($0.from.text) \($0.to.text)" }
    #expect(moves == ["a.media c.media", "b.media d.media"])
    #expect(try repository.folder.readText("c.md") == "![p](c.media/p.jpg)\n")
    #expect(try repository.folder.readText("d.md").hasSuffix("![[q.jpg]]\n"))
  }

  @Test("two that claim it, none that does, a name that is taken: it stays where it is")
  func unclear() throws {
    let note = "---\nid: one\n---\nx\n"
    for files in [["b.md", "c.md"], [], ["taken.md"]] {
      let repository = try TestRepository.vault([
        "a.md": note, "a.media/p.jpg": "p", "other.md": "o", "taken.media/x": "x",
      ])
      try repository.remove("a.md")
      for file in files { try repository.folder.write(note, to: file) }
      #expect(try repository.sync().movedMedia.isEmpty)
      #expect(repository.folder.exists("a.media/p.jpg"))
    }
  }

  @Test("the folder of a note with both extensions, and a copied note, are left alone")
  func shared() throws {
    let note = "---\nid: one\n---\nx\n"
    let repository = try TestRepository.vault([
      "a.md": note, "a.markdown": "y", "a.media/p.jpg": "p", "k.md": note,
    ])
    try rename(repository, "a.md", "b.md")
    #expect(try repository.sync().movedMedia.isEmpty)
  }
}
