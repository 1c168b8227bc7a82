internal import Cryptography
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

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
