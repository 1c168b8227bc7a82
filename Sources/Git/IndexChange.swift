package import SystemCalls
package import VaultFormat

/// The new state of one path in git's index.
package struct IndexChange: Hashable, Sendable {
  package var path: VaultPath
  /// Nil removes the path.
  package var entry: TreeEntry?
  /// The status of the file that has exactly this content.
  ///
  /// Nil if it is unknown: git then reads the file the next time.
  package var status: FileStatus?
  /// Whether git treats the file as present and unchanged although it is not in the work tree.
  ///
  /// Nil keeps the flag, except that a given `status` clears it.
  package var skipsWorktree: Bool?
  /// Whether git assumes the file to be unchanged.
  ///
  /// Nil keeps the flag.
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

  /// An entry with a flag.
  package init(path: VaultPath, entry: TreeEntry?, mark: GitMark) {
    self.init(
      path: path, entry: entry, skipsWorktree: mark == .skipWorktree ? true : nil,
      isAssumedUnchanged: mark == .assumeUnchanged ? true : nil)
  }

  /// The change in a repository in which the vault is a folder.
  func moved(below folder: VaultPath) -> IndexChange {
    var change = self
    change.path = VaultPath(in: folder, named: path.bytes)
    return change
  }
}
