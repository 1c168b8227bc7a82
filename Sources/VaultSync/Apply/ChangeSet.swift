package import Git
package import VaultFormat

/// The changes from the tree of one commit to that of another, on one branch.
package struct ChangeSet: Hashable, Sendable {
  /// The full name of the checked-out branch.
  package var branch: String
  /// The branch's current commit; nil if it has none.
  package var old: ObjectID?
  /// The branch's next commit.
  package var new: ObjectID
  /// The paths at which the trees differ, in byte order.
  package var changes: [TreeChange]
  /// Files with changes that are not committed on purpose (refused by a gate): they stay in the folder, whatever
  /// arrives for them.
  package var held: Set<VaultPath> = []
  /// Files with held changes that `new` has: the folder's content at these paths, which differs from `old`; nil if
  /// there is no file.
  package var released: [VaultPath: TreeEntry?] = [:]
  /// The line for the branch's log.
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

  /// All differences between two commits.
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

  /// The folder's content at a path, unless the user changed it.
  func present(_ change: PlannedChange) -> TreeEntry? {
    released[change.path] ?? change.entry.old
  }

  /// Whether a path, or one of its parent folders, is held.
  func holds(_ path: VaultPath) -> Bool { held.covers(path) }
}
