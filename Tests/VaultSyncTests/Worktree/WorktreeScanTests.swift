import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Git
@testable import VaultSync

@Suite("What changed in a folder since the last commit")
struct WorktreeScanTests {
  @Test("a new repository: everything is new")
  func unborn() throws {
    let repository = try TestRepository()
    try repository.write(["a.md": "x", ".hidden/b": "x"])
    #expect(try repository.scan().head == nil)
    #expect(try repository.changes() == ["+ .hidden/b", "+ a.md"])
    #expect(try repository.changesByGit() == ["+ .hidden/b", "+ a.md"])
  }

  @Test("nothing changed, fresh from git and with a racy index alike")
  func clean() throws {
    let repository = try TestRepository(["a.md": "x", "2026/b.md": "y", "2026/11/c.md": "z"])
    #expect(try repository.scan().isEmpty)
    try repository.age()
    try repository.git("update-index", "--refresh")
    #expect(try repository.scan().isEmpty)
    #expect(try repository.scan().stale.isEmpty)
  }

  @Test("edits, new files in new folders, deletions, a file that became a folder and the reverse")
  func plainChanges() throws {
    let repository = try TestRepository([
      "a.md": "x", "b.md": "y", "gone.md": "z", "turned/in.md": "i", "file": "f", "same.md": "s",
      "turned.md": "t",
    ])
    try repository.write([
      "a.md": "changed", "gone.md": nil, "turned/in.md": nil, "turned": "now a file", "file": nil,
      "file/inner.md": "now in a folder", "new/deep/n.md": "new",
    ])
    let expected = [
      "~ a.md", "- file", "+ file/inner.md", "- gone.md", "+ new/deep/n.md", "+ turned",
      "- turned/in.md",
    ]
    #expect(try repository.changes() == expected)
    #expect(try repository.changesByGit() == expected)
  }

  @Test("an edit of the same size whose time was put back is found by the time of its change")
  func sameSizeAndTime() throws {
    let repository = try TestRepository()
    try repository.folder.write("one", to: "a.md")
    try repository.age()
    try repository.commit([:])
    try repository.git("update-index", "--refresh")
    let old = try repository.status(of: "a.md")
    try repository.folder.write("two", to: "a.md")
    try repository.age()
    let new = try repository.status(of: "a.md")
    #expect(old.modified == new.modified && old.size == new.size)
    #expect(try repository.changes() == ["~ a.md"])
  }

  @Test("a file replaced by another of the same size and time is found")
  func replaced() throws {
    let repository = try TestRepository()
    try repository.folder.write("one", to: "a.md")
    try repository.age()
    try repository.commit([:])
    try repository.folder.write("two", to: "other")
    try repository.age("other")
    #expect(rename(repository.folder.path("other"), repository.folder.path("a.md")) == 0)
    #expect(try repository.changes() == ["~ a.md"])
  }

  @Test("a file written in the tick of the clock in which the index was is read")
  func racy() throws {
    let repository = try TestRepository(["a.md": "one"])
    try repository.git("update-index", "--refresh")
    try repository.age("a.md")
    try repository.git("update-index", "--refresh")
    #expect(try repository.scan().stale.isEmpty)
    // As if both had happened at once.
    let time = try repository.status(of: "a.md").modified
    let times = [
      timespec(tv_sec: 0, tv_nsec: 0),
      timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds)),
    ]
    utimensat(AT_FDCWD, repository.folder.path(".git/index"), times, 0)
    // It was read: otherwise there would be nothing to bring up to date.
    #expect(try repository.scan().stale.map(\.path) == [path("a.md")])
    #expect(try repository.scan().isEmpty)
  }

  @Test("a touched file is no change, and its entry can be brought up to date")
  func touched() throws {
    let repository = try TestRepository(["a.md": "one", "b.md": "two"])
    try repository.age("a.md")
    let difference = try repository.scan()
    #expect(difference.isEmpty)
    #expect(difference.stale.map(\.path).contains(path("a.md")))
    try repository.open().updateIndex(difference.stale)
    #expect(try repository.git("status", "--porcelain") == "")
    #expect(try repository.scan().stale.allSatisfy { $0.path != path("a.md") })
  }

  @Test("what just changed is not called up to date")
  func unsettled() throws {
    let repository = try TestRepository(["a.md": "one"])
    try repository.age("a.md")
    let now = try repository.status(of: "a.md").changed.seconds
    #expect(try repository.scan(now: now).stale.isEmpty)
    #expect(try repository.scan(now: now + 2).stale.isEmpty)
    #expect(try repository.scan(now: now + 3).stale.count == 1)
  }

  @Test("the executable bit counts, unless git is told that it does not")
  func modes() throws {
    let repository = try TestRepository(["a.sh": "x", "b.sh": "y"])
    chmod(repository.folder.path("a.sh"), 0o755)
    #expect(try repository.changes() == ["~ a.sh"])
    try repository.git("config", "core.fileMode", "false")
    #expect(try repository.changes() == [])
    #expect(try repository.changesByGit() == [])
    try repository.folder.write("z", to: "b.sh")
    #expect(try repository.changes() == ["~ b.sh"])
  }

  @Test("ignored files are no changes, and tracked ones are, ignored or not")
  func ignored() throws {
    let repository = try TestRepository()
    try repository.write(["build/kept.md": "x", "build/deep/kept.md": "x", "a.log": "x"])
    try repository.commit([:])
    try repository.folder.write("*.log\nbuild/\n", to: ".gitignore")
    try repository.folder.write("*.tmp\n", to: ".git/info/exclude")
    try repository.folder.write("y", to: "build/kept.md")
    try repository.remove("build/deep/kept.md")
    for name in ["build/new.md", "b.log", "c.tmp", "sub/c.tmp", "sub/d.md", "build/deep/new.md"] {
      try repository.folder.write("x", to: name)
    }
    let expected = ["+ .gitignore", "- build/deep/kept.md", "~ build/kept.md", "+ sub/d.md"]
    #expect(try repository.changes() == expected)
    #expect(try repository.changesByGit() == expected)
  }

  @Test("git's own file of what to ignore, and its setting for one, count")
  func userIgnores() throws {
    let repository = try TestRepository()
    let other = try TemporaryFolder()
    try other.write("*.bak\n", to: "rules")
    try repository.git("config", "core.excludesFile", other.path("rules"))
    try repository.write(["a.bak": "x", "b.BAK": "x"])
    #expect(try repository.changes() == ["+ b.BAK"])
    try repository.git("config", "core.ignoreCase", "true")
    #expect(try repository.changes() == [])
  }

  @Test("temporary files of tl and placeholders of a cloud are no files of the vault")
  func neverCommitted() throws {
    let repository = try TestRepository(["a.md": "x", "b.md": "y"])
    try repository.write([
      "a.md": nil, ".a.md.icloud": "stub", ".other.jpg.icloud": "stub",
      ".tl-tmp-0123456789abcdef": "half", ".tl/local/write.lock": "lock",
    ])
    #expect(try repository.scan().isEmpty)
  }
}
