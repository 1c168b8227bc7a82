internal import Synchronization
internal import VaultFormat
internal import VaultIndex

/// The notes that were written lately, by the ids that their forms had: a form that is sent twice makes one note.
final class Creations: Sendable {
  private let state = Mutex<[NoteID: (path: VaultPath, id: NoteID)]>([:])
  /// Later the index knows them.
  private static let limit = 1_000

  /// Where the note with this id was written; it may have been moved since.
  func path(of id: String) -> VaultPath? {
    state.withLock { notes in notes.values.first { $0.id.text == id }?.path }
  }

  /// - Parameters:
  ///   - id: of the form; nil if it has none.
  ///   - create: called unless there is such a note already.
  /// - Returns: the id of the note.
  @discardableResult
  func once(
    _ id: NoteID?, in incoming: PageRequest, _ create: () throws -> (path: VaultPath, id: NoteID)
  ) throws -> NoteID {
    guard let id else { return try create().id }
    if let known = state.withLock({ $0[id] }) { return known.id }
    let index = incoming.site.live.snapshot.index
    if index.notes(withID: id.text).contains(where: { index.id($0) == id }) { return id }
    let made = try create()
    state.withLock { notes in
      if notes.count >= Self.limit { notes = [:] }
      notes[id] = made
    }
    return made.id
  }
}
