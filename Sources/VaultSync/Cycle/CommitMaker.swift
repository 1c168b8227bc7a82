internal import Git
internal import VaultFormat

/// Makes commits, signed where git's settings ask for it.
///
/// They are objects that no reference leads to, but for a commit with hooks on the branch that is checked out.
struct CommitMaker {
  let repository: Repository
  let identity: CommitIdentity
  /// Signs; nil where no signature is asked for.
  var signer: GitProgram?
  /// Runs the hooks of a commit; nil where there are none.
  var hooks: GitProgram?

  /// Makes a commit of what hooks have seen, or need not see: they do not run.
  ///
  /// - Parameter tree: of the vault; what lies outside of it stays as the first parent has it.
  /// - Throws: `.gitProgram` where the signing program fails; nothing has changed then.
  func commit(
    _ tree: ObjectID, _ parents: [ObjectID], message: String
  ) throws -> ObjectID {
    try write(repository.rootTree(of: tree, onto: parents.first), parents, message)
  }

  func commit(_ planned: PlannedCommit) throws -> ObjectID {
    try commit(planned.tree, planned.parents, message: planned.message)
  }

  /// - Parameter tree: of the repository.
  private func write(
    _ tree: ObjectID, _ parents: [ObjectID], _ message: String
  ) throws -> ObjectID {
    if let signer { return try signer.signedCommit(tree, parents, message: message, identity) }
    return try repository.writeCommit(
      tree: tree, parents: parents, author: identity.author, committer: identity.committer,
      message: message)
  }
}

// MARK: - Hooks

extension CommitMaker {
  /// Makes a commit of changes that no hook has seen.
  ///
  /// - Parameters:
  ///   - tree: of the vault; what lies outside of it stays as the parent has it.
  ///   - waiting: what hooks stage of it stays out of the commit.
  /// - Returns: what hooks may have changed; nil where they left nothing to commit.
  /// - Throws: `.gitProgram` where a hook refuses or the signing program fails; nothing has changed then.
  func commitWithHooks(
    _ tree: ObjectID, onto parent: ObjectID, message: String, leavingOut waiting: WaitingPaths
  ) throws -> ObjectID? {
    guard let hooks else { return try commit(tree, [parent], message: message) }
    let made = try hooks.detachedCommitWithHooks(
      repository.rootTree(of: tree, onto: parent), onto: parent, message: message, identity)
    return try made.flatMap { try leaveOut(waiting, of: $0, madeOf: tree) }
  }

  /// The same on the branch that is checked out, which moves.
  ///
  /// - Throws: also `LocalCommitError.branchMoved`.
  func commitWithHooks(_ tree: ObjectID, _ commit: HookedCommit) throws -> ObjectID? {
    guard let made = try hooks?.commitWithHooks(tree, commit, identity) else { return nil }
    let rest = try leaveOut(commit.waiting, of: made, madeOf: tree)
    guard rest != made, let end = rest ?? commit.parent else { return made }
    try repository.setReference(
      commit.branch, to: end, expecting: made, log: "commit (amend): without what waits")
    return rest
  }

  /// A commit in which files that wait are as in the tree that hooks were given.
  ///
  /// A hook may stage all that the folder holds. Of a file that waits that is a version without what others wrote.
  ///
  /// - Returns: nil where nothing is left.
  private func leaveOut(
    _ waiting: WaitingPaths, of made: ObjectID, madeOf tree: ObjectID
  ) throws -> ObjectID? {
    let commit = try repository.commit(made)
    let staged = try repository.changes(from: tree, to: commit.tree)
      .filter { waiting.contains($0.path) }
    guard !staged.isEmpty else { return made }
    let changes = Dictionary(staged.map { ($0.path, $0.old) }) { first, _ in first }
    let rest = try repository.writeTree(commit.tree, applying: changes)
    if let parent = commit.parents.first, try repository.commit(parent).tree == rest { return nil }
    return try write(
      repository.rootTree(of: rest, onto: made), commit.parents, commit.message)
  }
}
