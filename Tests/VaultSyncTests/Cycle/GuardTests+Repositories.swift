import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

extension GuardTests {
  @Suite("Guards: kinds of repositories")
  struct Repositories {
    private let bare: BareRepository

    init() throws {
      bare = try BareRepository()
    }

    private func vault(_ files: [String: String] = ["a.md": "A\n"]) throws -> GuardedVault {
      try GuardedVault(bare, files)
    }

    @discardableResult
    private func synced(_ files: [String: String] = ["a.md": "A\n"]) throws -> GuardedVault {
      let vault = try vault(files)
      try vault.sync()
      return vault
    }

    /// A change of another device, in the remote.
    private func pushFromElsewhere(_ text: String = "B\n") throws {
      let other = try GuardedVault.phone(of: bare)
      try other.sync(writing: ["b.md": text])
    }

    // MARK: Refused

    /// The vault is refused for its format, and git's words name the setting.
    private func expectUnsupported(
      _ setting: String, _ vault: GuardedVault, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let refusal = try vault.refusal()
      let isNamed =
        if case .unsupportedFormat(let message) = refusal { message.contains(setting) } else {
          false
        }
      #expect(isNamed, "\(refusal as Any)", sourceLocation: sourceLocation)
    }

    private func expectOtherWorktree(
      _ vault: GuardedVault, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let refusal = try vault.refusal()
      let isOther = if case .otherWorktree = refusal { true } else { false }
      #expect(isOther, "\(refusal as Any)", sourceLocation: sourceLocation)
    }

    @Test("names of objects by SHA-256 are a format that is refused")
    func longNames() throws {
      let vault = try GuardedVault(TestRepository("--object-format=sha256"))
      try expectUnsupported("objectformat", vault)
    }

    @Test("an extension of the format that nobody knows is refused")
    func unknownExtension() throws {
      let vault = try vault()
      try vault.repository.git("config", "core.repositoryFormatVersion", "1")
      try vault.repository.git("config", "extensions.refStorage", "reftable")
      try expectUnsupported("refstorage", vault)
    }

    @Test("a clone with the end of the history alone is refused until it has all of it")
    func shallow() throws {
      let source = try synced()
      try source.sync(writing: ["a.md": "A2\n"])
      let folder = try TemporaryFolder()
      try GitProgram.run(
        ["clone", "-q", "--depth", "1", "file://" + bare.path, folder.path("vault")],
        in: folder.path)
      let vault = try GuardedVault(at: folder.path("vault"))
      try folder.write("C\n", to: "vault/c.md")
      let before = try GitProgram.text(["rev-parse", "HEAD"], in: vault.path)
      #expect(try vault.refusal() == .shallow)
      #expect(try GitProgram.text(["rev-parse", "HEAD"], in: vault.path) == before)
      try GitProgram.run(["fetch", "-q", "--unshallow"], in: vault.path)
      #expect(try vault.refusal() == nil)
      #expect(
        try bare.id("refs/heads/main")?.hex
          == GitProgram.text(["rev-parse", "HEAD"], in: vault.path))
    }

    @Test("a clone that leaves objects at its remote is refused, with git's mark and without")
    func partial() throws {
      try synced()
      try GitProgram.run(["config", "uploadpack.allowFilter", "true"], in: bare.path)
      let folder = try TemporaryFolder()
      try GitProgram.run(
        ["clone", "-q", "--filter=blob:none", "file://" + bare.path, folder.path("vault")],
        in: folder.path)
      let vault = try GuardedVault(at: folder.path("vault"))
      // Not every version of git leaves its mark.
      _ = try GitProgram.attempt(["config", "--unset", "extensions.partialClone"], in: vault.path)
      #expect(try vault.refusal() == .partialClone(remote: "origin"))
      try GitProgram.run(["config", "core.repositoryFormatVersion", "1"], in: vault.path)
      try GitProgram.run(["config", "extensions.partialClone", "origin"], in: vault.path)
      try expectUnsupported("partialclone", vault)
    }

    @Test("a split index is refused by the setting that asks for it")
    func splitIndex() throws {
      let vault = try synced()
      try vault.write("A2\n", to: "a.md")
      try vault.repository.git("update-index", "--split-index")
      #expect(try vault.refusal() == .unreadableIndex(.split))
      #expect(try vault.committed() == ["a.md": "A\n"])
      try vault.repository.git("update-index", "--no-split-index")
      #expect(try vault.refusal() == nil)
    }

    @Test("a sparse index comes with a sparse checkout, and alone it is refused by its setting")
    func sparseIndex() throws {
      let vault = try synced(["in/a.md": "A\n", "out/b.md": "B\n"])
      try vault.repository.git("sparse-checkout", "set", "--cone", "--sparse-index", "in", ".tl")
      #expect(try vault.refusal() == .sparseCheckout)
      try vault.repository.git("config", "--worktree", "core.sparseCheckout", "false")
      #expect(try vault.refusal() == .unreadableIndex(.sparse))
      #expect(try vault.committed()["out/b.md"] == "B\n")
    }

    @Test("an index without a hash is refused before anything is recorded")
    func unhashedIndex() throws {
      let vault = try synced()
      var index = try vault.repository.folder.read(".git/index")
      index.replaceSubrange(index.count - 20..<index.count, with: [UInt8](repeating: 0, count: 20))
      try vault.repository.folder.write(index, to: ".git/index")
      try vault.write("A2\n", to: "a.md")
      #expect(try vault.refusal() == .unreadableIndex(.skipHash))
      #expect(try vault.committed() == ["a.md": "A\n"])
    }

    @Test("a repository of another user is refused, and no second one is made")
    func otherOwner() throws {
      let vault = try vault()
      guard chown(vault.path, 4242, 4242) == 0,
        chown(vault.repository.folder.path(".git"), 4242, 4242) == 0
      else { return }
      #expect(try vault.refusal() == .otherOwner(path: vault.path))
      let error = #expect(throws: SyncError.self) {
        try RepositorySetup.prepare(vault.path, program: "tl")
      }
      guard case .refused(.otherOwner) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test("a vault in a folder that a repository ignores is refused")
    func ignored() throws {
      let outer = try TestRepository()
      let inner = try outer.folder.makeFolder("notes/vault")
      try outer.folder.write("notes/\n", to: ".gitignore")
      let vault = try GuardedVault(outer, at: inner)
      #expect(try vault.refusal() == .ignoredVault(root: outer.path + "/"))
    }

    @Test("a repository without a work tree, or with one somewhere else, is not this folder's")
    func otherWorktree() throws {
      let folder = try TemporaryFolder()
      try GitProgram.run(["init", "-q", "--bare", folder.path("bare.git")], in: folder.path)
      let inBare = try GuardedVault(at: folder.path("bare.git"))
      try expectOtherWorktree(inBare)
      let vault = try vault()
      try vault.repository.git("config", "core.worktree", folder.path)
      try expectOtherWorktree(vault)
      #expect(throws: SyncError.self) { try RepositorySetup.check(vault.path) }
    }

    @Test("a folder without a repository is told to make one")
    func none() throws {
      let folder = try TemporaryFolder()
      let vault = try GuardedVault(at: folder.makeFolder("vault"))
      #expect(try vault.refusal() == .noRepository)
      #expect(try RepositorySetup.prepare(vault.path, program: "tl") == .made)
      #expect(try vault.refusal() == nil)
    }

    // MARK: What git has not finished

    @Test("no branch is checked out")
    func detached() throws {
      let vault = try synced()
      let id = try vault.repository.id("HEAD")
      try vault.repository.git("checkout", "-q", "--detach")
      try vault.write("A2\n", to: "a.md")
      #expect(try vault.refusal() == .detachedHead(id))
      #expect(try vault.repository.id("HEAD") == id)
    }

    @Test("a merge, a rebase, a cherry-pick, a revert or a bisection is under way")
    func underWay() throws {
      let vault = try synced()
      let repository = vault.repository
      try repository.git("checkout", "-q", "-b", "side")
      try repository.commit(["a.md": "side\n"])
      try repository.git("checkout", "-q", "main")
      try repository.commit(["a.md": "main\n"])
      try repository.commit(["a.md": "more\n"])
      let cases: [([String], RepositoryState, [String])] = [
        (["merge", "side"], .merging, ["merge", "--abort"]),
        (["rebase", "side"], .rebasing, ["rebase", "--abort"]),
        (["cherry-pick", "side"], .cherryPicking, ["cherry-pick", "--abort"]),
        (["revert", "HEAD~1"], .reverting, ["revert", "--abort"]),
        (["bisect", "start"], .bisecting, ["bisect", "reset"]),
      ]
      for (start, state, end) in cases {
        _ = try GitProgram.attempt(start, in: vault.path)
        #expect(try vault.refusal() == .operationInProgress(state))
        _ = try GitProgram.attempt(end, in: vault.path)
      }
      #expect(try vault.refusal() == nil)
    }

    @Test("another branch that is checked out is synced with its own, and never with the usual one")
    func otherBranch() throws {
      let vault = try synced()
      try vault.repository.git("switch", "-q", "-c", "draft")
      try vault.write("Draft\n", to: "d.md")
      let main = try bare.id("refs/heads/main")
      #expect(try vault.sync().branch == "draft")
      #expect(try bare.id("refs/heads/main") == main)
      #expect(try bare.id("refs/heads/draft") == vault.repository.id("HEAD"))
      try vault.repository.git("branch", "-q", "--set-upstream-to=origin/main")
      #expect(try vault.sync().remarks.contains(.branch("refs/heads/main")))
      #expect(try bare.id("refs/heads/main") == vault.repository.id("HEAD"))
    }

    @Test("a first branch of another name joins the one that the remote has")
    func firstBranch() throws {
      try GitProgram.run(["symbolic-ref", "HEAD", "refs/heads/trunk"], in: bare.path)
      let source = try vault()
      try source.repository.git("checkout", "-q", "--orphan", "trunk")
      try source.sync()
      let vault = try synced([:])
      #expect(vault.text("a.md") == "A\n")
      #expect(try bare.id("refs/heads/main") == nil)
    }

    // MARK: Odd, and fine

    @Test("a linked work tree syncs the branch that it has")
    func linkedWorktree() throws {
      let main = try synced()
      let folder = try TemporaryFolder()
      try main.repository.git("worktree", "add", "-q", "-b", "side", folder.path("vault"))
      let vault = try GuardedVault(main.repository, at: folder.path("vault"))
      try folder.write("B\n", to: "vault/b.md")
      #expect(try vault.sync().branch == "side")
      #expect(try bare.id("refs/heads/side") == main.repository.id("side"))
      #expect(try GitProgram.text(["status", "--porcelain"], in: vault.path) == "")
      #expect(try main.repository.porcelain == "")
    }

    @Test(
      "a git folder in another place works, behind a file and with objects of its own elsewhere")
    func separateFolder() throws {
      let folder = try TemporaryFolder()
      try GitProgram.run(
        [
          "init", "-q", "-b", "main", "--separate-git-dir", folder.path("git"),
          folder.path("vault"),
        ],
        in: folder.path)
      try GitProgram.run(["remote", "add", "origin", bare.path], in: folder.path("vault"))
      let vault = try GuardedVault(at: folder.path("vault"))
      try folder.write("A\n", to: "vault/a.md")
      try vault.sync()
      try pushFromElsewhere()
      try vault.sync()
      #expect(try folder.readText("vault/b.md") == "B\n")
      #expect(try GitProgram.text(["status", "--porcelain"], in: vault.path) == "")
    }

    @Test("objects of another repository, packed references and an old index work")
    func borrowed() throws {
      let source = try synced()
      let folder = try TemporaryFolder()
      try GitProgram.run(
        ["clone", "-q", "--shared", "-b", "main", source.path, folder.path("vault")],
        in: folder.path)
      let vault = try GuardedVault(at: folder.path("vault"))
      for arguments in [
        ["remote", "set-url", "origin", bare.path], ["pack-refs", "--all"],
        ["update-index", "--index-version", "4"], ["config", "core.untrackedCache", "true"],
      ] { try GitProgram.run(arguments, in: vault.path) }
      try pushFromElsewhere()
      try folder.write("C\n", to: "vault/c.md")
      try vault.sync()
      #expect(try folder.readText("vault/b.md") == "B\n")
      #expect(try GitProgram.text(["status", "--porcelain"], in: vault.path) == "")
      #expect(try GitProgram.damage(of: vault.path) == [])
    }

    @Test("settings of the work tree alone count")
    func worktreeSettings() throws {
      let vault = try vault()
      try vault.repository.git("config", "extensions.worktreeConfig", "true")
      try vault.repository.git("config", "--worktree", "commit.gpgSign", "true")
      #expect(
        try vault.withoutGit().refusal() == .gitProgramMissing(reason: "commit.gpgSign"))
    }
  }
}
