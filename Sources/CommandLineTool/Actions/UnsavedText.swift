internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// The text of a new note, kept if saving fails: in the vault's drafts, else in the folder for temporary files.
final class UnsavedText {
  enum Source {
    /// From the command line, which the shell has in its history.
    case arguments
    case input
    case editor
  }

  private(set) var text: TypedText
  /// The part of the text that came through a pipe.
  private(set) var piped = TypedText([])
  private(set) var source: Source
  /// The vault of the note, once it is known.
  var vault: OpenVault?
  /// The options of the note, kept with the text: `NewNoteOptions.words`.
  var options: [String] = []
  /// The command that takes the text once more, as words of a shell; nil for that of a new note.
  var command: String?
  private var draft: Draft?
  private let session: Session

  init(_ text: TypedText, from source: Source, in session: Session) {
    self.text = text
    self.source = source
    self.session = session
  }

  /// The text that a command is given: its words, and behind a blank line what comes through a pipe; `-` alone stands
  /// for that.
  ///
  /// Piped text exists nowhere else, so a command takes it before anything can fail, and saves it inside of `kept`.
  ///
  /// - Parameter needsText: without words the text is read from whatever is no terminal.
  convenience init(given words: [String], needsText: Bool = false, in session: Session) {
    let input = StandardStream.input
    let isStandIn = words == ["-"]
    let words = isStandIn ? "" : words.joined(separator: " ")
    let isRead =
      isStandIn || !input.isTerminal && (needsText && words.isEmpty || input.isUnread)
    guard isRead else {
      self.init(TypedText(words), from: .arguments, in: session)
      return
    }
    if !isStandIn, !input.hasInput(within: 1_000) {
      session.console.say("waiting for text on standard input; Ctrl-D ends it")
    }
    let piped = TypedText(input.readAll())
    let text = piped.preceded(by: words)
    self.init(text, from: text.text == words ? .arguments : .input, in: session)
    self.piped = piped
  }

  /// Says that words which were typed and piped lines make one text: in a loop over the lines of a pipe the first command
  /// takes them all.
  func mentionPipe(behind words: [String]) {
    guard words != ["-"], words.contains(where: { !$0.isEmpty }), !piped.isBlank else { return }
    let count = piped.bytes.split(separator: UInt8(ascii: "\n")).count
    session.console.say(
      "the text goes on with \(count) \(count == 1 ? "line" : "lines") from standard input")
  }

  /// Puts the text below a heading.
  func begin(withHeading title: String) {
    text = text.isBlank ? TypedText("# \(title)") : text.preceded(by: "# \(title)")
  }

  /// Tells that the text is saved, so that no error that follows keeps it once more.
  func wasSaved() { text = TypedText([]) }

  /// Puts the text into a template.
  func begin(with template: VaultPath, in vault: OpenVault) throws {
    text = try NoteTemplates(vault: vault).text(template, with: text)
    source = .input
  }

  /// Opens the editor on the text, which is empty without a template.
  ///
  /// - Parameter command: what does without an editor.
  func write(
    in vault: OpenVault, instead command: String = "tl add \"What happened\""
  ) throws {
    let editor = try Editor(session, instead: "\(command), or the text on standard input")
    let drafts = Drafts(vault.vault.folder)
    mentionDrafts(try drafts.list())
    let original = text.bytes
    let draft = try drafts.save(
      original, about: "a new note", name: "\(vault.now.day)", options: options,
      at: vault.now.rfc3339)
    try resume(draft, original: original, with: editor, in: vault)
  }

  /// Opens the editor on a draft.
  ///
  /// - Parameter original: a draft that equals it is removed if the editor fails.
  func resume(
    _ draft: Draft, original: [UInt8], with editor: Editor, in vault: OpenVault
  ) throws {
    text = TypedText(try editor.edit(draft, unchanged: [original], in: vault))
    source = .editor
    self.draft = draft
  }

  private func mentionDrafts(_ drafts: [Draft]) {
    let unsaved = drafts.filter {
      $0.note == nil && !$0.isOpen && ($0.size > 0 || !$0.leftovers.isEmpty)
    }
    guard let last = unsaved.last else { return }
    let count = unsaved.count == 1 ? "a new note was" : "\(unsaved.count) new notes were"
    session.console.say(
      "\(count) not saved earlier; tl drafts resume \(last.number) opens the draft")
  }

  /// Runs `body`, which saves the text.
  ///
  /// If that fails, the text is kept, and the error says where; else the draft is removed.
  func kept<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      let result = try body()
      dropDraft()
      return result
    } catch let exit as QuietExit {
      throw exit
    } catch {
      guard !text.isBlank else { throw discarded(error) }
      var failure = Problem(error)
      let isInHistory = source == .arguments && (vault == nil || failure.status == .wrongUsage)
      if !isInHistory { failure.hints += keep() }
      throw failure
    }
  }

  /// The error for an empty text; removes the draft unless an editor left a file with it.
  private func discarded(_ error: any Error) -> any Error {
    guard let draft, let vault else { return error }
    self.draft = nil
    guard (try? Drafts(vault.vault.folder).discard(draft.number)) == false else { return error }
    var failure = Problem(error)
    failure.hints.append(vault.recoveryHint(of: draft))
    return failure
  }

  private func dropDraft() {
    guard let draft, let vault else { return }
    self.draft = nil
    // The note has the text; a draft that cannot be removed is only a needless copy.
    try? Drafts(vault.vault.folder).drop(draft.number)
  }

  /// Keeps the text; returns hints on where it is.
  private func keep() -> [String] {
    if let vault, let draft = draft ?? saved(in: vault) {
      guard let command else { return [vault.locationHint(of: draft)] }
      let path = vault.systemPath(of: draft.path)
      return ["the text is in \(path); \(command) \"$(cat \(path.shellWord))\" tries again"]
    }
    let path =
      "\(session.environment.temporaryFolder)/tl-text-\(session.surroundings.makeID().text).txt"
    if SystemFile.create(path, text.bytes) {
      let lost = options.isEmpty ? "" : ", without the options given here"
      return ["the text is in \(path)\(lost)"]
    }
    return ["the text could not be kept anywhere; it is: \(text.text)"]
  }

  /// A folder of notes without `.tl` gets none for a draft: only `tl init` makes a vault.
  private func saved(in vault: OpenVault) -> Draft? {
    guard vault.vault.isInitialized else { return nil }
    let about = text.firstLine
    let slug = Slug.of(about)
    return try? Drafts(vault.vault.folder).save(
      text.bytes, about: about, name: slug.isEmpty ? "\(vault.now.day)" : slug,
      options: options, at: vault.now.rfc3339)
  }
}
