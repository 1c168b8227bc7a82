package import Git
package import VaultFormat

/// A file of the folder based on another version than the branch has.
///
/// Its change was held while other changes arrived: the branch moved on, and the file stayed. When the change can be
/// committed, it is merged with the branch from its base. Committed on top of the branch it would revert the other
/// changes.
package struct HeldFile: Hashable, Sendable {
  package var path: VaultPath
  /// The commit that the folder was at; nil if there was none, or it is unknown.
  package var base: ObjectID?
  /// The entry of that commit at the path, on which the file is based; nil if there is none.
  package var entry: TreeEntry?
  /// The flag by which git ignores the file, if it is the reason for holding the change.
  ///
  /// Git's index has the flag too as long as it has the path.
  package var mark: GitMark?
  /// The commit with the change: once the branch has it, this record is void.
  package var outcome: ObjectID?

  package init(
    path: VaultPath, base: ObjectID?, entry: TreeEntry?, mark: GitMark? = nil,
    outcome: ObjectID? = nil
  ) {
    self.path = path
    self.base = base
    self.entry = entry
    self.mark = mark
    self.outcome = outcome
  }
}
