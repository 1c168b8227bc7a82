internal import VaultFormat
internal import VaultStore

/// One change made to each of several notes: all are tried, and each failure is told.
struct NoteEdits {
  let vault: OpenVault
  /// Said of a note that is so already, such as "pinned already".
  let unchanged: String

  /// Prints each note that changed.
  ///
  /// The lock is taken for each note, so that others wait for none but that.
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
