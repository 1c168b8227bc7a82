internal import Cryptography
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

  private func changes(_ path: VaultPath) -> MediaChanges { MediaChanges(form: media, path: path) }
}

extension PageRequest {
  /// A note with what its photos say of it.
  func wish(_ note: NewNote, with files: [NewMedia] = []) -> NewNoteWish {
    NewNoteWish(note, origin: PhotoOrigin(of: files.map(\.file.path), now: now.seconds, zone: zone))
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

/// Replaces the text of a note by what was written in a form, merged with what changed meanwhile, and adds files, once.
struct EditOperation: Sendable {
  let incoming: PageRequest
  /// From what the form showed.
  let edit: EditedText
  let files: [NewMedia]
  let media: MediaForm

  /// - Parameters:
  ///   - found: nil if the note was removed: it is one again.
  ///   - isAgain: it was begun before. The merge finds a text that is there already; files are looked for. So are those of
  ///     a script's form, by their names too: one that waited may be sent while its form is open again.
  /// - Throws: `NoteConflict`, unless nobody is there to choose: then the text becomes a draft.
  func run(
    on found: NoteRoutes.Found?, _ writer: borrowing NoteWriter, isAgain: Bool
  ) throws -> OperationOutcome {
    if let found {
      return try incoming.onNote(at: found.path) {
        try save(at: found.path, found.id, writer, isAgain: isAgain)
      }
    }
    if let id = NoteMetadata(of: edit.text, zone: incoming.zone).id, let path = incoming.present(id)
    {
      // It was renamed, or an earlier try has written it.
      return try save(at: path, id, writer, isAgain: isAgain)
    }
    let (path, id) = try writer.saveAgain(edit)
    try MissingFiles().attach(files, to: path, by: writer)
    return OperationOutcome(kind: .saved, id: id.text, path: path.text)
  }

  private func save(
    at path: VaultPath, _ id: NoteID, _ writer: borrowing NoteWriter, isAgain: Bool
  ) throws -> OperationOutcome {
    if !files.isEmpty, !incoming.isReplayed {
      // Before the files: those of a refused form would go to the trash.
      let current = NoteDocument(try incoming.vault.folder.read(path).bytes)
      _ = try edit.plan(over: current, at: path, zone: incoming.zone)
    }
    let isLookedFor = isAgain || incoming.request.field("Tl-Operation") != nil
    let missing = isLookedFor ? try MissingFiles(of: path, in: writer.vault) : MissingFiles()
    let added = try missing.attach(files, to: path, byName: !isAgain, by: writer)
    let changes = MediaChanges(form: media, path: path)
    var draft: Int?
    var isMerged = false
    do {
      isMerged = try writer.save(edit, at: path, provisionalID: id).remarks.contains(.merged)
    } catch is NoteConflict where incoming.isReplayed {
      draft = try PageDrafts(incoming).keep(edit.text, base: edit.base, of: path)
    } catch {
      changes.takeBack(added.new, by: writer)
      throw error
    }
    let removal = try changes.finish(added.all, provisionalID: id, by: writer)
    let kind: OperationOutcome.Kind = draft != nil ? .conflict : isMerged ? .merged : .saved
    return OperationOutcome(kind: kind, id: id.text, number: draft, done: removal.done)
  }
}

extension PageRequest {
  /// The operation of a form with a text.
  ///
  /// That of a new note has the note's id unless it has another, since a form without script has none.
  ///
  /// A form may be sent again with the same id, after a crash, from the history, or after its answer was lost: with other
  /// words it is another operation.
  ///
  /// - Throws: for an id that is not valid.
  func operation(writing form: NoteForm) throws(PageProblem) -> OperationKey? {
    let named = try operation()
    let name = request.field("Tl-Operation") ?? self.form?["operation"] ?? ""
    let isNew = form.base.isEmpty
    let isNote = (name.isEmpty || name == form.id) && NoteForm.isUUID(form.id)
    guard isNew ? isNote : !name.isEmpty else { return named }
    let media = ["media", "remove"].flatMap { self.form?.fields.all($0) ?? [] }
    let files = self.form?.staged.map { "\($0.hash)/\($0.name)" } ?? []
    let sent = (try? self.form?.sentFiles())?.map { "\($0.size ?? 0)/\($0.name)" } ?? []
    let content = form.content + media + files + sent
    return operation(named: sha256Hex("\(isNew ? form.id : name)\n\(content)".utf8))
  }
}

/// Attaches files to a note, without those that an earlier attempt has attached.
struct MissingFiles: Sendable {
  private var folder: VaultFolder?
  /// What may have been attached.
  private var present: [MediaFile] = []

  /// The files of a form in the vault.
  struct Attached: Sendable {
    /// In the order of the form.
    var all: [VaultPath] = []
    var new: [VaultPath] = []
  }

  /// For a first attempt.
  init() {}

  /// For a later one.
  init(of note: VaultPath, in vault: Vault) throws(StoreError) {
    folder = vault.folder
    if let media = MediaFolder(of: note) { present = try vault.folder.media(in: media).files }
  }

  /// If a file cannot be attached, those before it are in the trash.
  ///
  /// - Parameter byName: a file is known by its name and its content; otherwise by its content alone.
  @discardableResult
  func attach(
    _ files: [NewMedia], to note: VaultPath, byName: Bool = false, by writer: borrowing NoteWriter
  ) throws -> Attached {
    var present = present
    var known: [VaultPath?] = []
    for file in files {
      let source = try MediaSource(opening: file.file.path)
      // Two files of the same content are two files.
      let index = present.firstIndex { media in
        (!byName || media.path.name.elementsEqual(file.name.utf8)) && isSame(media, source)
      }
      known.append(index.map { present.remove(at: $0).path })
    }
    let missing = zip(files, known).filter { $0.1 == nil }.map(\.0)
    let new = try writer.attach(missing, to: note)
    var rest = new[...]
    return Attached(all: known.map { $0 ?? rest.removeFirst() }, new: new)
  }

  private func isSame(_ media: MediaFile, _ source: borrowing MediaSource) -> Bool {
    guard media.size == source.status.size, let other = try? folder?.openFile(media.path) else {
      return false
    }
    var offset: Int64 = 0
    while true {
      guard let bytes = try? source.file.readChunk(1 << 16, at: offset),
        let others = try? other.readChunk(1 << 16, at: offset), bytes == others
      else { return false }
      if bytes.isEmpty { return true }
      offset += Int64(bytes.count)
    }
  }
}
