internal import Git
internal import VaultFormat
internal import VaultStore

/// Makes commits, signed if git's settings ask for it.
///
/// They are unreachable objects, except a commit with hooks on the checked-out branch.
struct CommitMaker {
  let repository: Repository
  let identity: CommitIdentity
  /// Signs; nil without signatures.
  var signer: GitProgram?
  /// Runs the commit hooks; nil if there are none.
  var hooks: GitProgram?

  /// Makes a commit without hooks: they have run, or need not.
  ///
  /// - Parameter tree: of the vault; everything outside of it stays as in the first parent.
  /// - Throws: `.gitProgram` if the signing program fails; nothing has changed then.
  func commit(
    _ tree: ObjectID, _ parents: [ObjectID], message: String
  ) throws -> ObjectID {
    try write(
      repository.rootTree(of: tree, onto: parents.first), parents: parents, message: message)
  }

  func commit(_ planned: PlannedCommit) throws -> ObjectID {
    try commit(planned.tree, planned.parents, message: planned.message)
  }

  /// - Parameter tree: of the repository.
  private func write(
    _ tree: ObjectID, parents: [ObjectID], message: String
  ) throws -> ObjectID {
    if let signer {
      return try signer.signedCommit(tree, parents: parents, message: message, identity: identity)
    }
    return try repository.writeCommit(
      tree: tree, parents: parents, author: identity.author, committer: identity.committer,
      message: message)
  }
}

// MARK: - Hooks

/// A commit that hooks may change or refuse.
struct HookedCommit {
  /// The full name of the checked-out branch.
  var branch: String
  /// The branch's commit; nil if it has none.
  var parent: ObjectID?
  var message: String
  /// Files and folders that the commit leaves out.
  var held: Set<VaultPath>
}

extension CommitMaker {
  /// Makes a commit of changes with hooks.
  ///
  /// - Parameters:
  ///   - tree: of the vault; everything outside of it stays as in the parent.
  ///   - held: files and folders that differ from the branch on purpose: the commit leaves them out even if hooks
  ///     stage them.
  /// - Returns: the commit with the hooks' changes; nil if they left nothing to commit.
  /// - Throws: `.gitProgram` if a hook refuses or the signing program fails; nothing has changed then.
  func commitWithHooks(
    _ tree: ObjectID, onto parent: ObjectID, message: String, leavingOut held: Set<VaultPath>
  ) throws -> ObjectID? {
    guard let hooks else { return try commit(tree, [parent], message: message) }
    let made = try hooks.detachedCommitWithHooks(
      repository.rootTree(of: tree, onto: parent), onto: parent, message: message,
      identity: identity)
    return try made.flatMap { try leaveOut(held, of: $0, madeOf: tree) }
  }

  /// Commits with hooks on the checked-out branch, which moves.
  ///
  /// - Throws: also `LocalCommitError.branchMoved`.
  func commitWithHooks(_ tree: ObjectID, _ commit: HookedCommit) throws -> ObjectID? {
    guard let made = try hooks?.commitWithHooks(tree, commit: commit, identity: identity) else {
      return nil
    }
    let rest = try leaveOut(commit.held, of: made, madeOf: tree)
    guard rest != made, let end = rest ?? commit.parent else { return made }
    try repository.setReference(
      commit.branch, to: end, expecting: made, log: "commit (amend): without what waits")
    return rest
  }

  /// Makes the commit again with held files, and tl's local ones, as in the tree that the hooks were given.
  ///
  /// A hook may stage everything in the folder. The folder's version of a held file lacks the changes of others; the local
  /// files have what was deleted, and every other device refuses them.
  ///
  /// - Returns: nil if nothing is left.
  private func leaveOut(
    _ held: Set<VaultPath>, of made: ObjectID, madeOf tree: ObjectID
  ) throws -> ObjectID? {
    let commit = try repository.commit(made)
    let staged = try repository.changes(from: tree, to: commit.tree)
      .filter { held.covers($0.path) || $0.path.isBelow(VaultLayout.local) }
    guard !staged.isEmpty else { return made }
    let changes = Dictionary(staged.map { ($0.path, $0.old) }) { first, _ in first }
    let rest = try repository.writeTree(commit.tree, applying: changes)
    if let parent = commit.parents.first, try repository.commit(parent).tree == rest { return nil }
    return try write(
      repository.rootTree(of: rest, onto: made), parents: commit.parents, message: commit.message)
  }
}
