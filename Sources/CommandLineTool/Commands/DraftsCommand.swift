import ArgumentParser
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct DraftsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drafts",
    abstract: "List, resume or drop texts that could not be saved",
    discussion: """
      A text that cannot be saved, because an editor failed, a disk is full or a note was changed meanwhile, stays \
      in .tl/local/drafts, on this device only, with the options given to tl add. A draft is removed once its \
      text is in a note, or by tl drafts drop. A swap file that a killed editor left beside it is listed with \
      it: tl drafts resume opens the same file, and the editor offers to recover the text.
      """,
    subcommands: [DraftsListCommand.self, DraftsResumeCommand.self, DraftsDropCommand.self],
    defaultSubcommand: DraftsListCommand.self)
}

struct DraftsListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the drafts",
    discussion: """
      For each draft: its number, when it was made, its size, the note that it changes, its title. With --json: \
      an array of {number, saved, note, title, bytes, path, options, leftovers, open}; note is null for a new note, \
      options are those of tl add, leftovers the paths of files in which an editor keeps what it has not saved, and \
      open says that an editor has the draft open.
      """,
    aliases: ["ls"])

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let visibility = KeptVisibility(vault)
    let rows = try Drafts(vault.vault.folder).list().map { try DraftRow($0, in: vault, visibility) }
    try vault.console.list(
      rows, asJSON: output.json, none: "there are no drafts", json: \.json
    ) { DraftRow.lines($0, vault.console.style) }
  }
}

struct DraftsResumeCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Open a draft in your editor and save it",
    discussion: """
      Saves the edited text as tl edit and tl add do, even if nothing was changed in it. A new note gets \
      the options given to tl add; each file that these name is asked for, and left out without a terminal, since \
      a restored backup may hold drafts of others. If the note was changed in the same lines, the draft shows both \
      versions. A note that was deleted meanwhile comes back.
      """)

  @Argument(help: ArgumentHelp("A number of tl drafts", valueName: "number"))
  var number: Int

  @Option(
    help: ArgumentHelp(
      "Seal a new note until a day to come, whatever tl add was given", valueName: "day"))
  var openAfter: String?

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    var draft = try DraftsCommand.draft(number, in: vault)
    if let openAfter {
      if let note = draft.note {
        throw Problem(
          usage: "draft \(number) is a change of \(note.shown)",
          hint: "tl seal \(note.shown.shellWord) \(openAfter) seals the note")
      }
      draft.options.removeAll { $0.hasPrefix("--open-") }
      draft.options.append("--open-after=\(openAfter)")
    }
    let editing = try NoteEditing(vault)
    if let note = draft.note { return try editing.resume(draft, of: note) }
    var filing = NoteCreation(vault: vault, options: try options(of: draft, in: vault))
    filing.template = DraftTemplate.name(in: draft.options)
    let unsaved = UnsavedText(TypedText([]), from: .editor, in: vault.session)
    unsaved.vault = vault
    unsaved.options = draft.options
    let written = try unsaved.kept { () -> CreatedNote in
      try unsaved.resume(draft, original: [], with: editing.editor, in: vault)
      guard !unsaved.text.isBlank || !filing.options.attach.isEmpty else {
        throw Problem.cancelled
      }
      return try filing.write(unsaved.text)
    }
    try vault.console.line(written.id, written.path)
    filing.attachFiles(to: written.path)
  }

  /// Reports and leaves out an option that cannot be used: the text matters more.
  private func options(of draft: Draft, in vault: OpenVault) throws -> NewNoteOptions {
    let console = vault.console
    let given = draft.options.filter { !$0.hasPrefix(DraftTemplate.option) }
    var agreed: Set<String> = []
    let (options, problems) = NewNoteOptions.read(given) { options in
      // Before it is opened.
      for file in options.attach where !agreed.contains(file) {
        try agree(to: file, in: vault.session)
        agreed.insert(file)
      }
      try NoteCreation(vault: vault, options: options).check()
    }
    // A text that was to be sealed is not written without its seal.
    if let (word, error) = problems.first(where: { isSeal($0.word, in: vault) }) {
      throw Problem(
        "\(word), given with this draft: \(Problem(error).message)",
        hint: "tl drafts resume \(number) --open-after 2043-05-17 seals the note until that day")
    }
    for (word, error) in problems {
      console.warn("\(word), given with this draft, is left out: \(Problem(error).message)")
    }
    let used = draft.options.filter { word in !problems.contains { $0.word == word } }
    if !used.isEmpty { console.say("with \(used.joined(separator: " "))") }
    return options
  }

  /// A draft may be a stranger's, in a backup that was restored, and name any file of this machine.
  private func agree(to file: String, in session: Session) throws {
    guard session.isInteractive, session.confirm("take \(file) into the note?") else {
      throw Problem("nobody agreed to it; tl attach adds the file to the note")
    }
  }
}

/// Whether an option of a draft seals the note: until a day that has begun by now it does not.
private func isSeal(_ option: String, in vault: OpenVault) -> Bool {
  guard option.hasPrefix("--open-") else { return false }
  let day = CalendarDay(String(option.drop { $0 != "=" }.dropFirst()))
  return day.map { vault.now.day < $0 } ?? true
}

/// The template of a draft's note, which is in the text already, among the options: the path of the note may have its name.
enum DraftTemplate {
  static let option = "--template="

  static func name(in options: [String]) -> String? {
    options.last { $0.hasPrefix(option) }.map { String($0.dropFirst(option.count)) }
  }
}

struct DraftsDropCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop",
    abstract: "Move drafts to the trash",
    discussion: "Asks on a terminal. tl trash restore brings them back.")

  @Argument(help: ArgumentHelp("Numbers of tl drafts", valueName: "number"))
  var numbers: [Int]

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    if !consent.yes { try vault.session.requireAnswer(for: "tl drafts drop -y NUMBER") }
    for number in numbers {
      do {
        try drop(number, in: vault)
      } catch let error as Problem {
        vault.session.fail(error)
      }
    }
  }

  private func drop(_ number: Int, in vault: OpenVault) throws {
    let row = try DraftRow(
      DraftsCommand.draft(number, in: vault), in: vault, KeptVisibility(vault))
    let session = vault.session
    let question = "move draft \(number) to the trash? \(row.summary)"
    guard consent.yes || session.confirm(question) else {
      return session.console.say("kept draft \(number)")
    }
    let entry = try vault.writer().remove(draft: number)
    try session.console.line(String(number))
    session.console.say(
      "draft \(number) is in the trash; tl trash restore \(entry.number) brings it back")
  }
}

extension DraftsCommand {
  fileprivate static func draft(_ number: Int, in vault: OpenVault) throws -> Draft {
    guard let draft = try Drafts(vault.vault.folder).list().first(where: { $0.number == number })
    else {
      throw Problem("there is no draft \(number)", hint: "tl drafts lists them")
    }
    return draft
  }
}

/// A draft, as it is printed.
struct DraftRow {
  private let draft: Draft
  private let path: String
  private let leftovers: [String]
  /// The title of the current text, not of the first version; that of a sealed note is not told.
  private let title: String

  init(_ draft: Draft, in vault: OpenVault, _ visibility: KeptVisibility) throws {
    self.draft = draft
    path = vault.systemPath(of: draft.path)
    leftovers = draft.leftovers.map(vault.systemPath)
    let bytes = (try? Drafts(vault.vault.folder).read(draft.number))?.text ?? []
    let text = NoteDocument(bytes)
    let isShown = try draft.note.map { try visibility.shows(text, at: $0) } ?? true
    title = isShown ? text.titleOfText ?? draft.about : "a sealed note"
  }

  private var size: String { "\(ByteCount(draft.size))" }
  private var note: String { draft.note?.shown ?? "a new note" }

  private var remark: String {
    if draft.isOpen { return "  (open in an editor)" }
    guard let leftover = draft.leftovers.first else { return "" }
    return "  (a killed editor left \(String(decoding: leftover.name, as: UTF8.self)))"
  }

  /// A short description; safe for a terminal.
  var summary: String { TerminalText.line("(\(note), \(size): \(title))") }

  /// A line each, in columns.
  static func lines(_ rows: [DraftRow], _ style: Style) -> [String] {
    let numbers = rows.map { String($0.draft.number) }.rightAligned(style.yellow)
    let sizes = rows.map(\.size).rightAligned()
    let notes = rows.map { DisplayWidth.of(TerminalText.line($0.note)) }.max() ?? 0
    return rows.enumerated().map { index, row in
      let time = TimeText.minute(rfc3339: row.draft.time)
      return [
        numbers[index],
        style.dim(DisplayWidth.pad(TerminalText.line(time), to: 16)),
        style.dim(sizes[index]),
        DisplayWidth.pad(TerminalText.line(row.note), to: notes),
        TerminalText.line(row.title + row.remark),
      ].joined(separator: "  ")
    }
  }

  var json: JSONValue {
    .object([
      ("number", .int(draft.number)), ("saved", .string(draft.time)),
      ("note", .text(draft.note?.text)), ("title", .string(title)),
      ("bytes", .int(Int(draft.size))), ("path", .string(path)),
      ("options", .array(draft.options.map { .string($0) })),
      ("leftovers", .array(leftovers.map { .string($0) })), ("open", .bool(draft.isOpen)),
    ])
  }
}
