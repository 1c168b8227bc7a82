package import VaultFormat

/// An operation that was recorded before it was sent, and whose result is unknown.
package struct PendingOperation: Hashable, Sendable {
  package var id: String
  package var kind: WireOperation.Kind
  package var noteID: NoteID
  package var contentHash: String
  package var updatedAt: WireTime
  package var deletedAt: WireTime?
  /// SHA-256 of its media.
  package var media: [String]
}
