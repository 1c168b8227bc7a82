/// A mark in git's index by which a person tells git not to look at a file.
package enum GitMark: String, Hashable, Sendable {
  /// `git update-index --assume-unchanged`.
  case assumeUnchanged = "assume-unchanged"
  /// `git update-index --skip-worktree`; tl sets it too, for files that are kept in git only.
  case skipWorktree = "skip-worktree"
}

extension GitIndex.Entry {
  /// Nil where git looks at the file like at any other.
  package var mark: GitMark? {
    if isAssumedUnchanged { return .assumeUnchanged }
    return skipsWorktree ? .skipWorktree : nil
  }
}
