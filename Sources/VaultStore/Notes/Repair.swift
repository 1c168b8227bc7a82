package import VaultFormat

/// Something about a vault that has one safe answer (docs/vault-format.md, parts I and V).
package enum Repair: Hashable, Sendable {
  /// Store an id in a note that has none of its own.
  case storeID(VaultPath, NewID)
  /// Move a media folder that has no note to the note that shows its files.
  case moveMedia(VaultPath, to: VaultPath)
  /// Move what interrupted writes left in a folder (nil: the root) to the trash: so many files.
  case putAway(leftoversIn: VaultPath?, count: Int)

  package struct NewID: Hashable, Sendable {
    package var id: NoteID
    /// The id that the file stores and that another note owns; nil where it stores none.
    package var replacing: NoteID?

    package init(_ id: NoteID, replacing: NoteID?) {
      self.id = id
      self.replacing = replacing
    }
  }

  /// How many deeds it takes.
  package var deedCount: Int {
    switch self {
    case .storeID, .moveMedia: 1
    case .putAway(_, let count): count
    }
  }

  /// One thing that a repair did.
  package enum Deed: Hashable, Sendable {
    case storedID(VaultPath, NoteID)
    case movedMedia(VaultPath, to: VaultPath)
    /// What was put away, under its number in the trash.
    case putAway(TrashEntry)
    /// What an interrupted write left, with nothing in it.
    case removedEmpty(VaultPath)
  }
}
