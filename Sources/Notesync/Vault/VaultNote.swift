package import VaultFormat

/// A note of a vault in the terms of the protocol.
package struct VaultNote: Sendable {
  package var path: VaultPath
  /// The stored id, else the provisional one.
  package var id: NoteID
  package var isIDStored: Bool
  package var content: NoteContent
  package var created: NoteTime
  package var updated: NoteTime
}
