internal import VaultFormat
internal import VaultStore

/// One change made to each of several notes; a failure is reported and does not affect the others.
struct NoteEdits {
  let vault: OpenVault
  /// The message for a note that needs no change, such as "pinned already".
  let unchanged: String

  /// Prints each note that changed.
  ///
  /// Takes the lock for each note, so that other processes never wait for all.
  func make(
    in notes: [ResolvedNote], _ change: (NoteDocument) throws -> NoteDocument
  ) throws {
    let session = vault.session
    for note in notes {
      let writer = try vault.writer()
      do {
        if try writer.edit(note.path, provisionalID: note.id, change).isChange {
          try session.console.line(note.id, note.path)
        } else {
          session.console.say("\(note.path.shown): \(unchanged)")
        }
      } catch let closed as Console.ClosedPipe {
        throw closed
      } catch {
        session.fail(CommandError(error, at: note.path))
      }
    }
  }
}
