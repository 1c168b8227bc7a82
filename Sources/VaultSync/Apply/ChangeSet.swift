package import Git
package import VaultFormat

/// What is to become of the vault: from the tree of one commit to that of another, on one branch.
package struct ChangeSet: Hashable, Sendable {
  /// The full name of the branch that is checked out.
  package var branch: String
  /// The commit that the branch is at; nil where it has none yet.
  package var old: ObjectID?
  /// The commit that it is to be at.
  package var new: ObjectID
  /// The paths at which the two trees differ, in byte order.
  package var changes: [TreeChange]
  /// Files with changes that are deliberately not committed (left out by a gate): they stay as they
  /// are in the folder, whatever arrives for them.
  package var held: Set<VaultPath> = []
  /// Files with changes that waited, which `new` has: what the folder holds at these paths instead of what `old`
  /// has; nil where it has no file.
  package var released: [VaultPath: TreeEntry?] = [:]
  /// The line for the log of the branch.
  package var log: String

  package init(
    branch: String, from old: ObjectID?, to new: ObjectID, changes: [TreeChange],
    held: Set<VaultPath> = [], log: String
  ) {
    self.branch = branch
    self.old = old
    self.new = new
    self.changes = changes
    self.held = held
    self.log = log
  }

  /// All that differs between two commits.
  package init(
    branch: String, from old: ObjectID?, to new: ObjectID, in repository: Repository,
    held: Set<VaultPath> = [], log: String
  ) throws(GitError) {
    let oldTree: ObjectID? = if let old { try repository.commit(old).tree } else { nil }
    let newTree = try repository.commit(new).tree
    self.init(
      branch: branch, from: old, to: new,
      changes: try repository.changes(from: oldTree, to: newTree), held: held, log: log)
  }

  /// What the folder holds at a path, unless somebody changed it.
  func present(_ change: PlannedChange) -> TreeEntry? {
    released[change.path] ?? change.entry.old
  }

  /// Whether a path, or one of the folders above it, is held.
  func holds(_ path: VaultPath) -> Bool {
    guard !held.isEmpty else { return false }
    return held.contains(path) || path.foldersAbove.contains(where: held.contains)
  }
}
