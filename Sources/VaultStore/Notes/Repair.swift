package import VaultFormat

/// A problem of a vault with one safe fix (docs/vault-format.md, parts I and V).
package enum Repair: Hashable, Sendable {
  /// Store an id in a note that has none of its own.
  case storeID(VaultPath, NewID)
  /// Move a media folder without a note to the note that links its files.
  case moveMedia(VaultPath, to: VaultPath)
  /// Take git's conflict markers out of the log of a tracker.
  case takeOutMarkers(VaultPath)
  /// Spell the category of a note as the settings do.
  case spellCategory(VaultPath, as: String)
  /// Move leftovers in a folder (nil: the root) to the trash; their number.
  case putAway(leftoversIn: VaultPath?, count: Int)

  package struct NewID: Hashable, Sendable {
    package var id: NoteID
    /// The id in the file that another note owns; nil if it stores none.
    package var replacing: NoteID?

    package init(_ id: NoteID, replacing: NoteID?) {
      self.id = id
      self.replacing = replacing
    }
  }

  /// The number of actions.
  package var actionCount: Int {
    switch self {
    case .storeID, .moveMedia, .takeOutMarkers, .spellCategory: 1
    case .putAway(_, let count): count
    }
  }

  /// An action of a repair.
  package enum Action: Hashable, Sendable {
    case storedID(VaultPath, NoteID)
    case movedMedia(VaultPath, to: VaultPath)
    case tookOutMarkers(VaultPath)
    case spelledCategory(VaultPath, String)
    /// A leftover was moved to this entry of the trash.
    case putAway(TrashEntry)
    /// An empty leftover was removed.
    case removedEmpty(VaultPath)
  }
}
