import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// Files that cannot stand in the folder and are in git alone.
@Suite("Files kept in git")
struct GitOnlyFileTests {
  private func vault() throws -> ApplyVault {
    try ApplyVault([".gitignore": "*.log\n", "a.md": "old\n"], ["a.md": "new\n"])
  }

  @Test("an ignored file in the way stays, and the other one comes when it is gone")
  func ignored() throws {
    let vault = try vault()
    try vault.folder.write("my log\n", to: "x.log")
    let next = try vault.repository.commitApart(
      ["x.log": "their log\n", "a.md": "new\n"], onto: vault.old)
    #expect(try vault.report(next)?.kept == [GitOnlyFile(path: path("x.log"), reason: .ignored)])
    #expect(try vault.folder.readText("x.log") == "my log\n")
    #expect(try vault.folder.readText("a.md") == "new\n")
    #expect(try vault.status == "")
    #expect(try vault.kept == ["x.log": .ignored])

    // Still in the way: what arrives for it goes to git, too.
    let third = try vault.repository.commitApart(["x.log": "their second\n"], onto: next)
    #expect(try vault.report(third)?.kept == [])
    #expect(try vault.folder.readText("x.log") == "my log\n")
    #expect(try vault.status == "")

    try FileManager.default.removeItem(atPath: vault.folder.path("x.log"))
    let last = try vault.repository.commitApart(["a.md": "newer\n"], onto: third)
    #expect(try vault.report(last)?.written.map(\.text) == ["a.md", "x.log"])
    #expect(try vault.folder.readText("x.log") == "their second\n")
    #expect(try vault.status == "")
    #expect(try vault.kept == [:])
    try vault.folder.write("edited\n", to: "x.log")
    #expect(try vault.status == " M x.log".trimmingCharacters(in: .newlines))
  }

  @Test("one that goes from git again leaves nothing behind")
  func gone() throws {
    let vault = try vault()
    try vault.folder.write("my log\n", to: "x.log")
    let next = try vault.repository.commitApart(["x.log": "theirs\n"], onto: vault.old)
    #expect(try vault.report(next) != nil)
    #expect(try vault.report(vault.repository.commitApart(["x.log": nil], onto: next)) != nil)
    #expect(try vault.folder.readText("x.log") == "my log\n")
    #expect(try vault.kept == [:])
    #expect(try vault.status == "")
  }

  @Test("a link, a FIFO or a link above is neither followed nor replaced")
  func otherThings() throws {
    let vault = try vault()
    let outside = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: vault.folder.path("linked"), withDestinationPath: outside.path)
    try outside.write("outside\n", to: "target.md")
    try FileManager.default.createSymbolicLink(
      atPath: vault.folder.path("link.md"), withDestinationPath: outside.path("target.md"))
    mkfifo(vault.folder.path("pipe.md"), 0o644)
    try vault.folder.write("linked\nlink.md\npipe.md\n", to: ".git/info/exclude")
    let next = try vault.repository.commitApart(
      ["linked/x.md": "x\n", "link.md": "l\n", "pipe.md": "p\n", "a.md": "new\n"],
      onto: vault.old)
    let report = try #require(try vault.report(next))
    #expect(report.written == [path("a.md")])
    #expect(Set(report.kept.map(\.path.text)) == ["linked/x.md", "link.md", "pipe.md"])
    #expect(Set(report.kept.map(\.reason)) == [.inTheWay])
    #expect(outside.contents() == ["target.md"])
    #expect(try outside.readText("target.md") == "outside\n")
    #expect(try vault.status == "")
    #expect(vault.leftovers() == [])
  }

  @Test("a folder in the way gives way when it is empty, stays when it holds something")
  func folderInTheWay() throws {
    let vault = try vault()
    let next = try vault.repository.commitApart(["thing": "a file\n"], onto: vault.old)
    try vault.folder.write("untracked\n", to: "thing/inside/mine.md")
    #expect(try vault.apply(next) == .changedMeanwhile([path("thing/inside/mine.md")]))
    try FileManager.default.moveItem(
      atPath: vault.folder.path("thing/inside/mine.md"),
      toPath: vault.folder.path("thing/inside/mine.log"))
    #expect(try vault.report(next)?.kept == [GitOnlyFile(path: path("thing"), reason: .ignored)])
    #expect(try vault.status == "")

    try FileManager.default.removeItem(atPath: vault.folder.path("thing/inside/mine.log"))
    let last = try vault.repository.commitApart(["a.md": "new\n"], onto: next)
    #expect(try vault.report(last)?.written.map(\.text) == ["a.md", "thing"])
    #expect(try vault.folder.readText("thing") == "a file\n")
    #expect(try vault.status == "")
  }

  @Test("a file in the way of a folder: an edit to commit, or ignored")
  func fileInTheWay() throws {
    let vault = try vault()
    let next = try vault.repository.commitApart(
      ["thing/x.md": "x\n", "other.log/x.md": "x\n"], onto: vault.old)
    try vault.folder.write("mine\n", to: "thing")
    try vault.folder.write("mine\n", to: "other.log")
    #expect(try vault.apply(next) == .changedMeanwhile([path("thing")]))
    try FileManager.default.removeItem(atPath: vault.folder.path("thing"))
    let report = try #require(try vault.report(next))
    #expect(report.kept == [GitOnlyFile(path: path("other.log/x.md"), reason: .ignored)])
    #expect(try vault.folder.readText("other.log") == "mine\n")
    #expect(try vault.status == "")
  }

  @Test("another repository in the way stays as it is")
  func nestedRepository() throws {
    let vault = try vault()
    let inner = try vault.folder.makeFolder("inner")
    try GitProgram.run(["init", "-q"], in: inner)
    let next = try vault.repository.commitApart(["inner": "a file\n"], onto: vault.old)
    #expect(try vault.report(next)?.kept == [GitOnlyFile(path: path("inner"), reason: .ignored)])
    #expect(vault.folder.exists("inner/.git/HEAD"))
  }

  @Test("a file that tl cannot read as a whole is left to git, and arrives when it is smaller")
  func largeFile() throws {
    let vault = try vault()
    let next = try vault.repository.commitApart(
      ["film.mp4": "0123456789\n", "a.md": "new\n"], onto: vault.old)
    let report = try #require(try vault.report(next) { $0.largestFile = 10 })
    #expect(report.written == [path("a.md")])
    #expect(report.kept == [GitOnlyFile(path: path("film.mp4"), reason: .tooLarge)])
    #expect(try vault.status == "")
    let last = try vault.repository.commitApart(["film.mp4": "012345678\n"], onto: next)
    #expect(try vault.report(last) { $0.largestFile = 10 }?.written == [path("film.mp4")])
    #expect(try vault.folder.readText("film.mp4") == "012345678\n")
    #expect(try vault.status == "")
  }

  @Test("a file of which a filter makes too much is left to git until another version arrives")
  func largeFilteredFile() throws {
    let vault = try ApplyVault(
      [".gitattributes": "*.mp4 filter=big\n", "a.md": "old\n"], ["a.md": "new\n"])
    try vault.repository.git("config", "filter.big.clean", "cat >/dev/null; echo pointer")
    try vault.repository.git("config", "filter.big.smudge", "cat >/dev/null; echo 0123456789")
    let network = NetworkSettings(environment: GitProgram.settings)
    let program = FilterProgram(git: try #require(network.git), network: network, now: later)
    let next = try vault.repository.commitApart(
      ["deep/film.mp4": "pointer\n", "a.md": "new\n"], onto: vault.old)
    let report = try #require(
      try vault.report(next) {
        $0.largestFile = 10
        $0.filterProgram = program
      })
    #expect(report.written == [path("a.md")])
    #expect(report.kept == [GitOnlyFile(path: path("deep/film.mp4"), reason: .tooLarge)])
    #expect(!vault.folder.exists("deep"))
    #expect(try vault.status == "")
    let last = try vault.repository.commitApart(["deep/film.mp4": "pointer 2\n"], onto: next)
    _ = try vault.report(last) {
      $0.largestFile = 11
      $0.filterProgram = program
    }
    #expect(try vault.folder.readText("deep/film.mp4") == "0123456789\n")
  }

  @Test("a name that the disk does not take is left to git")
  func longName() throws {
    let vault = try vault()
    let name = String(repeating: "n", count: 300)
    let next = try vault.repository.commitApart(
      [name: "x\n", "deep/\(name)/y.md": "y\n", "a.md": "new\n", "dee/p\(name)": "z\n"],
      onto: vault.old)
    let report = try #require(try vault.report(next))
    #expect(report.written == [path("a.md")])
    #expect(Set(report.kept.map(\.path.text)) == [name, "deep/\(name)/y.md", "dee/p\(name)"])
    #expect(Set(report.kept.map(\.reason)) == [.refusedName])
    #expect(vault.leftovers() == [])
    #expect(vault.emptyFolders() == [])
    #expect(try vault.status == "")
  }

  // MARK: Disks that fold names

  private func folding(_ apply: inout Apply) { apply.foldsNames = true }

  @Test("on a folding disk the smallest of the names is written, and another when that is gone")
  func folding() throws {
    let vault = try vault()
    let next = try vault.repository.commitApart(
      ["note.md": "lower\n", "Note.md": "upper\n", "x/é.md": "e\n"], onto: vault.old)
    let report = try #require(try vault.report(next, folding))
    #expect(report.written.map(\.text) == ["Note.md", "x/é.md"])
    #expect(report.kept == [GitOnlyFile(path: path("note.md"), reason: .clash)])
    #expect(vault.files()["note.md"] == nil)
    #expect(try vault.status == "")
    #expect(try vault.kept == ["note.md": .clash])

    let third = try vault.repository.commitApart(["note.md": "lower again\n"], onto: next)
    #expect(try vault.report(third, folding)?.written == [])
    #expect(try vault.status == "")

    let last = try vault.repository.commitApart(["Note.md": nil], onto: third)
    #expect(try vault.report(last, folding)?.written.map(\.text) == ["note.md"])
    #expect(vault.files()["note.md"] == "lower again\n")
    #expect(vault.files()["Note.md"] == nil)
    #expect(try vault.kept == [:])
    #expect(try vault.status == "")
  }

  @Test("a smaller name that comes later takes the place, and the other stays in git")
  func smallerLater() throws {
    let vault = try vault()
    let next = try vault.repository.commitApart(["A.md": "upper\n"], onto: vault.old)
    let report = try #require(try vault.report(next, folding))
    #expect(report.written.map(\.text) == ["A.md"])
    #expect(report.removed.map(\.text) == ["a.md"])
    #expect(try vault.kept == ["a.md": .clash])
    #expect(try vault.status == "")
    // Not while the one that has to go is edited.
    let other = try self.vault()
    try other.folder.write("mine\n", to: "a.md")
    let again = try other.repository.commitApart(["A.md": "upper\n"], onto: other.old)
    #expect(try other.apply(again, folding) == .changedMeanwhile([path("a.md")]))
  }

  @Test("a new spelling of a name is a file that goes and one that comes")
  func respelled() throws {
    let vault = try vault()
    let next = try vault.repository.commitApart(["a.md": nil, "A.md": "old\n"], onto: vault.old)
    let report = try #require(try vault.report(next, folding))
    #expect(report.written.map(\.text) == ["A.md"])
    #expect(report.removed.map(\.text) == ["a.md"])
    #expect(report.kept == [])
    #expect(try vault.status == "")
  }

  @Test("taken back, git alone still has what it had")
  func takenBack() throws {
    let vault = try vault()
    let next = try vault.repository.commitApart(
      ["note.md": "lower\n", "Note.md": "upper\n"], onto: vault.old)
    #expect(try vault.report(next, folding) != nil)
    let last = try vault.repository.commitApart(["Note.md": nil], onto: next)
    let outcome = try vault.apply(last) { apply in
      apply.foldsNames = true
      apply.onStep = { [repository = vault.repository] in
        if $0 == .indexWritten {
          _ = try? repository.git("symbolic-ref", "HEAD", "refs/heads/other")
        }
      }
    }
    #expect(outcome == .branchMoved)
    try vault.repository.git("symbolic-ref", "HEAD", "refs/heads/main")
    #expect(vault.files()["Note.md"] == "upper\n")
    #expect(vault.files()["note.md"] == nil)
    #expect(try vault.status == "")
    #expect(try vault.kept == ["note.md": .clash])
    #expect(vault.leftovers() == [])
  }

  @Test("what git is told by hand to skip is left alone")
  func skippedByHand() throws {
    let vault = try vault()
    try vault.repository.git("update-index", "--skip-worktree", "a.md")
    try vault.folder.write("mine\n", to: "a.md")
    #expect(try vault.report() != nil)
    #expect(try vault.folder.readText("a.md") == "mine\n")
    #expect(try vault.status == "")
    #expect(try vault.repository.git("ls-files", "-t", "a.md") == "S a.md")
  }
}
