import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

extension GuardTests {
  @Suite("Guards: what is in the folder")
  struct Folder {
    private let bare: BareRepository

    init() throws {
      bare = try BareRepository()
    }

    /// Two devices that are in step.
    private func pair(_ files: [String: String]) throws -> (GuardedVault, GuardedVault) {
      let ours = try GuardedVault(bare, files)
      try ours.sync()
      let theirs = try GuardedVault(bare)
      theirs.device = "phone"
      try theirs.sync()
      return (ours, theirs)
    }

    @Test("in a sparse checkout nothing is recorded as deleted: it is refused")
    func sparse() throws {
      let vault = try GuardedVault(bare, ["in/a.md": "A\n", "out/b.md": "B\n"])
      try vault.sync()
      try vault.repository.git("sparse-checkout", "set", "--cone", "in", ".tl")
      #expect(vault.text("out/b.md") == nil)
      #expect(try vault.refusal() == .sparseCheckout)
      #expect(try vault.committed()["out/b.md"] == "B\n")
      try vault.repository.git("sparse-checkout", "disable")
      #expect(try vault.refusal() == nil)
    }

    @Test("a version that only the index has is not lost: it is refused")
    func stagedOnly() throws {
      let vault = try GuardedVault(bare, ["a.md": "1\n"])
      try vault.sync()
      try vault.write("2\n", to: "a.md")
      try vault.repository.git("add", "a.md")
      try vault.write("3\n", to: "a.md")
      #expect(try vault.refusal() == .stagedOnly([path("a.md")]))
      #expect(try vault.repository.git("show", ":a.md") == "2")
      #expect(vault.text("a.md") == "3\n")
    }

    @Test("what was staged and is still in the folder is recorded with the rest")
    func staged() throws {
      let vault = try GuardedVault(bare, ["a.md": "1\n", "b.md": "1\n"])
      try vault.sync()
      try vault.write("2\n", to: "a.md")
      try vault.write("new\n", to: "c.md")
      try vault.repository.git("add", "-A")
      try vault.repository.git("rm", "-q", "--cached", "b.md")
      try vault.sync()
      #expect(try vault.committed() == ["a.md": "2\n", "b.md": "1\n", "c.md": "new\n"])
      #expect(try vault.repository.porcelain == "")
    }

    @Test("notes in a folder that has the name of a link in git wait, and the rest goes on")
    func folderForLink() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      symlink("a.md", theirs.repository.folder.path("photos"))
      try theirs.repository.git("add", "photos")
      try theirs.repository.git("commit", "-q", "-m", "link")
      try theirs.sync()
      try ours.sync()
      try? ours.repository.remove("photos")
      try ours.write("mine\n", to: "photos/p.md")
      try ours.write("more\n", to: "b.md")
      let held = try ours.sync().held
      #expect(held == ["photos/p.md: waits on photos"], "\(held)")
      #expect(try ours.committed()["b.md"] == "more\n")
      #expect(ours.text("photos/p.md") == "mine\n")
      try ours.repository.git("update-index", "--force-remove", "photos")
      #expect(try ours.sync().held == [])
      try theirs.repository.remove("photos")
      try theirs.sync()
      #expect(theirs.text("photos/p.md") == "mine\n")
    }

    @Test("a note in a folder that has the name of a file which git is not to look at waits")
    func folderForMarked() throws {
      let (ours, _) = try pair(["a.md": "A\n", "list": "x\n", "in/b.md": "b\n"])
      try ours.repository.git("update-index", "--skip-worktree", "list", "in/b.md")
      try ours.repository.remove("list")
      try ours.repository.remove("in/b.md")
      try ours.write("mine\n", to: "list/l.md")
      try ours.write("a file\n", to: "in")
      try ours.write("more\n", to: "c.md")
      #expect(
        try ours.sync().heldBack.map(\.path.text) == ["in", "list/l.md"])
      #expect(try ours.committed()["c.md"] == "more\n")
    }

    @Test("new marked files that are staged keep their names from what is in the folder")
    func stagedAndMarked() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      try ours.write("l\n", to: "x/l.md")
      try ours.write("y\n", to: "y")
      try ours.repository.git("add", "x/l.md", "y")
      try ours.repository.git("update-index", "--skip-worktree", "x/l.md", "y")
      try ours.repository.remove("x/l.md")
      try ours.repository.remove("y")
      try ours.write("a file\n", to: "x")
      try ours.write("mine\n", to: "y/m.md")
      try ours.write("more\n", to: "c.md")
      for _ in 0..<2 { #expect(try ours.sync().heldBack.map(\.path.text) == ["x", "y/m.md"]) }
      #expect(
        try ours.committed() == ["a.md": "A\n", "c.md": "more\n", "x/l.md": "l\n", "y": "y\n"])
      #expect(ours.text("x") == "a file\n" && ours.text("y/m.md") == "mine\n")
      try theirs.sync()
      #expect(theirs.text("x/l.md") == "l\n")
    }

    @Test("a marked file gives no room to a folder that arrives, and nothing is stuck")
    func markedUnderFolder() throws {
      let (ours, theirs) = try pair(["a.md": "A\n", "n.md": "x\n"])
      try ours.repository.git("update-index", "--skip-worktree", "n.md")
      try ours.write("edited here\n", to: "n.md")
      try theirs.repository.remove("n.md")
      try theirs.write("i\n", to: "n.md/i.md")
      theirs.options.allowsDeletes = true
      try theirs.sync()
      #expect(try ours.sync().kept.map(\.path.text).contains("n.md/i.md"))
      #expect(ours.text("n.md") == "edited here\n")
      try ours.write("more\n", to: "b.md")
      try ours.sync()
      #expect(try theirs.sync().arrived.notes.map(\.path.text) == ["b.md"])
    }

    @Test("a note moved to a path that git only knows by name, and skips, is not deleted elsewhere")
    func movedToAnnounced() throws {
      let note = "---\nid: 6f1b2c3d-0000-4000-8000-000000000001\n---\nA\n"
      let (ours, theirs) = try pair(["a.md": note])
      try ours.repository.remove("a.md")
      try ours.write(note, to: "in/a.md")
      try ours.repository.git("add", "-N", "in/a.md")
      try ours.repository.git("update-index", "--skip-worktree", "in/a.md")
      ours.options.allowsDeletes = true
      #expect(try ours.sync().heldBack.map(\.path.text) == ["a.md", "in/a.md"])
      try theirs.sync()
      #expect(theirs.text("a.md") == note)
      try ours.repository.git("update-index", "--no-skip-worktree", "in/a.md")
      #expect(try ours.sync().heldBack.isEmpty)
      #expect(try ours.committed() == ["in/a.md": note])
    }

    @Test("a file whose mark ends when a folder has its name, while others edit it")
    func markEndsUnderFolder() throws {
      let (ours, theirs) = try pair(["a.md": "A\n", "n.md": "x\n"])
      try ours.repository.git("update-index", "--skip-worktree", "n.md")
      try ours.repository.remove("n.md")
      try ours.write("i\n", to: "n.md/i.md")
      ours.options.allowsDeletes = true
      #expect(try ours.sync().heldBack.map(\.path.text) == ["n.md/i.md"])
      try theirs.write("y\n", to: "n.md")
      try theirs.sync()
      try ours.sync()
      try ours.repository.git("update-index", "--no-skip-worktree", "n.md")
      for _ in 0..<3 {
        let report = try ours.sync()
        #expect(report.network.told == "done" && !report.remarks.contains { $0.isAboutChanging })
      }
      #expect(ours.text("n.md/i.md") == "i\n")
      try ours.write("more\n", to: "b.md")
      try ours.sync()
      try theirs.sync()
      #expect(theirs.text("n.md") == "y\n" && theirs.text("b.md") == "more\n")
    }

    @Test("nothing is written into another repository in the vault")
    func otherRepository() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      try GitProgram.run(["init", "-q", "sub"], in: ours.path)
      try theirs.write("of the phone\n", to: "sub/deep/b.md")
      try theirs.sync()
      #expect(try ours.sync().kept.map(\.path.text) == ["sub/deep/b.md"])
      #expect(ours.text("sub/deep/b.md") == nil)
      #expect(try ours.sync().committed.isEmpty)
      #expect(try ours.committed()["sub/deep/b.md"] == "of the phone\n")
      try ours.repository.remove("sub/.git")
      try ours.sync()
      #expect(ours.text("sub/deep/b.md") == "of the phone\n")
    }

    @Test("an ignored file is neither recorded nor overwritten by what arrives")
    func ignoredInTheWay() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      try theirs.repository.folder.write("x.log\nbuild/\n", to: ".git/info/exclude")
      try theirs.write("mine", to: "x.log")
      try theirs.write("mine", to: "build/out.md")
      try ours.write("theirs", to: "x.log")
      try ours.write("theirs", to: "build/out.md")
      try ours.write("B\n", to: "b.md")
      try ours.sync()
      let report = try theirs.sync()
      #expect(Set(report.kept.map(\.path.text)) == ["build/out.md", "x.log"])
      #expect(theirs.text("x.log") == "mine" && theirs.text("build/out.md") == "mine")
      #expect(theirs.text("b.md") == "B\n")
      // And none of it counts as a change of this device.
      #expect(try theirs.sync().committed.isEmpty)
      #expect(try theirs.committed()["x.log"] == "theirs")
    }

    @Test("an edit that keeps size and time is not overwritten, but merged or kept beside")
    func sameSizeAndTime() throws {
      let (ours, theirs) = try pair(["a.md": "one\n"])
      for vault in [ours, theirs] { try vault.repository.setTime(1_600_000_000, of: "a.md") }
      try theirs.sync()
      try theirs.write("two\n", to: "a.md")
      try theirs.repository.setTime(1_600_000_000, of: "a.md")
      try ours.write("six\n", to: "a.md")
      try ours.sync()
      try theirs.sync()
      let text = try theirs.committed().values.joined()
      #expect(text.contains("two\n") && text.contains("six\n"))
    }

    @Test("FIFOs, linked folders and repositories inside are named, never read, and stop nothing")
    func oddFiles() throws {
      let outside = try TemporaryFolder()
      try outside.write("secret", to: "s.md")
      let vault = try GuardedVault(bare, ["a.md": "A\n", "inner/i.md": "inner"])
      mkfifo(vault.repository.folder.path("pipe.md"), 0o644)
      symlink(outside.path, vault.repository.folder.path("linked"))
      try GitProgram.run(["init", "-q"], in: vault.repository.folder.path("inner"))
      let report = try vault.sync()
      #expect(
        report.held == ["inner: repository", "linked: link", "pipe.md: special(a special file)"])
      #expect(try vault.committed() == ["a.md": "A\n"])
      // They are in the way of nothing that arrives elsewhere.
      let theirs = try GuardedVault(bare)
      try theirs.sync()
      try theirs.write("B\n", to: "b.md")
      try theirs.sync()
      try vault.sync()
      #expect(vault.text("b.md") == "B\n")
      #expect(try outside.readText("s.md") == "secret")
    }

    @Test("a note with git's marks of a conflict is not recorded, and the rest is")
    func conflictMarkers() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      try vault.sync()
      try vault.write("<<<<<<< HEAD\nA\n=======\nB\n>>>>>>> side\n", to: "a.md")
      try vault.write("B\n", to: "b.md")
      #expect(try vault.sync().held == ["a.md: conflictMarkers(line: 1)"])
      #expect(try vault.committed() == ["a.md": "A\n", "b.md": "B\n"])
    }
  }
}

extension SyncRemark {
  fileprivate var isAboutChanging: Bool {
    if case .keptChanging = self { true } else { false }
  }
}
