import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

extension GuardTests {
  /// What a hook sees, what it may do, and what is left of a commit that it refuses.
  @Suite("Guards: what hooks see and change")
  struct Hooks {
    private let bare: BareRepository
    private let vault: GuardedVault

    init() throws {
      bare = try BareRepository()
      vault = try GuardedVault(bare, ["a.md": "A\n", "b.md": "B\n"])
      try vault.sync()
    }

    private func setHook(_ name: String, _ script: String) throws {
      try vault.repository.folder.writeProgram("#!/bin/sh\n\(script)\n", to: ".git/hooks/\(name)")
    }

    private func failure() throws -> String? {
      do {
        try vault.sync()
      } catch SyncError.gitProgram(_, let message) {
        return message
      }
      return nil
    }

    private func expectClean(sourceLocation: SourceLocation = #_sourceLocation) throws {
      #expect(try vault.repository.porcelain == "", sourceLocation: sourceLocation)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: vault.repository.folder.path(".git"))
      #expect(!names.contains { $0.hasPrefix("tl-") }, sourceLocation: sourceLocation)
    }

    @Test("a hook that takes everything out of a commit is told of")
    func emptied() throws {
      try setHook("pre-commit", "git reset -q -- a.md")
      try vault.write("A two\n", to: "a.md")
      for _ in 0..<2 { #expect(try vault.sync().remarks.contains(.emptiedByHooks)) }
      #expect(vault.text("a.md") == "A two\n")
      try setHook("pre-commit", "exit 0")
      #expect(try !vault.sync().remarks.contains(.emptiedByHooks))
      #expect(try vault.committed()["a.md"] == "A two\n")
    }

    @Test("a hook that fails once leaves nothing staged, and what is written on is recorded")
    func failsOnce() throws {
      try setHook("pre-commit", "test -e .git/unlocked || { echo locked >&2; exit 1; }")
      try vault.write("A two\n", to: "a.md")
      #expect(try failure()?.contains("locked") == true)
      #expect(try vault.repository.porcelain == " M a.md\n".trimmingCharacters(in: .newlines))
      #expect(try vault.repository.git("diff", "--cached", "--name-only") == "")
      try vault.write("A three\n", to: "a.md")
      #expect(try failure() != nil)
      try vault.sync(writing: [".git/unlocked": ""])
      #expect(try vault.committed() == ["a.md": "A three\n", "b.md": "B\n"])
      try expectClean()
    }

    @Test(
      "what was moved or removed with git is recorded",
      arguments: [
        ["mv", "a.md", "c.md"], ["rm", "-q", "a.md"], ["rm", "-q", "--cached", "a.md"],
      ])
    func staged(command: [String]) throws {
      try setHook("pre-commit", "exit 0")
      try vault.repository.git(command)
      try vault.sync()
      try vault.sync()
      let expected =
        switch command[0] {
        case "mv": ["c.md": "A\n", "b.md": "B\n"]
        default: command.contains("--cached") ? ["a.md": "A\n", "b.md": "B\n"] : ["b.md": "B\n"]
        }
      #expect(try vault.committed() == expected)
      try expectClean()
    }

    @Test("a hook sees what is to be committed as staged, and nothing else")
    func seesStaged() throws {
      try setHook(
        "pre-commit",
        "git diff --cached --name-status > .git/seen; git diff --name-only >> .git/seen; pwd >> .git/seen"
      )
      try vault.sync(writing: ["a.md": "A two\n", "c.md": "C\n", "b.md": nil])
      let seen = try #require(vault.text(".git/seen"))
      #expect(seen.hasPrefix("M\ta.md\nD\tb.md\nA\tc.md\n/"))
      #expect(seen.split(separator: "\n").count == 4)
      try expectClean()
    }

    @Test("a hook may change files and stage them: the commit has them, and so has the index")
    func formats() throws {
      try setHook(
        "pre-commit",
        "printf 'formatted\\n' > a.md; printf 'list\\n' > index.txt; git add a.md index.txt")
      let report = try vault.sync(writing: ["a.md": "A two\n"])
      #expect(
        try vault.committed() == ["a.md": "formatted\n", "b.md": "B\n", "index.txt": "list\n"])
      #expect(report.committed.others.map(\.text) == ["index.txt"])
      #expect(vault.text("a.md") == "formatted\n")
      try expectClean()
      let head = try vault.repository.id("HEAD")
      try vault.sync()
      #expect(try vault.repository.id("HEAD") == head)
      #expect(try bare.id("refs/heads/main") == head)
    }

    @Test("what a hook changes in the folder alone is a change of the next sync")
    func changesFolder() throws {
      try setHook("pre-commit", "printf 'by the hook\\n' > a.md")
      try vault.sync(writing: ["a.md": "A two\n"])
      #expect(try vault.committed()["a.md"] == "A two\n")
      try vault.sync()
      #expect(try vault.committed()["a.md"] == "by the hook\n")
    }

    @Test("where a hook takes everything back nothing is committed, and the sync goes on")
    func takesBack() throws {
      try setHook("pre-commit", "git read-tree HEAD")
      try vault.write("A two\n", to: "a.md")
      let head = try vault.repository.id("HEAD")
      try vault.sync()
      #expect(try vault.repository.id("HEAD") == head)
      #expect(vault.text("a.md") == "A two\n")
      try FileManager.default.removeItem(
        atPath: vault.repository.folder.path(".git/hooks/pre-commit"))
      try vault.sync()
      #expect(try vault.committed()["a.md"] == "A two\n")
      try expectClean()
    }

    @Test("all hooks of a commit run once, in git's order, the last one after the branch moved")
    func order() throws {
      for name in ["pre-commit", "prepare-commit-msg", "commit-msg"] {
        try setHook(name, "echo \(name) >> .git/ran")
      }
      try setHook("post-commit", "echo post-commit >> .git/ran; git rev-parse HEAD >> .git/ran")
      try vault.sync(writing: ["a.md": "A two\n"])
      let head = try vault.repository.id("HEAD").hex
      let ran = vault.text(".git/ran")?.split(separator: "\n").map(String.init)
      #expect(ran == ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", head])
    }

    @Test("what somebody has staged in part stays as it was when a hook refuses")
    func keepsStaging() throws {
      try setHook("pre-commit", "exit 1")
      try vault.write("new\n", to: "new.md")
      try vault.repository.git("add", "--intent-to-add", "new.md")
      try vault.write("A two\n", to: "a.md")
      try vault.repository.git("add", "a.md")
      let before = try vault.repository.git("ls-files", "--stage")
      #expect(try failure() != nil)
      #expect(try vault.repository.git("ls-files", "--stage") == before)
    }

    @Test("an index that fell behind the branch, by a run that was ended, stops nothing")
    func indexBehind() throws {
      try vault.write(["a.md": "A two\n", "c.md": "C\n", "b.md": nil])
      let index = try vault.repository.folder.read(".git/index")
      try vault.repository.git("add", "-A")
      try vault.repository.git("commit", "-q", "-m", "made, and then ended")
      try vault.repository.folder.write(index, to: ".git/index")
      try vault.sync()
      #expect(try vault.committed() == ["a.md": "A two\n", "c.md": "C\n"])
      #expect(try vault.repository.git("rev-list", "--count", "HEAD") == "2")
      try expectClean()
      try vault.repository.folder.write(index, to: ".git/index")
      let another = try vault.repository.git(
        "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "by a hook, on top")
      try vault.repository.git("update-ref", "HEAD", another)
      try vault.sync(writing: ["a.md": "A three\n"])
      #expect(try vault.committed() == ["a.md": "A three\n", "c.md": "C\n"])
      try expectClean()
    }

    // MARK: - A change that waited

    /// The laptop's change can be committed by now; meanwhile the phone has changed another line.
    private func release(_ end: String) throws {
      try vault.sync(writing: ["a.md": "one\n\ntwo\n\nthree\n"])
      try vault.write("one\n\ntwo\n\nthree\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", to: "a.md")
      let phone = try GuardedVault.phone(of: bare)
      try phone.sync(writing: ["a.md": "one, by the phone\n\ntwo\n\nthree\n"])
      #expect(try vault.sync().heldBack.map(\.path.text) == ["a.md"])
      try vault.write("one\n\ntwo\n\nthree\n\(end)\n", to: "a.md")
    }

    private static let joined = "one, by the phone\n\ntwo\n\nthree\n"

    @Test("hooks see a change that waited, on the commit where it began, and may refuse it")
    func seesReleased() throws {
      try setHook(
        "pre-commit",
        """
        git diff --cached > .git/seen
        ! git grep --cached -q SECRET || { echo no secrets >&2; exit 1; }
        """)
      try setHook("commit-msg", "echo from the hook >> \"$1\"")
      try release("SECRET")
      let (head, text) = (try vault.repository.id("HEAD"), vault.text("a.md"))
      #expect(try failure()?.contains("no secrets") == true)
      #expect(try vault.repository.id("HEAD") == head)
      #expect(vault.text("a.md") == text)
      #expect(try vault.repository.git("diff", "--cached", "--name-only") == "")
      try vault.sync(writing: ["a.md": "one\n\ntwo\n\nthree\nby the laptop\n"])
      let seen = try #require(vault.text(".git/seen")).split(separator: "\n")
      let lines = seen.filter { $0.hasPrefix("+") || $0.hasPrefix("-") }.dropFirst(2)
      #expect(lines == ["+by the laptop"])
      #expect(try vault.committed()["a.md"] == Self.joined + "by the laptop\n")
      #expect(vault.text("a.md") == Self.joined + "by the laptop\n")
      let message = try vault.repository.git("log", "-1", "--format=%B", "HEAD^2")
      #expect(message.contains("from the hook"))
      try expectClean()
    }

    @Test("hooks of one work tree see a change that waited too")
    func ownSettings() throws {
      try vault.repository.git("config", "extensions.worktreeConfig", "true")
      try vault.repository.git("config", "--worktree", "core.hooksPath", ".git/own")
      try vault.repository.folder.writeProgram(
        "#!/bin/sh\n! git grep --cached -q SECRET\n", to: ".git/own/pre-commit")
      try release("SECRET")
      #expect(try failure() != nil)
      #expect(try !vault.committed().values.contains { $0.contains("SECRET") })
    }

    @Test("what a hook stages besides a change that waited is in the commit")
    func formatsReleased() throws {
      try release("by the laptop")
      try setHook("pre-commit", "printf 'list\\n' > index.txt; git add index.txt")
      #expect(try vault.sync().committed.others.map(\.text) == ["index.txt"])
      #expect(try vault.committed()["index.txt"] == "list\n")
      #expect(try vault.committed()["a.md"] == Self.joined + "by the laptop\n")
      try expectClean()
    }

    @Test("what a hook stages of a file that waits stays out of the commit")
    func stagesAll() throws {
      try setHook("pre-commit", "git add -A")
      try release("by the laptop")
      try vault.write("one\n\ntwo\n\nthree\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", to: "a.md")
      try vault.write("B two\n", to: "b.md")
      try vault.sync()
      #expect(try vault.committed() == ["a.md": Self.joined, "b.md": "B two\n"])
      try vault.sync(writing: ["a.md": "one\n\ntwo\n\nthree\nby the laptop\n", "b.md": "B three\n"])
      #expect(
        try vault.committed() == ["a.md": Self.joined + "by the laptop\n", "b.md": "B three\n"])
      #expect(vault.text("a.md") == Self.joined + "by the laptop\n")
      try expectClean()
    }

    @Test("what a hook stages of tl's local files stays out of the commit")
    func stagesLocal() throws {
      try vault.write([".tl/.gitignore": "!local/\n", ".tl/local/trash/x.md": "of the trash\n"])
      try setHook("pre-commit", "git add -A")
      try vault.sync(writing: ["b.md": "B two\n"])
      #expect(try vault.committed()["b.md"] == "B two\n")
      #expect(try !vault.committed().keys.contains { $0.hasPrefix(".tl/local/") })
      #expect(vault.text(".tl/local/trash/x.md") == "of the trash\n")
    }

    @Test("where a hook takes a change back that waited, it goes on waiting")
    func takesReleasedBack() throws {
      try release("by the laptop")
      let head = try vault.repository.id("HEAD")
      try setHook("pre-commit", "git read-tree HEAD")
      for _ in 0..<2 { try vault.sync() }
      #expect(try vault.repository.id("HEAD") == head)
      #expect(vault.text("a.md") == "one\n\ntwo\n\nthree\nby the laptop\n")
      try setHook("pre-commit", "exit 0")
      try vault.sync()
      #expect(try vault.committed()["a.md"] == Self.joined + "by the laptop\n")
      #expect(vault.text("a.md") == Self.joined + "by the laptop\n")
      try expectClean()
    }
  }
}
