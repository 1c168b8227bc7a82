package import VaultFormat

/// The part of a note that decides whether it has to be sent, small enough to keep for every note.
package struct NoteDigest: Hashable, Sendable {
  package var id: NoteID
  package var path: VaultPath
  package var isIDStored: Bool
  package var contentHash: String
  package var media: [MediaContent]
  package var created: WireTime
  package var updated: WireTime
  /// `updated`, or the file's modification time if an editor changed the note without setting it.
  var changed: WireTime

  init(_ note: VaultNote) {
    id = note.id
    path = note.path
    isIDStored = note.isIDStored
    contentHash = note.content.hash
    media = note.content.media
    created = WireTime(seconds: note.created.seconds)
    updated = WireTime(seconds: note.updated.seconds)
    changed = updated
  }
}
