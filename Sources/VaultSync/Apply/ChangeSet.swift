package import Git
internal import SystemCalls
package import VaultFormat
internal import VaultStore

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

/// A path of a change set, with what was read and done.
struct PlannedChange {
  var entry: ApplyJournal.Entry
  /// Why the file is kept in git only.
  var kept: GitOnlyFile.Reason?
  /// Whether only the folder changes: the trees do not differ here.
  var isRetry = false
  /// The flag with which the user told git to ignore the file: tl ignores it too, and the flag stays.
  var flag: IndexFlag?
  /// The status of the folder's file with the new content: of an existing one, or of the written one, first under the
  /// hidden name, then under its own.
  var expected: FileStatus?
  /// Whether the new file has its own name, and the hidden one no longer exists.
  private(set) var isPlaced = false
  /// The status of the replaced file under its hidden name.
  var replaced: FileStatus?

  init(_ change: TreeChange) {
    entry = ApplyJournal.Entry(
      path: change.path, old: change.old, new: change.new, action: .none, before: nil, after: nil,
      depth: change.path.componentCount - 1)
  }

  var path: VaultPath { entry.path }

  /// Records that the new file got its own name.
  ///
  /// - Parameter status: of the file with that name; nil if it could not be read.
  mutating func place(_ status: FileStatus?) {
    isPlaced = true
    // An edit since it was written: git has to read the file.
    expected = expected.flatMap { seen in status.flatMap { $0.isSameContent(as: seen) ? $0 : nil } }
  }

  var wanted: TreeEntry? {
    guard kept == nil, let new = entry.new, new.mode.isRegular else { return nil }
    return new
  }
}

extension FileStatus {
  /// Whether a file is still the same, under any name.
  ///
  /// Ignores `changed`, which a rename changes.
  func isSameContent(as other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }
}
