internal import Operations
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// Makes a note of a typed text and its options.
struct NoteCreation {
  let vault: OpenVault
  let options: NewNoteOptions
  /// Keys that a command sets itself; the options come after them.
  var extra: [FieldAssignment] = []

  /// The name of the template of which the text is made.
  var template: String?

  /// Throws if an option cannot be used, before anything is written.
  func check() throws {
    var note = NewNote(text: "")
    try options.apply(to: &note, in: vault)
    // Files are opened before anything is written, so that a wrong name loses no text.
    for name in options.attach {
      let file = try AttachedFile(named: name, options.copies.options)
      if let size = file.size { vault.warnIfLarge(name, size: size) }
    }
  }

  func write(_ text: TypedText) throws -> CreatedNote {
    var wish = NewNoteWish(text)
    wish.note.assignments = extra
    wish.note.template = template
    try options.apply(to: &wish.note, in: vault)
    if !options.copies.leavesPhotoDate {
      wish.origin = PhotoOriginText.origin(of: options.attach, options.copies.options, in: vault)
    }
    return try vault.create(wish, by: vault.writer())
  }

  // MARK: - Files

  /// The note exists already, so a failure is reported and the next file follows.
  func attachFiles(to path: VaultPath) {
    let copyOptions = options.copies.options
    for name in options.attach {
      do {
        let file = try AttachedFile(named: name, copyOptions)
        try file.makeSmaller()
        file.sayDifferences(
          of: try file.copy(to: path, by: vault.writer()), on: vault.console)
      } catch {
        var failure = Problem(error)
        failure.hints = [
          "the note itself is saved; tl attach \(copyOptions.words)\(path.shown) \(name) tries again"
        ]
        vault.session.fail(failure)
      }
    }
  }
}

extension OpenVault {
  /// Makes a note for the user, and says what is not as it was given.
  func create(_ wish: NewNoteWish, by writer: borrowing NoteWriter) throws -> CreatedNote {
    var wish = wish
    wish.author = session.userConfiguration.author
    let note = try writer.create(wish) { id in
      let index = try scan(keepsText: false)
      return index.notes(withID: id.text).first { index.id($0) == id }.map { index.path($0) }
    }
    if !note.plan.taken.isEmpty { session.console.say(PhotoOriginText.said(note.plan.taken)) }
    if let (id, owner) = note.taken {
      session.console.warn(
        "\(owner.shown) has the id \(id.text) already; the new note gets another")
    }
    if case .unusable(let line, let reason) = note.plan.frontMatter {
      session.console.warn(
        "line \(line) of the text: \(reason); the front matter there is kept as text")
    }
    return note
  }
}
