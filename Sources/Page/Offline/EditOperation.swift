internal import VaultFormat
internal import VaultStore

/// Replaces the text of a note by what was written in a form, merged with what changed meanwhile, and adds files, once.
struct EditOperation: Sendable {
  let incoming: PageRequest
  let text: NoteDocument
  /// What the form showed.
  let base: NoteDocument
  let path: VaultPath
  let id: NoteID
  let files: [UploadedFile]

  /// - Parameter isAgain: it was begun before. The merge finds a text that is there already; files are looked for.
  /// - Throws: `NoteConflict`, unless nobody is there to choose: then the text becomes a draft.
  func run(_ writer: borrowing NoteWriter, isAgain: Bool) throws -> OperationOutcome {
    var saving = EditedText(text: text, base: base, zone: incoming.zone)
    do {
      try writer.replaceText(of: path, provisionalID: id) { current in
        try saving.joined(with: current, at: path)
      }
    } catch is NoteConflict where incoming.isReplayed {
      let number = try PageDrafts(incoming).keep(text, base: base, of: path)
      try attach(writer, isAgain)
      return OperationOutcome(kind: .conflict, id: id.text, number: number)
    }
    try attach(writer, isAgain)
    return OperationOutcome(kind: saving.remarks.isEmpty ? .saved : .merged, id: id.text)
  }

  private func attach(_ writer: borrowing NoteWriter, _ isAgain: Bool) throws {
    guard !files.isEmpty else { return }
    if isAgain {
      try MissingFiles(of: path, in: writer.vault).attach(files, by: writer)
    } else {
      try MissingFiles().attach(files, to: path, by: writer)
    }
    try writer.stamp(path, provisionalID: id)
  }
}
