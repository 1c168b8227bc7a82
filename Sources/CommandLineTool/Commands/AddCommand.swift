import ArgumentParser
internal import VaultFormat
internal import VaultStore

struct AddCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Write a new note",
    discussion: """
      The words are the text. Without any, the text is read from standard input, or an editor opens on a \
      terminal. Prints the short id and the path of the new note.
      """,
    aliases: ["new"])

  @Argument(help: "The text; words are joined by blanks")
  var text: [String] = []

  @Option(name: .shortAndLong, help: "Add a tag (can be repeated)", completion: TagCompletion.kind)
  var tag: [String] = []

  @Option(
    name: .shortAndLong,
    help: "Copy a photo, a recording or any file to the note (can be repeated)",
    completion: .file())
  var attach: [String] = []

  @Flag(help: "Pin the note")
  var pin = false

  @Option(help: ArgumentHelp("When it happened, if that is not now", valueName: "date"))
  var date: String?

  @Option(help: ArgumentHelp("When the note was written, if that is not now", valueName: "time"))
  var created: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set a key, as in tl set (can be repeated)", valueName: "key=value"))
  var assignments: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    // What comes through a pipe is nowhere else, so it is read before anything can fail.
    let unsaved = unsavedText(in: session)
    let (path, id) = try unsaved.kept {
      let vault = try session.openVault(writes: true)
      unsaved.vault = vault
      try vault.vault.checkWritable()
      var note = try newNote(in: vault)
      // Files are opened before anything is written: a name that is wrong costs no text.
      try attach.forEach { try checkFile($0, vault, session) }
      if opensEditor { try unsaved.write(in: vault) }
      guard !unsaved.isEmpty || !attach.isEmpty else {
        throw CommandError(
          "there is nothing to write: no text and no file", hint: "tl add \"What happened\"",
          status: .wrongUsage)
      }
      note.text = unsaved.text
      return try vault.writer().create(note)
    }
    guard let vault = unsaved.vault else { return }
    try session.console.line(id, path)
    for file in attach { attachFile(file, to: path, vault, session) }
  }

  private var opensEditor: Bool {
    text.isEmpty && attach.isEmpty && !global.noInput && StandardStream.input.isTerminal
  }

  private func unsavedText(in session: Session) -> UnsavedText {
    let isPiped = text.isEmpty && !StandardStream.input.isTerminal
    let unsaved = UnsavedText(
      isPiped
        ? String(decoding: StandardStream.input.readAll(), as: UTF8.self)
        : text.joined(separator: " "),
      from: isPiped ? .input : .arguments, in: session)
    if !(tag + attach + assignments).isEmpty || pin || date != nil || created != nil {
      unsaved.remark = "the options given here are not in it: give them to the note afterwards"
    }
    return unsaved
  }

  private func newNote(in vault: OpenVault) throws -> NewNote {
    var note = NewNote(text: "")
    note.isPinned = pin
    note.tags = Tag.unique(tag.flatMap { Tag.list(in: $0) })
    note.created = try created.flatMap { try time($0, "created", vault) }
    for text in (date.map { ["date=\($0)"] } ?? []) + assignments {
      let assignment = try assignment(text, vault)
      guard assignment.known == .tags, !tag.isEmpty else {
        note.assignments.append(assignment)
        continue
      }
      // The tags of both are meant: none of them may get lost.
      guard case .list(let tags)? = assignment.value else {
        throw CommandError(
          "-t and --set \(text) both say what the tags are", hint: "give all tags with -t",
          status: .wrongUsage)
      }
      note.tags = Tag.unique(note.tags + tags.compactMap { Tag($0) })
    }
    return note
  }

  private func time(_ text: String, _ key: String, _ vault: OpenVault) throws -> NoteTime? {
    guard case .plain(let written)? = try assignment("\(key)=\(text)", vault).value else {
      return nil
    }
    return NoteTime(written, zone: vault.zone)
  }

  private func assignment(_ text: String, _ vault: OpenVault) throws -> FieldAssignment {
    try FieldAssignment(text, now: vault.surroundings.now(), zone: vault.zone)
  }

  private func checkFile(_ file: String, _ vault: OpenVault, _ session: Session) throws {
    let source = try MediaSource(opening: file)
    let limit = vault.vault.configuration.maximumMediaSize
    if source.status.size > limit {
      session.console.warn(
        "\(file) has \(ByteCount(source.status.size)), more than the vault's limit of \(ByteCount(limit)); "
          + "it is kept here and will be left out of a sync")
    }
  }

  /// The note is there by now, so a file that fails is told of and the next one follows.
  private func attachFile(
    _ file: String, to path: VaultPath, _ vault: OpenVault, _ session: Session
  ) {
    do {
      _ = try vault.writer().attach(MediaSource(opening: file), to: path)
    } catch {
      var failure = CommandError(error)
      failure.hints = ["the note itself is saved; tl attach \(path.text) \(file) tries again"]
      session.fail(failure)
    }
  }
}
