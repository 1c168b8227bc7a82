package import VaultFormat
package import VaultIndex

/// The facts of all notes of a vault, renewed where notes changed.
package struct NoteFactsTable: Sendable {
  private var byID: [NoteID: NoteFacts]

  /// Reads all notes.
  package init(_ index: VaultIndex, _ reader: NoteFactsReader, threads: Int) {
    let facts = reader.facts(of: index.positions, in: index, threads: threads)
    byID = Dictionary(facts.map { ($0.id, $0) }) { first, _ in first }
  }

  /// In no particular order.
  package var facts: some Collection<NoteFacts> { byID.values }

  /// Reads the notes with these ids again, which came, went or changed.
  package mutating func update(
    _ ids: Set<NoteID>, _ index: VaultIndex, _ reader: NoteFactsReader, threads: Int
  ) {
    for id in ids { byID[id] = nil }
    for note in reader.facts(of: index.notes(withIDs: ids), in: index, threads: threads) {
      byID[note.id] = note
    }
  }
}
