import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

struct ShowCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a whole note",
    discussion: """
      The title, the keys of the front matter, the media, the text, comments, and findings about the file. NOTE is a \
      path, an id or its beginning, or @N for the Nth note of the last list. With --at the note as it was then, \
      also one that was deleted since: WHEN is an id of tl log, or a date, which means the end of that day.

      With --images the pictures follow, by the graphics protocol of kitty (also in Ghostty), the inline images of \
      iTerm2 (also in WezTerm), or as coloured blocks elsewhere, such as in tmux; nothing if the output is no \
      terminal, or has no colours. This needs tl-media, which needs libvips.

      --open starts xdg-open (on macOS: open) with one of the media instead, and does not wait for it; without -n the note \
      must have only one. Only photos, sounds, films and PDF are opened, by the endings of their names: other files might \
      be programs, which the system would run.
      """)

  @Argument(help: "The note", completion: .notes)
  var note: String?

  @Option(help: ArgumentHelp("As it was then: an id of tl log, or a date", valueName: "when"))
  var at: String?

  @Flag(help: "Show the pictures too, in the terminal")
  var images = false

  @Flag(help: "Open a photo, a recording or a film of the note with the system's program")
  var open = false

  @Option(
    name: [.customShort("n", allowingJoined: true), .customLong("number")],
    help: ArgumentHelp("With --open: file N of its media, in the order of tl show", valueName: "n"))
  var number: Int?

  @Flag(
    name: .customLong("open-early"), help: "Show a sealed note before its day; it stays sealed")
  var openEarly = false

  @OptionGroup var output: ObjectOptions

  @Option(help: ArgumentHelp("Print by a template such as '{{title}}'", valueName: "template"))
  var format: String?

  @Flag(name: .customLong("no-text"), help: "Leave the text out")
  var noText = false

  @OptionGroup var paging: PagerOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if number != nil, !open { throw ValidationError("-n belongs to --open") }
  }

  func run(in session: Session) throws {
    if open { return try MediaOpening(note: note, number: number).run(in: session) }
    guard !images || at == nil else {
      throw Problem(usage: "--images shows the pictures that are here, not those of --at")
    }
    var vault = try session.openVault()
    vault.source.visibility.opensEarly = openEarly
    let (file, id) = try at.map { try past($0, in: vault) } ?? present(in: vault)
    let console = session.console
    let ages = NoteAges(vault)
    // Of a note as it was then, and of a sealed one, nobody asks what others say.
    let hasComments = at == nil && format == nil && file.sealedUntil == nil
    let comments = hasComments ? try vault.source.comments().comments(on: id) : []
    if output.json {
      let value = NoteJSONV1.value(
        of: file, id: id, withText: !noText, ages: ages.ages(of: file).json)
      try console.print(value.with(comments))
    } else if let format {
      let shortID = String(id.text.prefix(VaultIndex.shortLength))
      let text = try NoteTemplate(format).text(
        for: file, id: id, shortID: shortID, ages: ages)
      try console.line(console.outputIsTerminal ? TerminalText.block(text) : text)
    } else {
      // A pager would show the sequences of pictures as text.
      session.startPager(unless: paging.noPager || images)
      let thread = CommentThread(comments)
      try NotePage(note: file, id: id, ages: ages.ages(of: file), comments: thread)
        .print(on: console, withText: !noText)
      if images { try NotePictures(note: file, vault: vault).print(on: console) }
    }
  }

  private func present(in vault: OpenVault) throws -> (file: NoteFile, id: NoteID) {
    let resolved = try NotePicker.pickOne(note, in: vault)
    return (try vault.note(at: resolved.path), resolved.id)
  }

  private func past(_ moment: String, in vault: OpenVault) throws -> (file: NoteFile, id: NoteID) {
    let history = try vault.syncedForReading().history()
    let note: HistoricNote
    if let word = self.note {
      note = try history.note(named: word, in: vault).note
    } else {
      let picked = try NotePicker.pickOne(nil, in: vault)
      note = HistoricNote(path: picked.path, id: picked.id)
    }
    let past = try history.note(note, at: moment, in: vault)
    let file = NoteFile(
      past.bytes, at: past.path, asOf: past.time,
      media: past.media.map { ($0.path, $0.size) }, zone: vault.zone)
    // Neither it nor the note as it is now may be sealed.
    let present = (try? vault.vault.folder.read(note.path)).map { NoteDocument($0.bytes) }
    let answer = try vault.answer(for: file.document).or(
      present.map(vault.answer) ?? .visible)
    if answer == .visible {
      vault.console.say("as it was on \(TimeText.minute(past.time))")
    }
    return (vault.visibility.shown(file, answer), past.id)
  }
}

extension JSONValue {
  /// The note with the comments on it, if there are any.
  fileprivate func with(_ comments: [Comment]) -> JSONValue {
    guard !comments.isEmpty, case .object(let fields) = self else { return self }
    return .object(fields + [("comments", .array(comments.map(\.json)))])
  }
}
