import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

extension GuardTests {
  @Suite("Guards: hooks, signatures and names")
  struct Commits {
    private let bare: BareRepository

    init() throws {
      bare = try BareRepository()
    }

    private func setHook(_ name: String, _ script: String, in vault: GuardedVault) throws {
      try vault.repository.folder.writeProgram(
        "#!/bin/sh\n\(script)\n", to: ".git/hooks/\(name)")
    }

    private func failure(_ vault: GuardedVault) throws -> (command: String, message: String)? {
      do {
        try vault.sync()
      } catch SyncError.gitProgram(let command, let message) {
        return (command, message)
      }
      return nil
    }

    // MARK: Hooks

    @Test("a pre-commit hook that refuses stops the commit, in its own words")
    func preCommit() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      try setHook("pre-commit", "echo 'not on a Sunday' >&2; exit 1", in: vault)
      let failure = try #require(try failure(vault))
      #expect(failure.command == "git commit")
      #expect(failure.message.contains("not on a Sunday"))
      #expect(try vault.repository.git("rev-list", "--all", "--count") == "0")
      #expect(vault.text("a.md") == "A\n")
      try setHook("pre-commit", "exit 0", in: vault)
      try vault.sync()
      #expect(try vault.committed() == ["a.md": "A\n"])
    }

    @Test("a commit-msg hook sees the message and may change it")
    func commitMessage() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      try setHook("commit-msg", "echo 'Checked: yes' >> \"$1\"", in: vault)
      try vault.sync()
      let message = try vault.repository.git("log", "-1", "--format=%B")
      #expect(message.contains("Tl-Device: laptop") && message.contains("Checked: yes"))
      #expect(try vault.repository.porcelain == "")
    }

    @Test("a pre-push hook is run, and can refuse; what was recorded stays")
    func prePush() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      try setHook("pre-push", "cat >&2; exit 1", in: vault)
      let words = try #require(throws: TransportError.self) { try vault.sync() }
      guard case .refusedByHook(let message) = words else { throw words }
      #expect(message.contains("refs/heads/main"))
      try setHook("pre-push", "exit 1", in: vault)
      #expect(throws: TransportError.self) { try vault.sync() }
      #expect(try bare.id("refs/heads/main") == nil)
      #expect(try vault.committed() == ["a.md": "A\n"])
      try setHook("pre-push", "cat > \"$GIT_DIR/pushed\"", in: vault)
      try vault.sync()
      #expect(try bare.id("refs/heads/main") == vault.repository.id("HEAD"))
      #expect(vault.text(".git/pushed")?.contains("refs/heads/main") == true)
    }

    @Test("hooks in another folder count as in git, and files that are no programs do not")
    func hookFolder() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      let file = try vault.repository.folder.writeProgram(
        "#!/bin/sh\nexit 1\n", to: ".git/mine/pre-commit")
      chmod(file, 0o644)
      try vault.repository.folder.write("#!/bin/sh\nexit 1\n", to: ".git/hooks/pre-commit")
      #expect(try failure(vault) == nil)
      try vault.write("B\n", to: "b.md")
      chmod(file, 0o755)
      try vault.repository.git("config", "core.hooksPath", ".git/mine")
      #expect(try failure(vault) != nil)
    }

    @Test(
      "without git a hook that would have to run is a reason to refuse",
      arguments: ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-push"])
    func hooksWithoutGit(name: String) throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"]).withoutGit()
      try setHook(name, "exit 0", in: vault)
      #expect(try vault.refusal() == .gitProgramMissing(reason: "the hook \(name)"))
      #expect(try vault.repository.git("rev-list", "--all", "--count") == "0")
    }

    // MARK: Signatures

    /// Signs with a key that was made for this.
    private func setSigning(_ vault: GuardedVault) throws {
      let folder = vault.repository.folder
      try SSHServer.makeKey(at: folder.path(".git/key"))
      let key = try folder.readText(".git/key.pub")
      try folder.write("ada@example.org \(key)", to: ".git/signers")
      for (name, value) in [
        ("gpg.format", "ssh"), ("user.signingKey", folder.path(".git/key")),
        ("gpg.ssh.allowedSignersFile", folder.path(".git/signers")), ("commit.gpgSign", "true"),
      ] { try vault.repository.git("config", name, value) }
    }

    @Test("where commits are signed, those of tl are too, merges as well")
    func signing() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      try setSigning(vault)
      try vault.sync()
      let theirs = try GuardedVault.phone(of: bare)
      try theirs.sync(writing: ["b.md": "B\n"])
      try vault.sync(writing: ["c.md": "C\n"])
      let log = try vault.repository.git("log", "--format=%G? %p").split(separator: "\n")
      // The merge, its own side, that of the other device, which does not sign, and the first one.
      #expect(
        log.map { $0.prefix(1) } == ["G", "G", "N", "G"]
          || log.map { $0.prefix(1) } == ["G", "N", "G", "G"])
      #expect(log.first?.split(separator: " ").count == 3)
      #expect(try bare.id("refs/heads/main") == vault.repository.id("HEAD"))
      #expect(try vault.committed() == ["a.md": "A\n", "b.md": "B\n", "c.md": "C\n"])
      #expect(try vault.repository.porcelain == "")
    }

    @Test("a signature that fails stops the commit")
    func failingSignature() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      try setSigning(vault)
      try vault.repository.remove(".git/key")
      #expect(try failure(vault)?.command == "git commit-tree")
      #expect(try vault.repository.git("rev-list", "--all", "--count") == "0")
      #expect(try vault.repository.git("ls-files", "--stage") == "")
      try vault.repository.git("config", "commit.gpgSign", "false")
      try vault.sync(writing: ["a.md": "A changed\n"])
      #expect(try vault.committed() == ["a.md": "A changed\n"])
    }

    @Test("hooks and a signature go together")
    func hooksAndSignature() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      try setSigning(vault)
      try setHook("commit-msg", "echo 'Checked: yes' >> \"$1\"", in: vault)
      try vault.sync()
      #expect(try vault.repository.git("log", "-1", "--format=%G?") == "G")
      #expect(try vault.repository.git("log", "-1", "--format=%B").contains("Checked: yes"))
    }

    @Test("what an undo takes back is taken back in a signed commit")
    func signedUndo() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      try vault.sync()
      let theirs = try GuardedVault.phone(of: bare)
      try theirs.sync(writing: ["b.md": "B\n"])
      try vault.sync()
      try setSigning(vault)
      _ = try vault.open().undo(vault.options, .undoing())
      #expect(try vault.repository.git("log", "-1", "--format=%G?") == "G")
      #expect(vault.text("b.md") == nil)
    }

    @Test("without git nothing unsigned is committed")
    func signingWithoutGit() throws {
      let vault = try GuardedVault(bare, ["a.md": "A\n"]).withoutGit()
      try vault.repository.git("config", "commit.gpgSign", "true")
      #expect(try vault.refusal() == .gitProgramMissing(reason: "commit.gpgSign"))
    }

    // MARK: Names

    private func people(_ vault: GuardedVault) throws -> String {
      try vault.repository.git("log", "-1", "--format=%an <%ae>, %cn <%ce>")
    }

    private func nameless() throws -> GuardedVault {
      let vault = try GuardedVault(bare, ["a.md": "A\n"])
      vault.environment = vault.environment.filter {
        !$0.key.hasPrefix("GIT_AUTHOR_") && !$0.key.hasPrefix("GIT_COMMITTER_")
      }
      return vault
    }

    @Test(
      "the names of the variables come first, then those of author and committer, then the user's")
    func names() throws {
      let vault = try nameless()
      for (name, value) in [
        ("user.name", "User"), ("user.email", "user@example.org"), ("author.name", "Author"),
        ("committer.email", "committer@example.org"),
      ] { try vault.repository.git("config", name, value) }
      vault.environment["EMAIL"] = "unused@example.org"
      vault.environment["GIT_AUTHOR_EMAIL"] = "variable@example.org"
      try vault.sync()
      #expect(
        try people(vault) == "Author <variable@example.org>, User <committer@example.org>")
      try vault.repository.git("commit", "-q", "--allow-empty", "-m", "by git")
      #expect(try vault.sync().remarks.isEmpty)
    }

    @Test("EMAIL counts where no setting has an address")
    func emailVariable() throws {
      let vault = try nameless()
      try vault.repository.git("config", "user.name", "User")
      vault.environment["EMAIL"] = "email@example.org"
      #expect(
        try vault.sync().remarks.contains { if case .defaultIdentity = $0 { true } else { false } }
          == false)
      #expect(try people(vault) == "User <email@example.org>, User <email@example.org>")
    }

    @Test("a name that was made up is said once")
    func madeUp() throws {
      let vault = try nameless()
      let remark = SyncRemark.defaultIdentity(name: "ada", email: "ada@laptop")
      #expect(try vault.sync().remarks.contains(remark))
      #expect(try people(vault) == "ada <ada@laptop>, ada <ada@laptop>")
      try vault.write("B\n", to: "b.md")
      #expect(try !vault.sync().remarks.contains(remark))
    }

    @Test("where git is told not to make up names, nothing is committed without one")
    func onlyFromSettings() throws {
      let vault = try nameless()
      try vault.repository.git("config", "user.useConfigOnly", "true")
      #expect(try vault.refusal() == .noIdentity)
      #expect(try vault.repository.git("rev-list", "--all", "--count") == "0")
      try vault.repository.git("config", "user.name", "User")
      try vault.repository.git("config", "user.email", "user@example.org")
      #expect(try vault.refusal() == nil)
    }
  }
}
