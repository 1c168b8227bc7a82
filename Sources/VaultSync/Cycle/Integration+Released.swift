internal import VaultFormat

/// What came of changes that waited.
struct JoinedChanges {
  /// What the branch is to be at.
  var commit: ObjectID
  var events: [MergeEvent] = []
  /// What was committed, in byte order of the paths.
  var changes: [TreeChange] = []
  /// What the folder holds of the files that no longer wait.
  var inFolder: [VaultPath: TreeEntry?]
}

/// Joins changes that waited with a branch that went on without them.
extension Integration {
  /// Makes commits, and moves no reference.
  ///
  /// - Parameters:
  ///   - head: what the branch is at.
  ///   - message: of the commits with the changes; nil: a list of what changed.
  ///   - held: files that go on waiting.
  func joining(
    _ released: ReleasedChanges, to head: ObjectID, message: String?, held: Set<VaultPath> = []
  ) throws -> JoinedChanges {
    var joined = JoinedChanges(commit: head, inFolder: released.unchanged)
    let all = held.union(released.unchanged.keys).union(released.changes.map(\.path))
    for side in released.sides { try join(side, to: &joined, message, waiting: all) }
    joined.changes.sort { $0.path < $1.path }
    return joined
  }

  /// Where hooks leave nothing of the changes, they go on waiting.
  private func join(
    _ side: ReleasedChanges.Side, to joined: inout JoinedChanges, _ message: String?,
    waiting: Set<VaultPath>
  ) throws {
    let text = CommitMessage.text(of: side.changes, device: device, message: message)
    let changes = Dictionary(side.changes.map { ($0.path, $0.new) }) { _, last in last }
    if let base = side.base, try repository.contains(base),
      try hasRoom(for: changes, in: repository.commit(base).tree) == false
    {
      // The folder has grown since into a form that this commit cannot have.
      let all = WaitingPaths(waiting)
      guard try joinApart(changes, madeFrom: nil, to: &joined, text, all) else { return }
    } else if let base = side.base, try repository.contains(base),
      try repository.isAncestor(base, of: joined.commit)
    {
      let others = WaitingPaths(waiting.subtracting(changes.keys))
      guard try join(changes, madeFrom: base, to: &joined, text, others) else { return }
    } else {
      // What the folder holds of these files lacks what the branch has of them.
      let all = WaitingPaths(waiting)
      guard try joinApart(changes, madeFrom: side.base, to: &joined, text, all) else { return }
    }
    for change in side.changes { joined.inFolder[change.path] = .some(change.new) }
  }

  /// Whether a tree can have the files: none of them is below one that stays, nor in the place of a folder that stays.
  private func hasRoom(for changes: [VaultPath: TreeEntry?], in tree: ObjectID) throws -> Bool {
    for (path, entry) in changes where entry != nil {
      for folder in path.foldersAbove where changes[folder] != .some(nil) {
        if try repository.entry(at: folder, inTree: tree) != nil { return false }
      }
      guard let folder = try repository.folderID(path, inTree: tree) else { continue }
      var isFree = true
      try repository.forEachFile(inTree: folder) { inner, _ in
        if changes[VaultPath(in: path, named: inner.bytes)] != .some(nil) { isFree = false }
      }
      if !isFree { return false }
    }
    return true
  }

  /// - Returns: false where hooks left nothing to commit.
  private func join(
    _ changes: [VaultPath: TreeEntry?], madeFrom base: ObjectID, to joined: inout JoinedChanges,
    _ text: String, _ waiting: WaitingPaths
  ) throws -> Bool {
    let before = try repository.commit(base).tree
    let tree = try repository.writeTree(before, applying: changes)
    guard
      let commit = try commits.commitWithHooks(
        tree, onto: base, message: text, leavingOut: waiting)
    else { return false }
    joined.changes += try repository.changes(from: before, to: repository.commit(commit).tree)
    switch try integrate(ours: joined.commit, theirs: commit, joins: false) {
    case .upToDate, .unrelated: break
    case .fastForward: joined.commit = commit
    case .merged(let merged, let report):
      joined.commit = merged
      joined.events += report.events
    }
    return true
  }

  /// Joins changes in one commit, which holds the outcome alone.
  ///
  /// The branch may not have the commit that they were made from: somebody wrote its history anew, and what was
  /// taken out of it is not to come back.
  ///
  /// Where that commit is gone too, nothing says what the files were made from: both versions count as new, and what
  /// was deleted stays.
  ///
  /// - Returns: false where hooks left nothing to commit.
  private func joinApart(
    _ changes: [VaultPath: TreeEntry?], madeFrom commit: ObjectID?,
    to joined: inout JoinedChanges, _ text: String, _ waiting: WaitingPaths
  ) throws -> Bool {
    let head = joined.commit
    let present = try repository.commit(head).tree
    var (base, before) = (present, present)
    if let commit, try repository.contains(commit) {
      base = try repository.commit(commit).tree
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
    if !result.changesToOurs.isEmpty {
      let outcome = try write(result, onto: present)
      guard
        let commit = try commits.commitWithHooks(
          outcome, onto: head, message: text, leavingOut: waiting)
      else { return false }
      joined.changes += try repository.changes(from: present, to: repository.commit(commit).tree)
      joined.commit = commit
    }
    joined.events += result.report.events
    return true
  }
}
