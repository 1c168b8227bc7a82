internal import VaultFormat

/// A snapshot of all notes of the vault.
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
