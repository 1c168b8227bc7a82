internal import Media
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Writes a new note with its files, once.
struct NewNoteOperation: Sendable {
  let incoming: PageRequest
  let wish: NewNoteWish
  let files: [NewMedia]
  let media: MediaForm

  /// - Parameter isAgain: it was begun before: then only what is missing is written.
  func run(
    _ writer: borrowing NoteWriter, isAgain: Bool
  ) throws -> OperationOutcome {
    guard let id = wish.note.id else { return try write(wish, by: writer) }
    if let path = incoming.present(id) {
      // Another note has the id: the form was sent before, with other words.
      guard try isAgain || isWritten(at: path, id, writer.rules) else {
        var other = wish
        other.note.id = nil
        return try write(other, by: writer)
      }
      if isAgain || !files.isEmpty {
        let missing = try MissingFiles(of: path, in: writer.vault)
        let added = try missing.attach(files, to: path, by: writer)
        _ = try changes(path).finish(added.all, provisionalID: id, by: writer)
      }
      return OperationOutcome(kind: .saved, id: id.text, path: path.text)
    }
    if isAgain, incoming.isInTrash(id) {
      // It was written, and removed since.
      return OperationOutcome(kind: .saved, id: id.text)
    }
    return try write(wish, by: writer)
  }

  private func write(
    _ wish: NewNoteWish, by writer: borrowing NoteWriter
  ) throws -> OperationOutcome {
    let note = try incoming.create(wish, with: files, by: writer) { note, writer in
      _ = try changes(note.path).finish(note.media, provisionalID: note.id, by: writer)
    }
    return OperationOutcome(kind: .saved, id: note.id.text, path: note.path.text)
  }

  /// Whether the file has the text of the note.
  private func isWritten(at path: VaultPath, _ id: NoteID, _ rules: NewNoteRules) throws -> Bool {
    let present = NoteDocument(try incoming.vault.folder.read(path).bytes)
    return try NewNotePlan.of(wish, id: id, by: rules).document.body.elementsEqual(present.body)
  }

  private func changes(_ path: VaultPath) -> MediaChanges {
    MediaChanges(form: media, path: path)
  }
}

extension PageRequest {
  /// A note with what its photos say of it.
  func wish(_ note: NewNote, with files: [NewMedia] = []) -> NewNoteWish {
    NewNoteWish(
      note, origin: PhotoOrigin(of: files.map(\.file.path), now: now.seconds, zone: zone))
  }

  /// Makes a note, which can be asked for at once, also where the index knows of it later.
  func create(
    _ wish: NewNoteWish, with files: [NewMedia] = [], by writer: borrowing NoteWriter,
    _ finish: (CreatedNote, borrowing NoteWriter) throws -> Void = { _, _ in }
  ) throws -> CreatedNote {
    let note = try writer.create(wish, with: files, owner: present) {
      try finish($0, writer)
    }
    site.operations.note(note.id, isAt: note.path)
    return note
  }

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
