internal import VaultFormat
internal import VaultStore

extension PageRequest {
  /// Changes notes one by one, each as a whole or not at all; other writes get their turn in between.
  func edit(
    _ notes: [(path: VaultPath, id: NoteID)],
    _ change: @escaping @Sendable (NoteDocument) throws -> NoteDocument
  ) async throws -> (changed: Int, failed: Int) {
    var (changed, failed) = (0, 0)
    for start in stride(from: 0, to: notes.count, by: 50) {
      let part = Array(notes[start..<min(start + 50, notes.count)])
      let result = try await write { writer in
        var (changed, failed) = (0, 0)
        for note in part {
          do {
            if try writer.edit(note.path, provisionalID: note.id, change).isChange { changed += 1 }
          } catch {
            failed += 1
          }
        }
        return (changed, failed)
      }
      changed += result.0
      failed += result.1
    }
    return (changed, failed)
  }
}
