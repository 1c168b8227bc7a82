package import Git
internal import SystemCalls
internal import VaultStore

/// What may be done in a repository, and with which program.
///
/// libgit2 lacks features of git (filters, hooks, signatures) and silently damages some repositories: those are
/// refused, and missing features are left to the git program.
package struct Preflight: Sendable {
  /// The hooks of a commit; empty if `git commit` is not needed.
  package var commitHooks: [String] = []
  /// Why commits need the git program; empty if libgit2 does the same.
  package var commitReasons: [String] { commitHooks + (signsCommits ? ["commit.gpgSign"] : []) }
  /// Why pushes need it.
  package var pushReasons: [String] = []
  package var signsCommits = false

  package var commitNeedsGit: Bool { !commitReasons.isEmpty }

  /// Reads the repository's state and settings; changes nothing.
  ///
  /// - Parameter hasGit: whether there is a git program.
  /// - Throws: `.refused`, `.git`.
  package init(_ repository: Repository, hasGit: Bool) throws(SyncError) {
    var refusal: SyncRefusal?
    do throws(GitError) {
      refusal = try Self.stateRefusal(repository)
      if refusal == nil { refusal = try Self.kindRefusal(repository) }
      try findReasons(repository)
    } catch {
      throw .git(error)
    }
    if let refusal { throw .refused(refusal) }
    if !hasGit, let reason = (commitReasons + pushReasons).first {
      throw .refused(.gitProgramMissing(reason: reason))
    }
  }

  /// The unfinished git operation that a sync would disturb.
  private static func stateRefusal(_ repository: Repository) throws(GitError) -> SyncRefusal? {
    guard repository.state == .clean else { return .operationInProgress(repository.state) }
    if case .detached(let id) = try repository.head() { return .detachedHead(id) }
    return nil
  }

  /// Why libgit2 would damage a repository of this kind.
  private static func kindRefusal(_ repository: Repository) throws(GitError) -> SyncRefusal? {
    let settings = try repository.configuration()
    if try settings.bool("core.sparseCheckout") == true { return .sparseCheckout }
    if try repository.ignoresVault() { return .ignoredVault(root: repository.root) }
    if case .branch(let name, _?) = try repository.head(),
      let tracked = try TrackedBranch(of: name, in: repository), tracked.followsOwnBranch,
      let upstream = tracked.upstream
    {
      return .followsOwnBranch(String(upstream.withoutHeads))
    }
    if repository.isShallow { return .shallow }
    for entry in try settings.entries(of: "remote", key: "promisor")
    where !["false", "no", "off", "0"].contains(entry.value.lowercased()) {
      return .partialClone(remote: entry.subsection ?? "")
    }
    return try repository.indexLacksHash() ? .unreadableIndex(.skipHash) : nil
  }

  // MARK: - What libgit2 lacks

  private static let commitHookNames = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit",
  ]

  private mutating func findReasons(_ repository: Repository) throws(GitError) {
    let settings = try repository.configuration()
    let folder = Self.hookFolder(repository, try settings.path("core.hooksPath"))
    commitHooks = Self.commitHookNames.filter { Self.isHook($0, in: folder) }.map {
      "the hook \($0)"
    }
    signsCommits = try settings.bool("commit.gpgSign") == true
    pushReasons = try Self.pushReasons(repository)
  }

  /// Why a push needs git now: a filter of the commit before it may have made a hook, as that of Git LFS does.
  static func pushReasons(_ repository: Repository) throws(GitError) -> [String] {
    let settings = try repository.configuration()
    let folder = hookFolder(repository, try settings.path("core.hooksPath"))
    return (isHook("pre-push", in: folder) ? ["the hook pre-push"] : [])
      + (try needsSignedPush(settings) ? ["push.gpgSign"] : [])
  }

  /// Whether pushes must be signed.
  ///
  /// `if-asked` does not count: without a signing program the push still works. Git reports invalid values.
  private static func needsSignedPush(
    _ settings: borrowing GitConfiguration
  ) throws(GitError) -> Bool {
    guard let value = try settings.string("push.gpgSign") else { return false }
    if value.lowercased() == "if-asked" { return false }
    do throws(GitError) {
      return try settings.bool("push.gpgSign") == true
    } catch {
      return true
    }
  }

  /// `core.hooksPath`, relative to the work tree, or else `hooks` of the repository (githooks(5)).
  private static func hookFolder(_ repository: Repository, _ path: String?) -> String {
    guard let path, !path.isEmpty else { return repository.commonFolder + "hooks" }
    return path.hasPrefix("/") ? path : repository.root + "/" + path
  }

  private static func isHook(_ name: String, in folder: String) -> Bool {
    guard let status = try? FileDescriptor.status(ofPath: "\(folder)/\(name)") else { return false }
    return status.kind == .file && status.permissions & 0o111 != 0
  }
}
