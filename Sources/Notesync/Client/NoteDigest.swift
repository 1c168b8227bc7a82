package import VaultFormat

/// What of a note decides whether it waits: small enough to keep of every note.
package struct NoteDigest: Hashable, Sendable {
  package var id: NoteID
  package var path: VaultPath
  package var isIDStored: Bool
  package var contentHash: String
  package var media: [MediaContent]
  package var created: WireTime
  package var updated: WireTime
  /// `updated`, or the time of the file where an editor changed the note and set no time.
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
