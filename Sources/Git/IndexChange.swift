package import System
package import VaultFormat

/// What is to become of one path in git's index.
package struct IndexChange: Hashable, Sendable {
  package var path: VaultPath
  /// Nil removes the path.
  package var entry: TreeEntry?
  /// What the system says about the file that has this very content.
  ///
  /// Nil where that is not known: git then reads the file the next time it looks.
  package var status: FileStatus?
  /// Whether git is to do as if the file were in the work tree, unchanged, though it is not.
  ///
  /// Nil leaves that as it is, but for a path whose status is given.
  package var skipsWorktree: Bool?
  /// Whether git is to take the file for unchanged without a look at it.
  ///
  /// Nil leaves that as it is.
  package var isAssumedUnchanged: Bool?

  package init(
    path: VaultPath, entry: TreeEntry?, status: FileStatus? = nil, skipsWorktree: Bool? = nil,
    isAssumedUnchanged: Bool? = nil
  ) {
    self.path = path
    self.entry = entry
    self.status = status
    self.skipsWorktree = skipsWorktree
    self.isAssumedUnchanged = isAssumedUnchanged
  }

  /// An entry with a mark.
  package init(path: VaultPath, entry: TreeEntry?, mark: GitMark) {
    self.init(
      path: path, entry: entry, skipsWorktree: mark == .skipWorktree ? true : nil,
      isAssumedUnchanged: mark == .assumeUnchanged ? true : nil)
  }

  /// The same where the vault is a folder of the repository.
  func moved(below folder: VaultPath) -> IndexChange {
    var change = self
    change.path = VaultPath(in: folder, named: path.bytes)
    return change
  }
}
