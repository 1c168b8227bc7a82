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
    name: .shortAndLong, help: "Copy a photo, a recording or any file to the note (can be repeated)",
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
    let vault = try session.openVault()
    try vault.vault.checkWritable()
    var note = NewNote(text: "")
    note.isPinned = pin
    note.tags = Tag.unique(tag.flatMap { Tag.list(in: $0) })
    note.created = try created.flatMap { try time($0, "created", vault) }
    note.assignments = try (date.map { ["date=\($0)"] } ?? []).map { try assignment($0, vault) }
      + assignments.map { try assignment($0, vault) }
    // Files are opened before anything is written: a name that is wrong costs no text.
    try attach.forEach { try checkFile($0, vault, session) }
    note.text = try readText(session, vault)
    guard !note.text.allSatisfy(\.isWhitespace) || !attach.isEmpty else {
      throw CommandError(
        "there is nothing to write: no text and no file", hint: "tl add \"What happened\"",
        status: .wrongUsage)
    }
    let (path, id) = try UnsavedText.kept(note.text, session, vault) {
      try vault.writer().create(note)
    }
    for file in attach { attachFile(file, to: path, vault, session) }
    let shortID = TerminalText.line(String(id.text.prefix(8)))
    try session.console.line("\(session.console.style.yellow(shortID))  \(TerminalText.line(path.text))")
  }

  private func readText(_ session: Session, _ vault: OpenVault) throws -> String {
    if !text.isEmpty { return text.joined(separator: " ") }
    if !StandardStream.input.isTerminal {
      return String(decoding: StandardStream.input.readAll(), as: UTF8.self)
    }
    if !attach.isEmpty || global.noInput { return "" }
    return try Editor(session).write("", about: "a new note", in: vault)
  }

  private func time(_ text: String, _ key: String, _ vault: OpenVault) throws -> NoteTime? {
    guard case .plain(let written)? = try assignment("\(key)=\(text)", vault).value else { return nil }
    return NoteTime(written, zone: vault.session.surroundings.zone)
  }

  private func assignment(_ text: String, _ vault: OpenVault) throws -> FieldAssignment {
    let surroundings = vault.session.surroundings
    return try FieldAssignment(text, now: surroundings.now(), zone: surroundings.zone)
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
