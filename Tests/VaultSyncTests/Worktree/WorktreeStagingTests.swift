import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Git
@testable import VaultSync

@Suite("A folder whose index somebody has been at")
struct WorktreeStagingTests {
  @Test("what is staged and in the folder is a change like any other")
  func staged() throws {
    let repository = try TestRepository([
      "a.md": "x", "b.md": "y", "2026/c.md": "z", "2026/d.md": "z",
    ])
    try repository.write(["a.md": "changed", "2026/new.md": "new", "2026/c.md": nil])
    try repository.git("add", "-A")
    let difference = try repository.scan()
    #expect(difference.changes.map(\.summary) == ["- 2026/c.md", "+ 2026/new.md", "~ a.md"])
    #expect(difference.stagedOnly.isEmpty)
    #expect(try repository.changesByGit() == difference.changes.map(\.summary))
  }

  @Test("content that only the index has is named")
  func stagedOnly() throws {
    let repository = try TestRepository(["edited.md": "1", "back.md": "1", "gone.md": "1"])
    for (name, text) in [("edited.md", "2"), ("back.md", "2"), ("gone.md", "2"), ("new.md", "2")] {
      try repository.folder.write(text, to: name)
    }
    try repository.git("add", "-A")
    try repository.write(["edited.md": "3", "back.md": "1", "gone.md": nil, "new.md": nil])
    let difference = try repository.scan()
    #expect(difference.stagedOnly.map(\.text) == ["back.md", "edited.md", "gone.md", "new.md"])
  }

  @Test("content that was staged and then moved is not only in the index")
  func stagedAndMoved() throws {
    let repository = try TestRepository(["a.md": "1"])
    try repository.folder.write("2", to: "new.md")
    try repository.git("add", "-A")
    rename(repository.folder.path("new.md"), repository.folder.path("moved.md"))
    let difference = try repository.scan()
    #expect(difference.stagedOnly.isEmpty)
    #expect(difference.changes.map(\.summary) == ["+ moved.md"])
    #expect(difference.indexOnly.map(\.path.text) == ["new.md"])
  }

  @Test("what git mv staged is in the last commit, also if the file was edited since")
  func gitMoved() throws {
    let repository = try TestRepository(["a.md": "1"])
    try repository.git("mv", "a.md", "b.md")
    try repository.folder.write("2", to: "b.md")
    let difference = try repository.scan()
    #expect(difference.stagedOnly.isEmpty)
    #expect(difference.changes.map(\.summary) == ["- a.md", "+ b.md"])
  }

  @Test("a file taken out of the index and kept: back in, or gone where it is ignored")
  func removedFromIndex() throws {
    let repository = try TestRepository([
      "kept.md": "x", "edited.md": "x", "ignored.md": "x", "2026/a.md": "x",
    ])
    try repository.git("rm", "-q", "--cached", "kept.md", "edited.md", "ignored.md", "2026/a.md")
    try repository.write(["edited.md": "y", ".gitignore": "ignored.md\n"])
    let difference = try repository.scan()
    #expect(difference.changes.map(\.summary) == ["+ .gitignore", "~ edited.md", "- ignored.md"])
    #expect(difference.indexOnly.map(\.path.text) == ["2026/a.md", "kept.md"])
    #expect(try repository.changesByGit() == difference.changes.map(\.summary))
  }

  @Test("a file that was only announced is new, and nothing when it is gone")
  func intentToAdd() throws {
    let repository = try TestRepository(["a.md": "x"])
    for name in ["b.md", "empty.md", "gone.md"] {
      try repository.folder.write(name == "b.md" ? "y" : "", to: name)
    }
    try repository.git("add", "-N", "b.md", "empty.md", "gone.md")
    try repository.remove("gone.md")
    let difference = try repository.scan()
    #expect(difference.changes.map(\.summary) == ["+ b.md", "+ empty.md"])
    #expect(difference.indexOnly.map(\.path.text) == ["gone.md"])
    #expect(difference.stagedOnly.isEmpty)
  }

  @Test("a staged link or submodule is taken as it was staged")
  func stagedLink() throws {
    let repository = try TestRepository()
    let commit = try repository.commit(["a.md": "x"])
    symlink("a.md", repository.folder.path("link"))
    try repository.git("add", "link")
    try repository.git("update-index", "--add", "--cacheinfo", "160000,\(commit.hex),module")
    let difference = try repository.scan()
    #expect(difference.changes.map(\.summary) == ["+ link", "+ module"])
    #expect(difference.changes.map(\.staged?.mode) == [.link, .submodule])
  }

  @Test("paths of an unsettled merge are named")
  func unmerged() throws {
    let repository = try TestRepository(["a.md": "1\n", "gone.md": "1\n"])
    try repository.git("checkout", "-q", "-b", "other")
    try repository.commit(["a.md": "2\n", "gone.md": "2\n"])
    try repository.git("checkout", "-q", "main")
    try repository.commit(["a.md": "3\n", "gone.md": nil])
    _ = try GitProgram.attempt(["merge", "other"], in: repository.path)
    try repository.remove("gone.md")
    #expect(try repository.scan().unmerged.map(\.text) == ["a.md", "gone.md"])
  }

  @Test("the index is compared with the commit, with what it remembers of trees and without")
  func cachedTrees() throws {
    let repository = try TestRepository([
      "a.md": "1", "x/b.md": "1", "x/y/c.md": "1", "z/d.md": "1",
    ])
    let tree = try repository.id("HEAD^{tree}")
    func differences() throws -> [String] {
      let opened = try repository.open()
      let index = try opened.readIndex()
      return try HeadComparison.run(index, tree: tree, in: opened).map {
        "\($0.key.text) \($0.value == nil ? "new" : "old")"
      }.sorted()
    }
    let index = try repository.open().readIndex()
    let cached = try #require(CachedTree(of: index))
    #expect(cached.folders.count == 4)
    #expect(cached.folders[0].id == tree)
    #expect(try differences() == [])
    try repository.write(["x/y/c.md": "2", "new/deep/e.md": "2", "z/d.md": nil])
    try repository.git("add", "-A")
    let all = ["new/deep/e.md new", "x/y/c.md old", "z/d.md old"]
    #expect(try differences() == all)
    let changed = try #require(CachedTree(of: try repository.open().readIndex()))
    #expect(changed.folders.count >= 3 && changed.folders[0].id == nil)
    for version in [2, 3, 4] {
      try repository.git("update-index", "--index-version", "\(version)")
      #expect(try differences() == all)
    }
    // Without the part that remembers trees: an index made from nothing.
    let listing = try repository.git("ls-files", "-s")
    try FileManager.default.removeItem(atPath: repository.folder.path(".git/index"))
    try GitProgram.run(
      ["update-index", "--index-info"], in: repository.path, stdin: Array("\(listing)\n".utf8))
    #expect(CachedTree(of: try repository.open().readIndex()) == nil)
    #expect(try differences() == all)
  }
}
