import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

@Suite("What a scan of the folder leaves alone")
struct WorktreeObstacleTests {
  private func skipped(_ repository: TestRepository) throws -> [String] {
    try repository.scan().skipped.map { "\($0.path.text): \($0.reason)" }
  }

  @Test("new links, FIFOs and nested repositories are named and never opened")
  func newOnes() throws {
    let repository = try TestRepository()
    let outside = try TemporaryFolder()
    try outside.write("secret", to: "note.md")
    try repository.commit(["a.md": "x"])
    symlink(outside.path("note.md"), repository.folder.path("link.md"))
    symlink(outside.path, repository.folder.path("linked"))
    mkfifo(repository.folder.path("pipe.md"), 0o644)
    try repository.folder.write("x", to: "inner/note.md")
    try GitProgram.run(["init", "-q"], in: repository.folder.path("inner"))
    #expect(try repository.scan().changes.isEmpty)
    #expect(
      try skipped(repository) == [
        "inner: repository", "link.md: link", "linked: link", "pipe.md: special(a special file)",
      ])
  }

  @Test("an ignored link is nothing to speak of")
  func ignoredLink() throws {
    let repository = try TestRepository(["a.md": "x", ".gitignore": ".#*\n"])
    symlink("someone@host.1", repository.folder.path(".#a.md"))
    #expect(try repository.scan().isEmpty)
  }

  @Test("tracked links stay as git has them, there, changed or gone")
  func trackedLinks() throws {
    let repository = try TestRepository()
    for name in ["same", "changed", "gone"] { symlink("a.md", repository.folder.path(name)) }
    try repository.commit(["a.md": "x"])
    unlink(repository.folder.path("changed"))
    symlink("/etc/passwd", repository.folder.path("changed"))
    unlink(repository.folder.path("gone"))
    #expect(try repository.scan().isEmpty)
  }

  @Test("a tracked file that became a link or a FIFO is not gone, nor is what lies behind a link")
  func replaced() throws {
    let repository = try TestRepository()
    let outside = try TemporaryFolder()
    try outside.write("other", to: "b.md")
    try repository.commit(["a.md": "x", "p.md": "x", "2026/b.md": "y", "2025/c.md": "z"])
    for name in ["a.md", "p.md", "2026/b.md", "2025/c.md"] { try repository.remove(name) }
    symlink("/nowhere", repository.folder.path("a.md"))
    mkfifo(repository.folder.path("p.md"), 0o644)
    symlink(outside.path, repository.folder.path("2026"))
    mkfifo(repository.folder.path("2025"), 0o644)
    #expect(try repository.scan().changes.isEmpty)
    #expect(
      try skipped(repository) == [
        "2025: special(a special file)", "2026: link", "a.md: link",
        "p.md: special(a special file)",
      ])
  }

  @Test("what is tracked in a folder that became a repository is neither gone nor changed")
  func becameRepository() throws {
    let repository = try TestRepository(["sub/a.md": "x", "sub/b.md": "x"])
    try GitProgram.run(["init", "-q"], in: repository.folder.path("sub"))
    try repository.write(["sub/a.md": nil, "sub/b.md": "y"])
    #expect(try repository.scan().changes.isEmpty)
    #expect(try skipped(repository) == ["sub: repository"])
  }

  @Test("a submodule stays as git has it, with its files or without")
  func submodule() throws {
    let repository = try TestRepository()
    let commit = try repository.commit(["a.md": "x"])
    try repository.git("update-index", "--add", "--cacheinfo", "160000,\(commit.hex),module")
    try repository.git("commit", "-q", "-m", "module")
    #expect(try repository.scan().isEmpty)
    try repository.write(["module/.git": "gitdir: ../.git/modules/module", "module/inner.md": "x"])
    #expect(try repository.scan().isEmpty)
  }

  @Test("what git was told not to look for stays as it is in the index")
  func fixedEntries() throws {
    let repository = try TestRepository(["skipped.md": "x", "assumed.md": "y", "both/gone.md": "z"])
    try repository.git("update-index", "--skip-worktree", "skipped.md", "both/gone.md")
    try repository.git("update-index", "--assume-unchanged", "assumed.md")
    try repository.write(["skipped.md": "edited", "assumed.md": "edited", "both/gone.md": nil])
    #expect(try repository.scan().isEmpty)
  }

  @Test("nothing in a folder that cannot be read is gone")
  func unreadable() throws {
    let repository = try TestRepository(["sub/a.md": "x", "sub/deep/b.md": "x", "c.md": "x"])
    chmod(repository.folder.path("sub"), 0)
    defer { chmod(repository.folder.path("sub"), 0o755) }
    // One thread: permissions are taken from this one alone.
    let difference = try withoutPrivileges { try repository.scan(threads: 1) }
    guard let difference else { return }
    #expect(difference.changes.isEmpty)
    #expect(difference.skipped.map(\.path.text) == ["sub"])
  }

  @Test(
    "beside rules that cannot be read nothing new is taken, for it could be meant to be ignored")
  func unreadableRules() throws {
    let repository = try TestRepository(["a.md": "x", "sub/b.md": "x"])
    symlink("rules", repository.folder.path("sub/.gitignore"))
    try repository.write(["sub/new.md": "x", "sub/b.md": "y", "new.md": "x"])
    #expect(try repository.changes() == ["+ new.md", "~ sub/b.md"])
    #expect(
      try repository.scan().skipped.contains(
        SkippedPath(path("sub/new.md"), .unreadableRules(path("sub/.gitignore")))))
  }

  @Test("what is tracked below .tl/local is not gone, and can be taken out of git")
  func localFolder() throws {
    let repository = try TestRepository(["a.md": "x", ".tl/local/journal": "hostile"])
    #expect(try repository.scan().isEmpty)
    try repository.git("rm", "-q", "--cached", ".tl/local/journal")
    #expect(try repository.changes() == ["- .tl/local/journal"])
  }

  @Test("new paths that no device would let in are left out, staged ones too")
  func refusedPaths() throws {
    let repository = try TestRepository(["a.md": "x", "tracked\\b.md": "x"])
    for name in ["back\\slash.md", "git~1/x.md", ".git /y.md", ".TL/LOCAL/z", "fine.md"] {
      try repository.folder.write("x", to: name)
    }
    try repository.write(["tracked\\b.md": "y", "stag\\ed.md": "staged"])
    try repository.git("add", "stag\\ed.md")
    #expect(try repository.changes() == ["+ fine.md", "~ tracked\\b.md"])
    #expect(
      try skipped(repository) == [
        ".TL/LOCAL/z: refusedPath(VaultFormat.RefusedPath.Reason.local)",
        ".git /y.md: refusedPath(VaultFormat.RefusedPath.Reason.gitFolder)",
        "back\\slash.md: refusedPath(VaultFormat.RefusedPath.Reason.backslash)",
        "git~1/x.md: refusedPath(VaultFormat.RefusedPath.Reason.gitFolder)",
        "stag\\ed.md: refusedPath(VaultFormat.RefusedPath.Reason.backslash)",
      ])
  }

  @Test("a path longer than systems take is left out")
  func longPath() throws {
    let repository = try TestRepository(["a.md": "x"])
    let name = [UInt8](repeating: UInt8(ascii: "d"), count: 250)
    var folder = try FileDescriptor(openingFolder: repository.path)
    for _ in 0..<16 {
      try folder.makeFolder(name)
      folder = try folder.openFolder(name)
    }
    let file = try folder.createFile(Array("a.md".utf8), permissions: 0o644)
    try file.writeAll([65])
    let difference = try repository.scan()
    #expect(difference.changes.isEmpty)
    #expect(difference.skipped.map(\.reason) == [.longPath(limit: 3800)])
    // Too deep for those who go by whole paths.
    try VaultFolder(opening: repository.path).removeTree(#require(VaultPath(name)))
  }
}
