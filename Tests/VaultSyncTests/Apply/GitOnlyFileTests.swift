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
    try ApplyVault([".gitignore": "*.log\nbuild/\n", "a.md": "old\n"], ["a.md": "new\n"])
  }

  @Test("an ignored file in the way stays, and the other one comes when it is gone")
  func ignored() throws {
    let vault = try vault()
    try vault.folder.write("my log\n", to: "x.log")
    try vault.expectArrival(
      ["x.log": "their log\n", "a.md": "new\n"], kept: ["x.log": .ignored])
    #expect(try vault.folder.readText("x.log") == "my log\n")
    #expect(try vault.folder.readText("a.md") == "new\n")
    #expect(try vault.kept == ["x.log": .ignored])

    // Still in the way: what arrives for it goes to git, too.
    try vault.expectArrival(["x.log": "their second\n"], kept: [:])
    #expect(try vault.folder.readText("x.log") == "my log\n")

    try FileManager.default.removeItem(atPath: vault.folder.path("x.log"))
    try vault.expectArrival(["a.md": "newer\n"], written: ["a.md", "x.log"])
    #expect(try vault.folder.readText("x.log") == "their second\n")
    #expect(try vault.kept == [:])
    try vault.folder.write("edited\n", to: "x.log")
    #expect(try vault.status == " M x.log".trimmingCharacters(in: .newlines))
  }

  @Test("a file in the way of an ignored folder stays, and nothing of it is committed")
  func ignoredFolder() throws {
    let vault = try vault()
    try vault.folder.write("mine\n", to: "build/out.md")
    try vault.expectArrival(["build/out.md": "theirs\n"], kept: ["build/out.md": .ignored])
    #expect(try vault.folder.readText("build/out.md") == "mine\n")
    #expect(try vault.kept == ["build/out.md": .ignored])
  }

  @Test("one that goes from git again leaves nothing behind")
  func gone() throws {
    let vault = try vault()
    try vault.folder.write("my log\n", to: "x.log")
    try vault.expectArrival(["x.log": "theirs\n"])
    try vault.expectArrival(["x.log": nil])
    #expect(try vault.folder.readText("x.log") == "my log\n")
    #expect(try vault.kept == [:])
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
    try vault.expectArrival(
      ["linked/x.md": "x\n", "link.md": "l\n", "pipe.md": "p\n", "a.md": "new\n"],
      written: ["a.md"],
      kept: ["linked/x.md": .inTheWay, "link.md": .inTheWay, "pipe.md": .inTheWay])
    #expect(outside.contents() == ["target.md"])
    #expect(try outside.readText("target.md") == "outside\n")
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
    try vault.expectArrival(["a.md": "new\n"], written: ["a.md", "thing"])
    #expect(try vault.folder.readText("thing") == "a file\n")
  }

  @Test("a file in the way of a folder: an edit to commit, or ignored")
  func fileInTheWay() throws {
    let vault = try vault()
    let next = try vault.repository.commitApart(
      ["thing/x.md": "x\n", "other.log/x.md": "x\n"], onto: vault.old)
    try vault.write(["thing": "mine\n", "other.log": "mine\n"])
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
    try vault.expectArrival(
      ["film.mp4": "0123456789\n", "a.md": "new\n"], written: ["a.md"],
      kept: ["film.mp4": .tooLarge]
    ) { $0.largestFile = 10 }
    try vault.expectArrival(["film.mp4": "012345678\n"], written: ["film.mp4"]) {
      $0.largestFile = 10
    }
    #expect(try vault.folder.readText("film.mp4") == "012345678\n")
  }

  @Test("a file of which a filter makes too much is left to git until another version arrives")
  func largeFilteredFile() throws {
    let vault = try ApplyVault(
      [".gitattributes": "*.mp4 filter=big\n", "a.md": "old\n"], ["a.md": "new\n"])
    try vault.repository.git("config", "filter.big.clean", "cat >/dev/null; echo pointer")
    try vault.repository.git("config", "filter.big.smudge", "cat >/dev/null; echo 0123456789")
    let network = NetworkSettings(environment: GitProgram.settings)
    let program = FilterProgram(git: try #require(network.git), network: network, now: later)
    try vault.expectArrival(
      ["deep/film.mp4": "pointer\n", "a.md": "new\n"], written: ["a.md"],
      kept: ["deep/film.mp4": .tooLarge]
    ) {
      $0.largestFile = 10
      $0.filterProgram = program
    }
    #expect(!vault.folder.exists("deep"))
    let last = try vault.repository.commitApart(
      ["deep/film.mp4": "pointer 2\n"], onto: vault.head)
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
    try vault.expectArrival(
      [name: "x\n", "deep/\(name)/y.md": "y\n", "a.md": "new\n", "dee/p\(name)": "z\n"],
      written: ["a.md"],
      kept: [
        name: .refusedName, "deep/\(name)/y.md": .refusedName, "dee/p\(name)": .refusedName,
      ])
    #expect(vault.leftovers() == [])
    #expect(vault.emptyFolders() == [])
  }

  // MARK: Disks that fold names

  private func folding(_ apply: inout Apply) { apply.foldsNames = true }

  @Test("on a folding disk the smallest of the names is written, and another when that is gone")
  func folding() throws {
    let vault = try vault()
    try vault.expectArrival(
      ["note.md": "lower\n", "Note.md": "upper\n", "x/é.md": "e\n"],
      written: ["Note.md", "x/é.md"], kept: ["note.md": .clash], folding)
    #expect(vault.files()["note.md"] == nil)
    #expect(try vault.kept == ["note.md": .clash])

    try vault.expectArrival(["note.md": "lower again\n"], written: [], folding)

    try vault.expectArrival(["Note.md": nil], written: ["note.md"], folding)
    #expect(vault.files()["note.md"] == "lower again\n")
    #expect(vault.files()["Note.md"] == nil)
    #expect(try vault.kept == [:])
  }

  @Test("a smaller name that comes later takes the place, and the other stays in git")
  func smallerLater() throws {
    let vault = try vault()
    try vault.expectArrival(["A.md": "upper\n"], written: ["A.md"], removed: ["a.md"], folding)
    #expect(try vault.kept == ["a.md": .clash])
    // Not while the one that has to go is edited.
    let other = try self.vault()
    try other.folder.write("mine\n", to: "a.md")
    let again = try other.repository.commitApart(["A.md": "upper\n"], onto: other.old)
    #expect(try other.apply(again, folding) == .changedMeanwhile([path("a.md")]))
  }

  @Test("a new spelling of a name is a file that goes and one that comes")
  func respelled() throws {
    let vault = try vault()
    try vault.expectArrival(
      ["a.md": nil, "A.md": "old\n"], written: ["A.md"], removed: ["a.md"], kept: [:], folding)
  }

  @Test("taken back, git alone still has what it had")
  func takenBack() throws {
    let vault = try vault()
    try vault.expectArrival(["note.md": "lower\n", "Note.md": "upper\n"], folding)
    let last = try vault.repository.commitApart(["Note.md": nil], onto: vault.head)
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
