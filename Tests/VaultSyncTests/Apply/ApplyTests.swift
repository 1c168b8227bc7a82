import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

@Suite("Applying a commit")
struct ApplyTests {
  @Test("every kind of change, with the exchange of names and without", arguments: [true, false])
  func varied(canExchange: Bool) throws {
    let vault = try ApplyVault.varied()
    let report = try #require(try vault.report { $0.canExchange = canExchange })
    try vault.expectSettled(at: vault.new)
    #expect(
      Set(report.written.map(\.text)) == [
        "a.md", "flip/in.md", "turn", "again/twice.md", "swap/one.md", "swap/two.md",
        "new/deep/h.md", "empty.md",
      ])
    #expect(
      Set(report.removed.map(\.text)) == [
        "b.md", "gone/d.md", "gone/deeper/e.md", "flip", "turn/f.md", "turn/below/g.md", "twice.md",
      ])
    #expect(report.kept == [])
    #expect(report.leftovers == [])
    #expect(try vault.repository.git("reflog", "-1", "--format=%gs") == "sync: test")
  }

  @Test("and back again")
  func back() throws {
    let vault = try ApplyVault.varied()
    #expect(try vault.report() != nil)
    #expect(try vault.apply(vault.set(from: vault.new, to: vault.old)) != .branchMoved)
    try vault.expectSettled(at: vault.old)
  }

  @Test("the first checkout of a clone")
  func clone() throws {
    let vault = try ApplyVault.varied()
    let clone = try TestRepository()
    try clone.git("fetch", "-q", vault.path, vault.new.hex)
    try clone.folder.makeFolder(".tl/local")
    // Was there already, and is the same.
    try clone.folder.write("a, new\n", to: "a.md")
    let before = try clone.status(of: "a.md")
    let folder = try VaultFolder(opening: clone.path)
    let lock = try VaultLock(.write, of: folder)
    let repository = try clone.open()
    let apply = Apply(folder, repository, deviceKey: "k", time: "")
    let set = try ChangeSet(
      branch: "refs/heads/main", from: nil, to: vault.new, in: repository, log: "clone")
    guard case .done(let report) = try apply.run(set, holding: lock) else {
      Issue.record("nothing was applied")
      return
    }
    #expect(!report.written.contains(path("a.md")))
    #expect(try clone.git("status", "--porcelain") == "")
    #expect(try clone.id("HEAD") == vault.new)
    #expect(try clone.status(of: "a.md").isSameContent(as: before))
  }

  @Test("git has nothing to read again: the index knows each file as it is")
  func indexStatus() throws {
    let vault = try ApplyVault.varied()
    let report = try #require(try vault.report())
    let index = try vault.repository.open().readIndex()
    for path in report.written {
      let entry = try #require(index.entry(at: path))
      #expect(entry.agrees(with: try vault.repository.status(of: path.text)), "\(path.text)")
    }
    #expect(index.count == vault.newTexts.count)
  }

  @Test("the branch has moved, or another is checked out: nothing happens")
  func otherBranch() throws {
    let vault = try ApplyVault.varied()
    let set = try vault.set(from: vault.old, to: vault.new)
    let other = try vault.repository.commitApart(["z.md": "z\n"], onto: vault.old)
    #expect(try vault.apply(vault.set(from: other, to: vault.new)) == .branchMoved)
    try vault.repository.git("checkout", "-q", "-b", "other")
    #expect(try vault.apply(set) == .branchMoved)
    try vault.repository.git("checkout", "-q", "--detach")
    #expect(try vault.apply(set) == .branchMoved)
    #expect(vault.files() == vault.oldTexts)
    #expect(vault.leftovers() == [])
  }

  @Test("another program moves the branch at the last moment: all is taken back")
  func branchMovesMeanwhile() throws {
    for step in [ApplyStep.hiddenSynced, .publishedSynced, .indexWritten] {
      let vault = try ApplyVault.varied()
      let other = try vault.repository.commitApart([:], onto: vault.old)
      let outcome = try vault.apply {
        $0.onStep = { [repository = vault.repository] in
          if $0 == step { _ = try? repository.git("update-ref", "refs/heads/main", other.hex) }
        }
      }
      #expect(outcome == .branchMoved)
      #expect(try vault.head == other)
      #expect(vault.files() == vault.oldTexts)
      #expect(try vault.status == "")
      try vault.expectClean()
    }
  }

  @Test("another branch is checked out at the last moment: all is taken back")
  func checkoutMeanwhile() throws {
    let vault = try ApplyVault.varied()
    let outcome = try vault.apply {
      $0.onStep = { [repository = vault.repository] in
        if $0 == .indexWritten {
          _ = try? repository.git("symbolic-ref", "HEAD", "refs/heads/other")
        }
      }
    }
    #expect(outcome == .branchMoved)
    try vault.repository.git("symbolic-ref", "HEAD", "refs/heads/main")
    try vault.expectSettled(at: vault.old)
  }

  @Test("permissions stay, and the executable bit is git's")
  func permissions() throws {
    let vault = try ApplyVault(
      ["private.md": "old\n", "run.sh": "old\n", "stop.sh": "same\n"], ["private.md": "new\n"])
    chmod(vault.folder.path("private.md"), 0o600)
    chmod(vault.folder.path("run.sh"), 0o640)
    try vault.expectArrival(
      ["private.md": "new\n", "run.sh": "old\n", "made.sh": "made\n", "stop.sh": "same\n"],
      modes: ["run.sh": "100755", "made.sh": "100755"],
      written: ["made.sh", "private.md", "run.sh"])
    #expect(try vault.repository.status(of: "private.md").permissions == 0o600)
    #expect(try vault.repository.status(of: "run.sh").permissions == 0o750)
    #expect(try vault.repository.status(of: "made.sh").permissions & 0o100 != 0)
    try vault.expectArrival(["run.sh": "new\n"])
    #expect(try vault.repository.status(of: "run.sh").permissions == 0o640)
  }

  @Test("a note that only its owner may read stays so when it is moved, and so does a copy of it")
  func privateNotes() throws {
    let vault = try ApplyVault(["a.md": "words\n", "b.md": "words of both\n"], ["b.md": "b\n"])
    for name in ["a.md", "b.md"] { chmod(vault.folder.path(name), 0o600) }
    let copy = "b.conflict-phone-20261120T174002Z.md"
    try vault.expectArrival(
      ["a.md": nil, "deep/a.md": "words\n", "b.md": "words of here\n", copy: "words of there\n"])
    for name in ["deep/a.md", "b.md", copy] {
      #expect(try vault.repository.status(of: name).permissions == 0o600, "\(name)")
    }
  }

  @Test("what only its owner may read stays so wherever the note goes")
  func privateNotesFollowed() throws {
    let vault = try ApplyVault(
      [
        "moved.md": note("1", "", "one\n"), "left.md": note("2", "", "two\n"),
        "right.md": note("3", "", "three\n"), "n.md": "mine\n", "c.md": note("4", "", "four\n"),
        "taken.md": note("5", "", "five\n"),
      ], ["n.md": "theirs\n"])
    let names = ["moved.md", "left.md", "n.md", "c.md", "taken.md"]
    for name in names { chmod(vault.folder.path(name), 0o600) }
    chmod(vault.folder.path("right.md"), 0o640)
    let copy = "deep/c.conflict-phone-20261120T174002Z.md"
    try vault.expectArrival([
      "moved.md": nil, "deep/moved.md": note("1", "", "one, edited\n"),
      "left.md": note("3", "", "three\n"), "right.md": note("2", "", "two\n"),
      "n.md": "theirs\n", "n-2.md": "mine\n", "c.md": nil,
      "deep/c.md": note("4", "", "four of there\n"), copy: "four of here\n",
      "taken.md": note("6", "", "six\n"), "taken-2.md": note("5", "", "five\n"),
    ])
    for name in ["deep/moved.md", "right.md", "n-2.md", "n.md", "deep/c.md", copy, "taken-2.md"] {
      #expect(try vault.repository.status(of: name).permissions == 0o600, "\(name)")
    }
    #expect(try vault.repository.status(of: "left.md").permissions == 0o640)
    #expect(try vault.repository.status(of: "taken.md").permissions & 0o044 != 0)
  }

  @Test("links and submodules are kept in git, never written, and git does not miss them")
  func links() throws {
    let vault = try ApplyVault(["a.md": "old\n"], ["a.md": "new\n"])
    try vault.expectArrival(
      ["out": "../../etc", "a.md": "new\n", "module": vault.old.hex, "dir/link": "a.md"],
      modes: ["out": "120000", "module": "160000", "dir/link": "120000"], written: ["a.md"])
    #expect(Set(vault.files().keys) == [".tl/.gitignore", "a.md"])
    try vault.expectArrival(["out": nil, "dir/link": nil, "module": nil])
    #expect(try vault.repository.fsck() == "")
  }

  @Test("a file that becomes a link goes from the folder")
  func fileBecomesLink() throws {
    let vault = try ApplyVault(["a.md": "old\n"], ["a.md": "new\n"])
    try vault.expectArrival(
      ["a.md": "/etc/passwd"], modes: ["a.md": "120000"], removed: ["a.md"])
    #expect(vault.files()["a.md"] == nil)
  }

  @Test(
    "line ends are those of the attributes that arrive with the file, also without the git program")
  func arrivingAttributes() throws {
    let vault = try ApplyVault(
      ["a.md": "old\n", "here/b.md": "b\n"],
      [".gitattributes": "*.txt text eol=crlf\n", "here/c.txt": "one\ntwo\n"])
    _ = try vault.report()
    #expect(try vault.folder.readText("here/c.txt") == "one\r\ntwo\r\n")
    #expect(try vault.status == "")
  }

  @Test("line ends are those that git's attributes ask for")
  func lineEnds() throws {
    let vault = try ApplyVault(
      [".gitattributes": "*.txt text eol=crlf\n", "a.txt": "old\nold\n", "b.txt": "b\n"],
      ["a.txt": "new\nnew\n", "c.txt": "c\n", "b.txt": nil])
    #expect(try vault.folder.readText("a.txt") == "old\r\nold\r\n")
    // The same for git with other line ends: not an edit.
    try vault.folder.write("b\n", to: "b.txt")
    #expect(try vault.report() != nil)
    #expect(try vault.folder.readText("a.txt") == "new\r\nnew\r\n")
    #expect(try vault.folder.readText("c.txt") == "c\r\n")
    #expect(vault.files()["b.txt"] == nil)
    #expect(try vault.status == "")
    #expect(vault.leftovers() == [])
  }

  @Test("paths that may not arrive stop all of it, named")
  func refusedPaths() throws {
    let vault = try ApplyVault(["a.md": "old\n"], ["a.md": "new\n"])
    var set = try vault.set(from: vault.old, to: vault.new)
    let entry = TreeEntry(id: try #require(set.changes.first?.new?.id))
    let bad = [".tl/local/journal", ".git/hooks/post-checkout", "x/.GIT/config"].map { path($0) }
    set.changes += bad.map { TreeChange(path: $0, old: nil, new: entry) }
    #expect {
      try vault.apply(set)
    } throws: { error in
      guard case .hostilePaths(let paths)? = error as? SyncError else { return false }
      return paths.map(\.text) == bad.map(\.text)
        && paths.map(\.reason) == [.local, .gitFolder, .gitFolder]
    }
    try vault.expectSettled(at: vault.old)
  }

  @Test("a path that may not arrive can go from git, and nothing is touched in the folder")
  func refusedPathGoes() throws {
    let vault = try ApplyVault(["a.md": "old\n"], ["a.md": "new\n"])
    try vault.folder.write("mine\n", to: ".tl/local/keep")
    var set = try vault.set(from: vault.old, to: vault.new)
    let entry = TreeEntry(id: try Repository.blobID(of: Array("mine\n".utf8)))
    set.changes.insert(TreeChange(path: path(".tl/local/keep"), old: entry, new: nil), at: 0)
    guard case .done = try vault.apply(set) else {
      Issue.record("not applied")
      return
    }
    #expect(try vault.folder.readText(".tl/local/keep") == "mine\n")
    #expect(try vault.status == "")
  }
}
