/// A flag in git's index with which a user tells git to ignore changes of a file.
package enum GitMark: String, Hashable, Sendable {
  /// `git update-index --assume-unchanged`.
  case assumeUnchanged = "assume-unchanged"
  /// `git update-index --skip-worktree`; tl sets it too, for files that are kept in git only.
  case skipWorktree = "skip-worktree"
}

extension GitIndex.Entry {
  /// Nil if git looks at the file normally.
  package var mark: GitMark? {
    if isAssumedUnchanged { return .assumeUnchanged }
    return skipsWorktree ? .skipWorktree : nil
  }
}
