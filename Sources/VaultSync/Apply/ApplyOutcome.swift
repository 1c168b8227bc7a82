package import VaultFormat
package import VaultStore

/// The result of applying a change set.
package enum ApplyOutcome: Hashable, Sendable {
  case done(ApplyReport)
  /// These files have uncommitted changes, or git's index has other content for them. Everything is as before.
  case changedMeanwhile([VaultPath])
  /// Another program has this file open for writing: what it writes would be lost. Everything is as before.
  case openElsewhere(VaultPath)
  /// The branch is not at the set's old commit, or another one is checked out. Everything is as before.
  case branchMoved
}

package struct ApplyReport: Hashable, Sendable {
  /// Files with new content, in byte order.
  package var written: [VaultPath] = []
  package var removed: [VaultPath] = []
  /// Files that are now kept in git only, for a reason that is new.
  package var kept: [GitOnlyFile] = []
  /// Versions that another program saved at the moment when the file was replaced.
  package var leftovers: [TrashEntry] = []
}

package enum RecoveryReport: Hashable, Sendable {
  case nothing
  /// The branch had moved: leftovers were removed.
  case finished(branch: String, leftovers: [TrashEntry])
  /// The folder and the index are as before, except files that were changed since, which stay as they were found.
  case undone(branch: String, changedSince: [VaultPath], leftovers: [TrashEntry])
  /// A journal that another device wrote, at this path; it was not acted on.
  case foreign(VaultPath)
  /// A journal that cannot be read, at this path.
  case damaged(VaultPath)
}
