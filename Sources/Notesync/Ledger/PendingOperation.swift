package import VaultFormat

/// An operation that was written down before it was sent, and whose result is not known.
package struct PendingOperation: Hashable, Sendable {
  package var id: String
  package var kind: WireOperation.Kind
  package var noteID: NoteID
  package var contentHash: String
  package var updatedAt: WireTime
  package var deletedAt: WireTime?
  /// SHA-256 of the media that it carries.
  package var media: [String]
}
