internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Writes a new note with its files, once.
struct NewNoteOperation: Sendable {
  let incoming: PageRequest
  let note: NewNote
  let files: [UploadedFile]

  /// - Parameter isAgain: it was begun before: then only what is missing is written.
  func run(
    _ writer: borrowing NoteWriter, isAgain: Bool
  ) throws -> OperationOutcome {
    if let id = note.id, let path = incoming.present(id) {
      if isAgain { try MissingFiles(of: path, in: writer.vault).attach(files, by: writer) }
      return OperationOutcome(kind: .saved, id: id.text, path: path.text)
    }
    if isAgain, let id = note.id, incoming.isInTrash(id) {
      // It was written, and removed since.
      return OperationOutcome(kind: .saved, id: id.text)
    }
    let written = try writer.create(note)
    incoming.site.operations.note(written.id, isAt: written.path)
    try MissingFiles().attach(files, to: written.path, by: writer)
    return OperationOutcome(kind: .saved, id: written.id.text, path: written.path.text)
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
    return index.notes(withID: id.text).first { index.id($0) == id }.map { index.path($0) }
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
