import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct CommentCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment",
    abstract: "Comment on a note, or list the comments",
    discussion: """
      Writes a note of its own, comments/YYYY/MM/DAY-ID.md, which the timeline leaves out: tl show shows it under its \
      note, and whoever sees the note by a circle may read it. One emoji is a reaction. The text is the words, what \
      comes through a pipe, or what you write in the editor that opens on a terminal. tl rm moves a note to the \
      trash with its comments, and a comment alone by its path.

      --list, which is tl comments, lists the comments on all notes, the newest first.
      """)

  @Argument(
    help: ArgumentHelp("The note, then the text", valueName: "note words"), completion: .notes)
  var words: [String] = []

  @Option(help: ArgumentHelp("Who wrote it, if not you", valueName: "name"), completion: .people)
  var author: String?

  @Flag(help: "List the comments instead")
  var list = false

  @Option(help: ArgumentHelp("With --list: only those from then on", valueName: "date"))
  var since: String?

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if list, !words.isEmpty || author != nil {
      throw ValidationError("--list takes no note and no text; tl show NOTE shows its comments")
    }
    if !list, since != nil || output.json {
      throw ValidationError("--since and --json belong to --list")
    }
  }

  func run(in session: Session) throws {
    if list { return try CommentListing(since: since, asJSON: output.json).run(in: session) }
    guard let word = words.first else {
      throw Problem(usage: "which note? NOTE is missing", hint: "tl comment @1 \"What a day\"")
    }
    let text = Array(words.dropFirst())
    let unsaved = UnsavedText(given: text, needsText: true, in: session)
    unsaved.mentionPipe(behind: text)
    unsaved.command = "tl comment \(word.shellWord)"
    let written = try unsaved.kept { () -> ResolvedNote in
      let vault = try session.openVaultForWriting()
      unsaved.vault = vault
      let note = try NotePicker.pickOne(word, in: vault)
      if opensEditor { try unsaved.write(in: vault, instead: "tl comment NOTE TEXT") }
      guard !unsaved.text.isBlank else {
        if opensEditor { throw Problem.cancelled }
        throw Problem(
          usage: "the comment has no text", hint: "tl comment \(word.shellWord) \"What a day\"")
      }
      return try write(unsaved.text, on: note, in: vault)
    }
    try session.console.line(written.id, written.path)
  }

  private var opensEditor: Bool {
    words.count == 1 && !global.noInput && StandardStream.input.isTerminal
  }

  private func write(
    _ text: TypedText, on note: ResolvedNote, in vault: OpenVault
  ) throws -> ResolvedNote {
    do {
      let written = try vault.writer().comment(
        text.bytes, on: note.path, id: note.id,
        by: author ?? vault.session.userConfiguration.author)
      return ResolvedNote(path: written.path, id: written.id)
    } catch let error as CommentOnComment {
      throw Problem(
        "\(error.path.shown) is a comment", hint: "comment on its note instead", kind: .refused)
    }
  }
}

/// The comments on all notes.
private struct CommentListing {
  let since: String?
  let asJSON: Bool

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let index = try vault.scan()
    let since = try self.since.map {
      try DateExpression($0, now: vault.now.seconds, zone: vault.zone)
    }
    let comments = vault.source.comments(of: index).comments.filter { comment in
      since?.isOnOrAfterStart(comment.created) ?? true
    }
    let notes = Dictionary(
      index.notes(withIDs: Set(comments.map(\.note))).map { (index.id($0), $0) }
    ) { first, _ in first }
    // Of a note that is gone or sealed nothing is told.
    let shown = comments.reversed().filter { comment in
      notes[comment.note].map { vault.visibility.answer(for: $0, in: index) == .visible } ?? false
    }
    vault.saveLastList(shown.prefix(LastList.limit).map { LastList.Note($0.id, at: $0.path) })
    try vault.console.list(
      shown, asJSON: asJSON,
      none: since == nil
        ? "there is no comment yet; tl comment NOTE TEXT writes one" : "no comment since then",
      json: \.json
    ) { comments in
      TextColumns.lines(
        comments.map { comment in
          [
            TimeText.minute(comment.created), TerminalText.line(comment.author ?? ""),
            TerminalText.line(notes[comment.note].map(index.title) ?? ""),
            TerminalText.line(comment.firstLine),
          ]
        })
    }
  }
}

extension Comment {
  fileprivate var firstLine: String {
    String(text.split(whereSeparator: \.isNewline).first ?? "")
  }
}
