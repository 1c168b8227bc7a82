package import VaultFormat

/// Something about a vault that has one safe answer (docs/vault-format.md, parts I and V).
package enum Repair: Hashable, Sendable {
  /// Store in a note what only its path and the file system say.
  case complete(VaultPath, Completion)
  /// Move a media folder that has no note to the note that shows its files.
  case moveMedia(VaultPath, to: VaultPath)
  /// Move what interrupted writes left in a folder (nil: the root) to the trash.
  case putAway(leftoversIn: VaultPath?)

  package struct Completion: Hashable, Sendable {
    /// Nil where the note has an id that is its own.
    package var id: NoteID?
    /// The id that the file stores and that another note owns; nil where it stores none.
    package var replacing: NoteID?
    /// Only the file system says when the note was made.
    package var storesCreated: Bool

    package init(id: NoteID?, replacing: NoteID?, storesCreated: Bool) {
      self.id = id
      self.replacing = replacing
      self.storesCreated = storesCreated
    }
  }

  /// One thing that a repair did.
  package enum Deed: Hashable, Sendable {
    case storedID(VaultPath, NoteID)
    case storedCreated(VaultPath, NoteTime)
    case movedMedia(VaultPath, to: VaultPath)
    /// What was put away, under its number in the trash.
    case putAway(TrashEntry)
  }
}
