internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// A note that a command changes.
protocol ChangedNote {
  var path: VaultPath { get }
  /// The stored id, else the provisional one.
  var id: NoteID { get }
}

extension ResolvedNote: ChangedNote {}
extension CategoryBook.Note: ChangedNote {}
extension LocalityPlan.Step: ChangedNote {}
extension OrderedNotes.Note: ChangedNote {}
extension Person: ChangedNote {}
extension Tracker: ChangedNote {}

extension NoteWriter {
  /// Changes a note; its errors name the file.
  @discardableResult
  func change(
    _ note: some ChangedNote, stampsUpdated: Bool = true,
    _ change: (NoteDocument) throws -> NoteDocument
  ) throws -> NoteChange {
    try Problem.naming(note.path) {
      try edit(note.path, provisionalID: note.id, stampsUpdated: stampsUpdated, change)
    }
  }
}

extension Session {
  /// Does one of several things; reports its error as `continueAfter` does, so that the others follow.
  ///
  /// - Parameters:
  ///   - path: of the note that it is done to.
  ///   - progress: erased before an error is reported.
  /// - Returns: nil after an error.
  @discardableResult
  func attempt<Result>(
    at path: VaultPath? = nil, in progress: Progress? = nil, _ body: () throws -> Result
  ) throws -> Result? {
    do {
      return try body()
    } catch let closed as Console.ClosedPipe {
      throw closed
    } catch {
      progress?.finish()
      try continueAfter(path.map { Problem(error, at: $0) } ?? Problem(error))
      return nil
    }
  }

  /// Makes one change to each of the notes that `words` name.
  ///
  /// - Parameter unchanged: the message for a note that needs no change, such as "pinned already".
  func edit(
    _ words: [String], unchanged: String, _ change: (NoteDocument) throws -> NoteDocument
  ) throws {
    let vault = try openVaultForWriting()
    try vault.edit(NotePicker.pick(words, in: vault), unchanged: unchanged) { try change($1) }
  }
}

extension OpenVault {
  /// Changes notes, and prints those that changed; a failure is reported, and does not affect the others unless they
  /// would fail too.
  ///
  /// Takes the lock for each note, so that other processes never wait for all.
  ///
  /// - Parameters:
  ///   - title: of the progress; nil for none.
  ///   - unchanged: the message for a note that needs no change.
  /// - Returns: how many changed, and whether none failed.
  @discardableResult
  func edit<Note: ChangedNote>(
    _ notes: [Note], progress title: String? = nil, unchanged: String? = nil,
    _ change: (Note, NoteDocument) throws -> NoteDocument
  ) throws -> (count: Int, isWhole: Bool) {
    let progress = title.map { Progress($0, total: notes.count, on: session.console) }
    defer { progress?.finish() }
    var (count, isWhole) = (0, true)
    for note in notes {
      let writer = try writer()
      let isDone: Void? = try session.attempt(at: note.path, in: progress) {
        let edit = try writer.change(note) { try change(note, $0) }
        if edit.isChange {
          count += 1
          try session.console.line(note.id, note.path)
        } else if let unchanged {
          session.console.say("\(note.path.shown): \(unchanged)")
        }
      }
      if isDone == nil { isWhole = false }
      progress?.advance()
    }
    return (count, isWhole)
  }
}
