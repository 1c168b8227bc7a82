package import VaultFormat
internal import VaultStore

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

/// All notes of the vault at one moment.
struct VaultSnapshot {
  private(set) var notes: [NoteID: NoteDigest] = [:]
  /// Ids of `notes` in the order of their paths.
  private(set) var order: [NoteID] = []
  private(set) var survey = VaultNotes.Survey()

  init(_ source: VaultNotes, _ ledger: Ledger) throws {
    var (notes, order) = ([NoteID: NoteDigest](), [NoteID]())
    survey = try source.forEach(placedAt: { ledger[$0]?.path }) { note in
      notes[note.id] = NoteDigest(note)
      order.append(note.id)
    }
    (self.notes, self.order) = (notes, order)
  }
}
