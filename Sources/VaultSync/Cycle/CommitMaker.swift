internal import VaultFormat

/// Makes commits as objects, signed where git's settings ask for it; no reference moves.
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
    let tree = try repository.rootTree(of: tree, onto: parents.first)
    if let signer { return try signer.signedCommit(tree, parents, message: message, identity) }
    return try repository.writeCommit(
      tree: tree, parents: parents, author: identity.author, committer: identity.committer,
      message: message)
  }

  /// Makes a commit of changes that no hook has seen.
  ///
  /// - Parameter tree: of the vault; what lies outside of it stays as the parent has it.
  /// - Returns: what hooks may have changed; nil where they left nothing to commit.
  /// - Throws: `.gitProgram` where a hook refuses or the signing program fails; nothing has changed then.
  func commitWithHooks(
    _ tree: ObjectID, onto parent: ObjectID, message: String
  ) throws -> ObjectID? {
    guard let hooks else { return try commit(tree, [parent], message: message) }
    let tree = try repository.rootTree(of: tree, onto: parent)
    return try hooks.detachedCommitWithHooks(tree, onto: parent, message: message, identity)
  }
}
