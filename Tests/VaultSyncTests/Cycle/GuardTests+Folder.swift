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
      let theirs = try GuardedVault.phone(of: bare)
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

    @Test("notes in a folder that has the name of a link in git wait, and the rest goes on")
    func folderForLink() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      symlink("a.md", theirs.repository.folder.path("photos"))
      try theirs.repository.git("add", "photos")
      try theirs.repository.git("commit", "-q", "-m", "link")
      try theirs.sync()
      try ours.sync()
      try? ours.repository.remove("photos")
      let held = try ours.sync(writing: ["photos/p.md": "mine\n", "b.md": "more\n"]).held
      #expect(held == ["photos/p.md: waits on photos"], "\(held)")
      #expect(try ours.committed()["b.md"] == "more\n")
      #expect(ours.text("photos/p.md") == "mine\n")
      try ours.repository.git("update-index", "--force-remove", "photos")
      #expect(try ours.sync().held == [])
      try theirs.sync(writing: ["photos": nil])
      #expect(theirs.text("photos/p.md") == "mine\n")
    }

    @Test("a note in a folder that has the name of a file which git is not to look at waits")
    func folderForMarked() throws {
      let (ours, _) = try pair(["a.md": "A\n", "list": "x\n", "in/b.md": "b\n"])
      try ours.repository.git("update-index", "--skip-worktree", "list", "in/b.md")
      try ours.write([
        "list": nil, "in/b.md": nil, "list/l.md": "mine\n", "in": "a file\n", "c.md": "more\n",
      ])
      #expect(
        try ours.sync().heldBack.map(\.path.text) == ["in", "list/l.md"])
      #expect(try ours.committed()["c.md"] == "more\n")
    }

    @Test("new marked files that are staged keep their names from what is in the folder")
    func stagedAndMarked() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      try ours.write(["x/l.md": "l\n", "y": "y\n"])
      try ours.repository.git("add", "x/l.md", "y")
      try ours.repository.git("update-index", "--skip-worktree", "x/l.md", "y")
      try ours.write([
        "x/l.md": nil, "y": nil, "x": "a file\n", "y/m.md": "mine\n", "c.md": "more\n",
      ])
      for _ in 0..<2 { #expect(try ours.sync().heldBack.map(\.path.text) == ["x", "y/m.md"]) }
      #expect(
        try ours.committed() == ["a.md": "A\n", "c.md": "more\n", "x/l.md": "l\n", "y": "y\n"])
      #expect(ours.text("x") == "a file\n" && ours.text("y/m.md") == "mine\n")
      try theirs.expectSync(gives: ["x/l.md": "l\n"])
    }

    @Test("a marked file gives no room to a folder that arrives, and nothing is stuck")
    func markedUnderFolder() throws {
      let (ours, theirs) = try pair(["a.md": "A\n", "n.md": "x\n"])
      try ours.repository.git("update-index", "--skip-worktree", "n.md")
      try ours.write("edited here\n", to: "n.md")
      try theirs.write(["n.md": nil, "n.md/i.md": "i\n"])
      theirs.options.allowsDeletes = true
      try theirs.sync()
      #expect(try ours.sync().kept.map(\.path.text).contains("n.md/i.md"))
      #expect(ours.text("n.md") == "edited here\n")
      try ours.sync(writing: ["b.md": "more\n"])
      #expect(try theirs.sync().arrived.notes.map(\.path.text) == ["b.md"])
    }

    @Test("a note moved to a path that git only knows by name, and skips, is not deleted elsewhere")
    func movedToAnnounced() throws {
      let note = "---\nid: 6f1b2c3d-0000-4000-8000-000000000001\n---\nA\n"
      let (ours, theirs) = try pair(["a.md": note])
      try ours.write(["a.md": nil, "in/a.md": note])
      try ours.repository.git("add", "-N", "in/a.md")
      try ours.repository.git("update-index", "--skip-worktree", "in/a.md")
      ours.options.allowsDeletes = true
      #expect(try ours.sync().heldBack.map(\.path.text) == ["a.md", "in/a.md"])
      try theirs.expectSync(gives: ["a.md": note])
      try ours.repository.git("update-index", "--no-skip-worktree", "in/a.md")
      #expect(try ours.sync().heldBack.isEmpty)
      #expect(try ours.committed() == ["in/a.md": note])
    }

    @Test("a file whose mark ends when a folder has its name, while others edit it")
    func markEndsUnderFolder() throws {
      let (ours, theirs) = try pair(["a.md": "A\n", "n.md": "x\n"])
      try ours.repository.git("update-index", "--skip-worktree", "n.md")
      try ours.write(["n.md": nil, "n.md/i.md": "i\n"])
      ours.options.allowsDeletes = true
      #expect(try ours.sync().heldBack.map(\.path.text) == ["n.md/i.md"])
      try theirs.sync(writing: ["n.md": "y\n"])
      try ours.sync()
      try ours.repository.git("update-index", "--no-skip-worktree", "n.md")
      for _ in 0..<3 {
        let report = try ours.sync()
        #expect(report.network.told == "done" && !report.remarks.contains { $0.isAboutChanging })
      }
      #expect(ours.text("n.md/i.md") == "i\n")
      try ours.sync(writing: ["b.md": "more\n"])
      try theirs.expectSync(gives: ["n.md": "y\n", "b.md": "more\n"])
    }

    @Test("nothing is written into another repository in the vault")
    func otherRepository() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      try GitProgram.run(["init", "-q", "sub"], in: ours.path)
      try theirs.sync(writing: ["sub/deep/b.md": "of the phone\n"])
      #expect(try ours.sync().kept.map(\.path.text) == ["sub/deep/b.md"])
      #expect(ours.text("sub/deep/b.md") == nil)
      #expect(try ours.sync().committed.isEmpty)
      #expect(try ours.committed()["sub/deep/b.md"] == "of the phone\n")
      try ours.sync(writing: ["sub/.git": nil])
      #expect(ours.text("sub/deep/b.md") == "of the phone\n")
    }

    @Test("an edit that keeps size and time is not overwritten, but merged or kept beside")
    func sameSizeAndTime() throws {
      let (ours, theirs) = try pair(["a.md": "one\n"])
      for vault in [ours, theirs] { try vault.repository.setTime(1_600_000_000, of: "a.md") }
      try theirs.sync()
      try theirs.write("two\n", to: "a.md")
      try theirs.repository.setTime(1_600_000_000, of: "a.md")
      try ours.sync(writing: ["a.md": "six\n"])
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
      try theirs.sync(writing: ["b.md": "B\n"])
      try vault.expectSync(gives: ["b.md": "B\n"])
      #expect(try outside.readText("s.md") == "secret")
    }
  }
}

extension SyncRemark {
  fileprivate var isAboutChanging: Bool {
    if case .keptChanging = self { true } else { false }
  }
}
