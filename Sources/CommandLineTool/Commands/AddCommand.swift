import ArgumentParser
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct AddCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Write a new note",
    discussion: """
      The words are the text. Text that comes through a pipe follows them after a blank line; - alone stands for \
      it. Without words the text is read from standard input, or an editor opens on a terminal. In a loop over \
      the lines of a pipe, give tl add its own input: tl add "$line" < /dev/null.

      Front matter at the beginning of piped or edited text is the note's front matter: the options are added to \
      it, or replace its values, and tl adds id, created and updated. An id that another note has is \
      replaced. Front matter that tl cannot read is kept as text, with a warning. Prints the short id and the \
      path of the new note.
      """,
    aliases: ["new"])

  @Argument(help: "The text; words are joined by spaces")
  var text: [String] = []

  @Option(
    help: ArgumentHelp(
      "Begin with a template; list prints their names. The first line of the text is the title",
      valueName: "name"),
    completion: .templates)
  var template: String?

  @OptionGroup var options: NewNoteOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    if template == "list", text.isEmpty { return try session.printTemplates(asJSON: false) }
    try write(UnsavedText(given: text, needsText: true, in: session), in: session)
  }

  func write(_ unsaved: UnsavedText, in session: Session) throws {
    unsaved.options = options.words(session.surroundings)
    unsaved.mentionPipe(behind: text)
    let written = try unsaved.kept { () -> CreatedNote in
      let vault = try session.openVault(for: .writing)
      unsaved.vault = vault
      try vault.vault.checkWritable()
      var filing = NoteCreation(vault: vault, options: options)
      try filing.check()
      let template = try template.map { try NoteTemplates(vault: vault).path(named: $0) }
      if let template {
        try unsaved.begin(with: template, in: vault)
        filing.template = template.stemText
        unsaved.options.append(DraftTemplate.option + template.stemText)
      }
      if opensEditor { try unsaved.write(in: vault) }
      guard !unsaved.text.isBlank || !options.attach.isEmpty else {
        if opensEditor { throw Problem.cancelled }
        throw Problem(
          usage: "there is nothing to write: no text and no file", hint: "tl add \"What happened\"")
      }
      return try filing.write(unsaved.text)
    }
    guard let vault = unsaved.vault else { return }
    try session.console.line(written.id, written.path)
    if try options.openingDay(in: vault) != nil { session.console.say(OpeningDay.warning) }
    NoteCreation(vault: vault, options: options).attachFiles(to: written.path)
  }

  private var opensEditor: Bool {
    text.isEmpty && options.attach.isEmpty && !global.noInput && StandardStream.input.isTerminal
  }
}

extension Problem {
  /// The user left the editor without a text.
  static let cancelled = Problem(usage: "cancelled; nothing written")
}
