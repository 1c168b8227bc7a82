package import Git
package import VaultFormat

/// A file of the folder that was made from another version than the branch has by now.
///
/// Its change waited while others' changes arrived: the branch moved on, and the folder stayed as it was. When the
/// change can be committed, it is merged with the branch from where it began. Committed on top of the branch it
/// would take back what others did.
package struct HeldFile: Hashable, Sendable {
  package var path: VaultPath
  /// The commit that the folder was at; nil where there was none, or none is known.
  package var base: ObjectID?
  /// What that commit holds at the path, which the folder's file was made from; nil: no file.
  package var entry: TreeEntry?
  /// By which git was told not to look at the file, where that is why it waits.
  ///
  /// Git's index has the mark too as long as it has the path.
  package var mark: GitMark?
  /// The commit with which the change is on the branch: once that is part of it, this record means nothing.
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
