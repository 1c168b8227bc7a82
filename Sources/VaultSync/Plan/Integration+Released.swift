package import Git
internal import VaultFormat

/// The result of committing held changes.
package struct JoinedChanges: Hashable, Sendable {
  /// The commit that the branch will be at.
  package var commit: ObjectID
  package var events: [MergeEvent] = []
  /// What was committed, in byte order of the paths.
  package var changes: [TreeChange] = []
  /// The folder's content of the files that are no longer held.
  var inFolder: [VaultPath: TreeEntry?]
}

/// Merges held changes with a branch that moved on without them.
extension Integration {
  /// Makes commits without moving a reference.
  ///
  /// - Parameters:
  ///   - head: the branch's commit.
  ///   - message: of the commits with the changes; if nil, a list of the changes.
  ///   - held: files that stay held.
  func joining(
    _ released: ReleasedChanges, to head: ObjectID, message: String?, held: Set<VaultPath> = []
  ) throws -> JoinedChanges {
    var joined = JoinedChanges(commit: head, inFolder: released.unchanged)
    let all = held.union(released.unchanged.keys).union(released.changes.map(\.path))
    for side in released.sides { try join(side, to: &joined, message: message, held: all) }
    joined.changes.sort { $0.path < $1.path }
    return joined
  }

  /// Changes that hooks leave out stay held.
  private func join(
    _ side: ReleasedChanges.Side, to joined: inout JoinedChanges, message: String?,
    held: Set<VaultPath>
  ) throws {
    let sealed = SealedMedia(
      repository: repository, tree: try repository.commit(joined.commit).tree)
    let text = CommitMessage.text(
      of: side.changes, device: device, message: message,
      rules: repository.pathRules(changing: side.changes.map(\.path)),
      sealed: try sealed.folders(of: side.changes))
    let changes = Dictionary(side.changes.map { ($0.path, $0.new) }) { _, last in last }
    if let base = side.base, try repository.contains(base),
      try repository.isAncestor(base, of: joined.commit),
      try obstacles(to: changes, in: repository.commit(base).tree).isEmpty
    {
      let others = held.subtracting(changes.keys)
      guard try join(changes, madeFrom: base, to: &joined, message: text, held: others) else {
        return
      }
    } else {
      // The folder's version of these files lacks the branch's changes.
      guard try joinApart(changes, madeFrom: side.base, to: &joined, message: text, held: held)
      else { return }
    }
    for change in side.changes { joined.inFolder[change.path] = .some(change.new) }
  }

  /// The files of a tree that conflict with the paths of changed ones: below one of them, or with the name of a parent
  /// folder.
  private func obstacles(
    to changes: [VaultPath: TreeEntry?], in tree: ObjectID
  ) throws -> Set<VaultPath> {
    var obstacles: Set<VaultPath> = []
    func add(_ path: VaultPath) { if changes[path] != .some(nil) { obstacles.insert(path) } }
    for (path, entry) in changes where entry != nil {
      for folder in path.foldersAbove {
        if try repository.entry(at: folder, inTree: tree) != nil { add(folder) }
      }
      guard let folder = try repository.folderID(path, inTree: tree) else { continue }
      try repository.forEachFile(inTree: folder) { inner, _ in
        add(VaultPath(in: path, named: inner.bytes))
      }
    }
    return obstacles
  }

  /// - Returns: false if hooks left nothing to commit.
  private func join(
    _ changes: [VaultPath: TreeEntry?], madeFrom base: ObjectID, to joined: inout JoinedChanges,
    message: String, held: Set<VaultPath>
  ) throws -> Bool {
    let before = try repository.commit(base).tree
    let tree = try repository.writeTree(before, applying: changes)
    guard
      let commit = try commits.commitWithHooks(
        tree, onto: base, message: message, leavingOut: held)
    else { return false }
    joined.changes += try repository.changes(from: before, to: repository.commit(commit).tree)
    let plan = try plan(ours: joined.commit, theirs: commit, joins: false)
    joined.commit = try self.commit(of: plan) ?? commit
    joined.events += plan.events
    return true
  }

  /// Merges changes in one commit with the result only.
  ///
  /// The branch may not have the commit that they are based on: its history was rewritten, and what was removed from it
  /// must not return.
  ///
  /// If that commit does not exist either, or its files conflict with the paths of the present ones, both versions
  /// count as new, and deleted files stay.
  ///
  /// - Returns: false if hooks left nothing to commit.
  private func joinApart(
    _ changes: [VaultPath: TreeEntry?], madeFrom commit: ObjectID?,
    to joined: inout JoinedChanges, message: String, held: Set<VaultPath>
  ) throws -> Bool {
    let head = joined.commit
    let present = try repository.commit(head).tree
    let base: ObjectID
    if let commit, try repository.contains(commit),
      case let former = try repository.commit(commit).tree,
      try obstacles(to: changes, in: former).isEmpty
    {
      base = former
    } else {
      var removed: [VaultPath: TreeEntry?] = changes.mapValues { _ in nil }
      // Both sides add them, so that the merge finds names for both.
      for path in try obstacles(to: changes, in: present) { removed.updateValue(nil, forKey: path) }
      base = try repository.writeTree(present, applying: removed)
    }
    let tree = try repository.writeTree(base, applying: changes)
    // Only for its time and device; no branch gets it.
    let origin = try repository.writeCommit(
      tree: repository.rootTree(of: tree, onto: head), parents: [],
      author: commits.identity.author, committer: commits.identity.committer, message: message)
    let result = try merge(base: base, ours: (head, present), theirs: (origin, tree))
    if !result.changesToOurs.isEmpty {
      let outcome = try write(result, onto: present)
      guard
        let commit = try commits.commitWithHooks(
          outcome, onto: head, message: message, leavingOut: held)
      else { return false }
      joined.changes += try repository.changes(from: present, to: repository.commit(commit).tree)
      joined.commit = commit
    }
    joined.events += result.events
    return true
  }
}
