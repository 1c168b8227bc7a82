internal import Journal
internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Makes a note of a typed text and its options.
struct NoteCreation {
  let vault: OpenVault
  let options: NewNoteOptions
  /// Keys that a command sets itself; the options come after them.
  var extra: [FieldAssignment] = []

  /// The name of the template of which the text is made.
  var template: String?

  private var console: Console { vault.session.console }

  /// Throws if an option cannot be used, before anything is written.
  func check() throws {
    var note = NewNote(text: "")
    try options.apply(to: &note, in: vault)
    // Files are opened before anything is written, so that a wrong name loses no text.
    for name in options.attach {
      let file = try AttachedFile(named: name, options.copyWishes)
      if let size = file.size { vault.warnIfLarge(name, size: size) }
    }
  }

  /// Writes the note; unusable front matter stays in the text.
  func write(_ text: TypedText) throws -> (path: VaultPath, id: NoteID) {
    var note = NewNote(text)
    note.assignments = extra
    note.template = template
    try options.apply(to: &note, in: vault)
    addDefaults(to: &note)
    let taken = photoOrigin.map { note.take($0) } ?? []
    if !taken.isEmpty { console.say(PhotoOriginText.said(taken)) }
    if case .unusable(let line, let reason) = text.frontMatter {
      console.warn("line \(line) of the text: \(reason); the front matter there is kept as text")
    }
    if let id = note.ownID(zone: vault.zone), let owner = try owner(of: id) {
      note.id = vault.session.surroundings.makeID()
      console.warn("\(owner.shown) has the id \(id.text) already; the new note gets another")
    }
    do {
      return try vault.writer().create(note)
    } catch let error as EditError where note.hasOwnFrontMatter {
      note.hasOwnFrontMatter = false
      let written = try vault.writer().create(note)
      console.warn(
        "line \(error.line) of the text: \(error); the front matter there is kept as text")
      return written
    }
  }

  private var photoOrigin: PhotoOrigin? {
    options.leavesPhotoDate
      ? nil : PhotoOriginText.origin(of: options.attach, options.copyWishes, in: vault)
  }

  /// The category and the author of the settings, where the note has none itself; an anonymous note gets no author.
  private func addDefaults(to note: inout NewNote) {
    let made = note.preview(now: vault.now)
    func add(_ key: KnownKey, _ text: String?) {
      let isGiven = note.assignments.contains { $0.known == key } || made.hasValue(of: key)
      guard let text, !text.isEmpty, !isGiven else { return }
      note.assignments.append(FieldAssignment(key, .text(text)))
    }
    add(.category, JournalSettings(vault.vault.configuration).defaultCategory)
    guard !NoteMetadata(of: made, zone: vault.zone).isAnonymous else { return }
    add(.author, vault.session.userConfiguration.author)
  }

  private func owner(of id: NoteID) throws -> VaultPath? {
    let index = try vault.scan(keepsText: false)
    return index.notes(withID: id.text).first { index.id($0) == id }.map { index.path($0) }
  }

  // MARK: - Files

  /// The note exists already, so a failure is reported and the next file follows.
  func attachFiles(to path: VaultPath) {
    let wishes = options.copyWishes
    for name in options.attach {
      do {
        let file = try AttachedFile(named: name, wishes)
        try file.makeSmaller()
        file.sayDifferences(of: try file.copy(to: path, by: vault.writer()), on: console)
      } catch {
        var failure = CommandError(error)
        failure.hints = [
          "the note itself is saved; tl attach \(wishes.words)\(path.shown) \(name) tries again"
        ]
        vault.session.fail(failure)
      }
    }
  }
}
