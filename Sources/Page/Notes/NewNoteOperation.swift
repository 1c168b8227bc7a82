internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Writes a new note with its files, once.
struct NewNoteOperation: Sendable {
  let incoming: PageRequest
  let note: NewNote
  let files: [NewMedia]
  let media: MediaForm

  /// - Parameter isAgain: it was begun before: then only what is missing is written.
  func run(
    _ writer: borrowing NoteWriter, isAgain: Bool
  ) throws -> OperationOutcome {
    var note = note
    if let id = note.id, let path = incoming.present(id) {
      let isSame = try isWritten(at: path, id)
      // Another note has the id: the form was sent before, with other words.
      guard isSame || isAgain else {
        note.id = nil
        return try write(note, by: writer)
      }
      if isAgain || !files.isEmpty {
        let missing = try MissingFiles(of: path, in: writer.vault)
        let added = try missing.attach(files, to: path, by: writer)
        _ = try changes(path).finish(added.all, provisionalID: id, by: writer)
      }
      return OperationOutcome(kind: .saved, id: id.text, path: path.text)
    }
    if isAgain, let id = note.id, incoming.isInTrash(id) {
      // It was written, and removed since.
      return OperationOutcome(kind: .saved, id: id.text)
    }
    return try write(note, by: writer)
  }

  private func write(
    _ note: NewNote, by writer: borrowing NoteWriter
  ) throws -> OperationOutcome {
    let written = try writer.create(note)
    incoming.site.operations.note(written.id, isAt: written.path)
    var added: [VaultPath] = []
    do {
      added = try writer.attach(files, to: written.path)
      _ = try changes(written.path).finish(added, provisionalID: written.id, by: writer)
    } catch {
      changes(written.path).takeBack(added, by: writer)
      // The form still has the text, perhaps with changes when it is sent again.
      try? incoming.vault.folder.removeFile(written.path)
      throw error
    }
    return OperationOutcome(kind: .saved, id: written.id.text, path: written.path.text)
  }

  /// Whether the file has the text of the note.
  private func isWritten(at path: VaultPath, _ id: NoteID) throws -> Bool {
    let present = NoteDocument(try incoming.vault.folder.read(path).bytes)
    return try note.document(id: id, now: incoming.now).body.elementsEqual(present.body)
  }

  private func changes(_ path: VaultPath) -> MediaChanges {
    MediaChanges(form: media, path: path)
  }
}

extension PageRequest {
  /// The path of the note with exactly this id, as the vault is now.
  func present(_ id: NoteID) -> VaultPath? {
    if let path = site.operations.path(of: id.text),
      let note = try? vault.note(at: path, zone: zone), note.metadata.id == id
    {
      return path
    }
    let index = site.live.snapshot.index
    return index.notes(withID: id.text).filter { index.id($0) == id }.map { index.path($0) }
      .first { !isGone($0) }
  }

  /// Whether the note with this id was removed.
  func isInTrash(_ id: NoteID) -> Bool {
    let entries = (try? Trash(vault.folder).entries()) ?? []
    return entries.contains { entry in
      guard entry.what == .note, let file = entry.file,
        let content = try? vault.folder.read(file, limit: 16 << 20)
      else { return false }
      return NoteMetadata(of: NoteDocument(content.bytes), zone: zone).id == id
    }
  }
}
