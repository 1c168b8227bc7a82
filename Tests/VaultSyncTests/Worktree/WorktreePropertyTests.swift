import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore
@testable import VaultSync

/// Random folders, rules and edits, and the git program as the judge.
@Suite("A folder after any edits, as git sees it")
struct WorktreePropertyTests {
  private static let folders = ["", "2026/", "2026/11/", "build/", "a.md/", "x/y/z/", ".dot/"]
  private static let names = [
    "a.md", "b.md", "c.log", "d.txt", "e", ".hidden", "\u{E9}.md", "keep.log",
  ]
  private static let rules = [
    "*.log\n", "build/\n", "!keep.log\n", "/e\n", "**/z\n", ".*\n!.gitignore\n", "x/*\n!x/y\n",
    "a.md\n", "\\!odd\n", "# nothing\n\n", "2026/**/b.md\n",
  ]

  private struct Editor {
    let repository: TestRepository
    var generator: SeededGenerator

    mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    mutating func pick(_ list: [String]) -> String { list[number(list.count)] }
    mutating func anyPath() -> String {
      pick(WorktreePropertyTests.folders) + pick(WorktreePropertyTests.names)
    }

    /// Writes if no file is in the way of a folder, nor the other way round.
    mutating func write() {
      _ = try? repository.folder.write("\(number(3))", to: anyPath())
    }

    mutating func edit() throws {
      switch number(12) {
      case 0...4: write()
      case 5: try? repository.remove(anyPath())
      case 6:
        try? FileManager.default.removeItem(
          atPath: repository.folder.path(pick(["2026", "build", "x", "a.md"])))
      case 7:
        let target = repository.folder.path(anyPath())
        _ = rename(repository.folder.path(anyPath()), target)
      case 8: chmod(repository.folder.path(anyPath()), number(2) == 0 ? 0o755 : 0o644)
      case 9:
        _ = try? repository.folder.write(
          pick(WorktreePropertyTests.rules), to: pick(["", "2026/", "x/", "build/"]) + ".gitignore")
      case 10:
        let name = anyPath()
        if (try? repository.folder.read(name)) != nil {
          try? repository.age(name)
        }
      default: try repository.git("add", "-A")
      }
    }
  }

  @Test("the same changes as git's, at every step, and then the same tree")
  func changes() throws {
    try withSeed { generator, _ in
      for _ in 0..<6 {
        let repository = try TestRepository()
        try repository.folder.write(".tl/\n", to: ".git/info/exclude")
        var editor = Editor(repository: repository, generator: generator)
        for _ in 0..<12 { editor.write() }
        for _ in 0..<4 {
          for _ in 0..<editor.number(9) { try editor.edit() }
          // What is staged alone would be refused: the folder is what counts here.
          try repository.git("reset", "-q", "--mixed")
          let expected = try repository.changesByGit()
          #expect(try repository.changes() == expected)
          try commit(repository, expected)
        }
        generator = editor.generator
      }
    }
  }

  private func commit(_ repository: TestRepository, _ expected: [String]) throws {
    let gate = Gatekeeper()
    gate.answer = true
    let report = try repository.sync(gate: gate)
    #expect(report.summary == expected)
    #expect(report.skipped.isEmpty)
    #expect(try repository.porcelain == "")
    #expect(try repository.scan().isEmpty)
    #expect(try repository.fsck() == "")
  }
}
