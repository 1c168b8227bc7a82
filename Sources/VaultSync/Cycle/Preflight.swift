internal import VaultStore

/// What may be done in a repository, and by whom.
///
/// libgit2 leaves out things that git does (filters, hooks, signatures) and does harm in some repositories
/// without saying so: what it would damage is refused, what it leaves out is given to the git program.
package struct Preflight: Sendable {
  /// The hooks that run when something is committed; empty where `git commit` is not needed.
  package var commitHooks: [String] = []
  /// Why commits are made by the git program; empty where libgit2 does all that git would.
  package var commitReasons: [String] { commitHooks + (signsCommits ? ["commit.gpgSign"] : []) }
  /// Why pushes are.
  package var pushReasons: [String] = []
  /// Whether each commit is signed.
  package var signsCommits = false

  package var commitsByGit: Bool { !commitReasons.isEmpty }
  package var pushesByGit: Bool { !pushReasons.isEmpty }

  /// Looks at the repository's state and settings; changes nothing.
  ///
  /// - Parameter hasGit: the git program is there.
  /// - Throws: `.refused`, `.git`.
  package init(_ repository: Repository, hasGit: Bool) throws(SyncError) {
    try Self.checkState(repository)
    do {
      try Self.checkKind(repository)
      try findReasons(repository)
    } catch let error as GitError {
      throw .git(error)
    } catch let error as SyncError {
      throw error
    } catch {
      // Nothing else is thrown above.
    }
    if !hasGit, let reason = (commitReasons + pushReasons).first {
      throw .refused(.gitProgramMissing(reason: reason))
    }
  }

  private static func checkState(_ repository: Repository) throws(SyncError) {
    guard repository.state == .clean else {
      throw .refused(.operationUnderWay(repository.state))
    }
    let head: Head
    do { head = try repository.head() } catch { throw .git(error) }
    if case .detached(let id) = head { throw .refused(.detachedHead(id)) }
  }

  private static func checkKind(_ repository: Repository) throws {
    let settings = try repository.configuration()
    if try settings.bool("core.sparseCheckout") == true {
      throw SyncError.refused(.sparseCheckout)
    }
    if try repository.ignoresVault() {
      throw SyncError.refused(.ignoredVault(root: repository.root))
    }
    if case .branch(let name, _) = try repository.head(),
      let upstream = try repository.upstream(of: name), upstream.remote == Upstream.here
    {
      throw SyncError.refused(.followsOwnBranch(String(upstream.branch.withoutHeads)))
    }
    if repository.isShallow { throw SyncError.refused(.shallow) }
    for (name, value) in try settings.entries(matching: "^remote\\..*\\.promisor$")
    where !["false", "no", "off", "0"].contains(value.lowercased()) {
      let remote = name.dropFirst("remote.".count).dropLast(".promisor".count)
      throw SyncError.refused(.partialClone(remote: String(remote)))
    }
    if try repository.indexLacksHash() { throw SyncError.refused(.unreadableIndex(.skipHash)) }
  }

  // MARK: - What libgit2 leaves out

  private static let commitHookNames = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit",
  ]
  private static let pushHooks = ["pre-push"]

  private mutating func findReasons(_ repository: Repository) throws {
    let settings = try repository.configuration()
    let folder = Self.hookFolder(repository, try settings.path("core.hooksPath"))
    commitHooks = Self.commitHookNames.filter { Self.isHook($0, in: folder) }.map {
      "the hook \($0)"
    }
    signsCommits = try settings.bool("commit.gpgSign") == true
    pushReasons += Self.pushHooks.filter { Self.isHook($0, in: folder) }.map { "the hook \($0)" }
    if try Self.needsSignedPush(settings) { pushReasons.append("push.gpgSign") }
  }

  /// Whether pushes go out signed or not at all.
  ///
  /// Who signs only where the server asks for it (`if-asked`) need not be able to. What is no value gets git's own
  /// words.
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

  /// Of `core.hooksPath`, relative to the work tree, else `hooks` of the repository (githooks(5)).
  private static func hookFolder(_ repository: Repository, _ path: String?) -> String {
    guard let path, !path.isEmpty else { return repository.commonFolder + "hooks" }
    return path.hasPrefix("/") ? path : repository.root + "/" + path
  }

  private static func isHook(_ name: String, in folder: String) -> Bool {
    guard let status = try? FileDescriptor.status(ofPath: "\(folder)/\(name)") else { return false }
    return status.kind == .file && status.permissions & 0o111 != 0
  }
}
