internal import VaultFormat

/// Joins changes that waited with a branch that went on without them.
extension Integration {
  /// - Parameters:
  ///   - head: what the branch is at.
  ///   - message: of the commits with the changes; nil: a list of what changed.
  /// - Returns: what the branch is to be at, and what was decided.
  func joining(
    _ released: ReleasedChanges, to head: ObjectID, message: String?
  ) throws -> (commit: ObjectID, events: [MergeEvent]) {
    var (commit, events) = (head, [MergeEvent]())
    for side in released.sides {
      let merged = try join(side, to: commit, message)
      commit = merged.commit
      events += merged.events
    }
    return (commit, events)
  }

  private func join(
    _ side: ReleasedChanges.Side, to head: ObjectID, _ message: String?
  ) throws -> (commit: ObjectID, events: [MergeEvent]) {
    let text = CommitMessage.text(of: side.changes, device: device, message: message)
    let changes = Dictionary(side.changes.map { ($0.path, $0.new) }) { _, last in last }
    guard let base = side.base, try repository.contains(base),
      try repository.isAncestor(base, of: head)
    else { return try joinApart(side, changes, to: head, text) }
    let tree = try repository.writeTree(repository.commit(base).tree, applying: changes)
    let commit = try commits.commit(tree, [base], message: text)
    switch try integrate(ours: head, theirs: commit, joins: false) {
    case .upToDate, .unrelated: return (head, [])
    case .fastForward: return (commit, [])
    case .merged(let merged, let report): return (merged, report.events)
    }
  }

  /// Joins changes that were made from a commit which the branch does not have.
  ///
  /// Somebody wrote its history anew, and what was taken out of it is not to come back. So the branch gets the
  /// outcome alone.
  ///
  /// Where the commit is gone too, nothing says what the files were made from: both versions count as new, and what
  /// was deleted stays.
  private func joinApart(
    _ side: ReleasedChanges.Side, _ changes: [VaultPath: TreeEntry?], to head: ObjectID,
    _ text: String
  ) throws -> (commit: ObjectID, events: [MergeEvent]) {
    let present = try repository.commit(head).tree
    var (base, before) = (present, present)
    if let id = side.base, try repository.contains(id) {
      base = try repository.commit(id).tree
      before = base
    } else {
      base = try repository.writeTree(present, applying: changes.mapValues { _ in nil })
    }
    let tree = try repository.writeTree(before, applying: changes)
    // Only to say when and where it was made; no branch gets it.
    let origin = try repository.writeCommit(
      tree: repository.rootTree(of: tree, onto: head), parents: [],
      author: commits.identity.author, committer: commits.identity.committer, message: text)
    let result = try merge(base: base, ours: (head, present), theirs: (origin, tree))
    guard !result.changesToOurs.isEmpty else { return (head, result.report.events) }
    let joined = try commits.commit(write(result, onto: present), [head], message: text)
    return (joined, result.report.events)
  }
}
