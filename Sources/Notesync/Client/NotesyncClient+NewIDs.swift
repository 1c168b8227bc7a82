package import VaultFormat
internal import VaultStore

extension NotesyncClient {
  /// Gives notes other ids, so that the next push sends them as new ones.
  ///
  /// For notes whose ids belong to another account on the server, which always fails on them. Notes that the server has
  /// acknowledged keep their ids.
  ///
  /// - Returns: the paths of the notes that got one.
  /// - Throws: a `StoreError`, an `EditError`, a `NotesyncError`; notes before that have their new ids.
  package func giveNewIDs(to ids: Set<NoteID>) throws -> [VaultPath] {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let ledger = try openLedger { try Ledger(in: $0) }
    let snapshot = try VaultSnapshot(notes, ledger)
    let writer = try NoteWriter(vault, surroundings, zone: notes.zone, operation: operation)
    return try snapshot.order.compactMap { id in
      guard ids.contains(id), ledger[id] == nil, let note = snapshot.notes[id] else { return nil }
      let new = surroundings.makeID()
      let change = try writer.edit(note.path, provisionalID: new, stampsUpdated: false) {
        document in
        let present = NoteMetadata(of: document, zone: notes.zone).id
        guard present == nil || present == id else { return document }
        let key = document.frontMatter?.field(of: .id)?.name ?? "id"
        return try document.setting(key, to: .plain(new.text))
      }
      return change.isChange ? note.path : nil
    }
  }
}
