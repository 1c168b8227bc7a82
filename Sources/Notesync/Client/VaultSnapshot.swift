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

  init(_ note: VaultNote) {
    id = note.id
    path = note.path
    isIDStored = note.isIDStored
    contentHash = note.content.hash
    media = note.content.media
    created = WireTime(seconds: note.created.seconds)
    updated = WireTime(seconds: note.updated.seconds)
  }
}

/// All notes of the vault at one moment.
struct VaultSnapshot {
  private(set) var notes: [NoteID: NoteDigest] = [:]
  /// Ids of `notes` in the order of their paths.
  private(set) var order: [NoteID] = []
  private(set) var survey = VaultNotes.Survey()

  init(_ source: VaultNotes) throws {
    var (notes, order) = ([NoteID: NoteDigest](), [NoteID]())
    survey = try source.forEach { note in
      notes[note.id] = NoteDigest(note)
      order.append(note.id)
    }
    (self.notes, self.order) = (notes, order)
  }

  /// Whether a note of the ledger is surely gone from the vault, and not only out of sight.
  func isGone(_ id: NoteID, lastAt path: VaultPath?, in vault: Vault) -> Bool {
    guard notes[id] == nil, !survey.isIncomplete else { return false }
    if survey.blocked.contains(where: { $0.id == id || $0.path == path }) { return false }
    guard let path else { return true }
    // A note that a cloud holds and this disk does not, at the moment.
    let placeholder = path.replacingName(
      with: Array(".".utf8) + path.name + Array(".icloud".utf8))
    return placeholder.map { (try? vault.folder.exists($0)) != true } ?? true
  }
}
