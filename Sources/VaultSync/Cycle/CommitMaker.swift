internal import VaultFormat

/// Makes commits as objects, signed where git's settings ask for it.
///
/// No reference moves, no hook runs.
struct CommitMaker {
  let repository: Repository
  let identity: CommitIdentity
  /// Signs; nil where no signature is asked for.
  var signer: GitProgram?

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
}
