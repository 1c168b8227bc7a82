internal import VaultFormat
internal import VaultStore

extension Session {
  /// Makes one change to each of the notes that `words` name, and prints those that changed.
  ///
  /// A failure is reported and does not affect the other notes. Takes the lock for each note, so that other processes
  /// never wait for all.
  ///
  /// - Parameter unchanged: the message for a note that needs no change, such as "pinned already".
  func edit(
    _ words: [String], unchanged: String, _ change: (NoteDocument) throws -> NoteDocument
  ) throws {
    try edit(words, in: openVaultForWriting(), unchanged: unchanged, change)
  }

  /// The same in a vault that is open for writing.
  func edit(
    _ words: [String], in vault: OpenVault, unchanged: String,
    _ change: (NoteDocument) throws -> NoteDocument
  ) throws {
    for note in try NotePicker.pick(words, in: vault) {
      let writer = try vault.writer()
      do {
        if try writer.edit(note.path, provisionalID: note.id, change).isChange {
          try console.line(note.id, note.path)
        } else {
          console.say("\(note.path.shown): \(unchanged)")
        }
      } catch let closed as Console.ClosedPipe {
        throw closed
      } catch {
        fail(CommandError(error, at: note.path))
      }
    }
  }
}
