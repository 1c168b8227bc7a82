import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct TodayPromptCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompt",
    abstract: "Print the prompt of today, something to write about",
    discussion: """
      Those that no note has answered come first (the key prompt), then those that were answered longest ago. --new writes a \
      note with the prompt's id, from TEXT, or from an editor. The setting prompts adds your own.
      """)

  @Argument(help: "With --new: the text; words are joined by spaces")
  var text: [String] = []

  @Option(help: "Only prompts of this category")
  var category: String?

  @Flag(help: "List all prompts")
  var list = false

  @Flag(help: "Write a note that answers it")
  var new = false

  @Flag(help: "Print nothing if a note was written today")
  var due = false

  @Flag(help: "Print JSON")
  var json = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if !text.isEmpty, !new { throw ValidationError("a text needs --new") }
    if list, new { throw ValidationError("--list and --new cannot be used together") }
  }

  func run(in session: Session) throws {
    guard new else {
      guard let prompt = try prompt(in: session) else { return }
      return try session.console.line(
        json ? prompt.json.pretty : TerminalText.line(prompt.text))
    }
    let unsaved = UnsavedText(given: text, needsText: true, in: session)
    let found = try unsaved.kept { () -> Prompt? in
      let prompt = try prompt(in: session)
      guard prompt == nil, !unsaved.text.isBlank else { return prompt }
      throw CommandError(
        "there is no prompt to answer", hint: "tl add writes a note without one",
        status: .wrongUsage)
    }
    guard let prompt = found else { return }
    session.console.say(TerminalText.line(prompt.text))
    var command = try AddCommand.parse(["--set=prompt=\(prompt.id)"])
    (command.text, command.global) = (text, global)
    try command.write(unsaved, in: session)
  }

  /// Prints the list if that is asked for; nil if there is nothing to ask.
  private func prompt(in session: Session) throws -> Prompt? {
    let vault = try session.openVault()
    let catalogue = JournalSettings(vault.vault.configuration).prompts(session.language)
    if let category, catalogue.prompts(in: category).isEmpty {
      throw CommandError(
        "no prompt has the category '\(category)'",
        hint: "there are \(catalogue.categories.joined(separator: ", "))", status: .wrongUsage)
    }
    if list {
      try print(catalogue.prompts(in: category), on: session.console)
      return nil
    }
    if due, try hasNoteOfToday(vault) { return nil }
    return catalogue.prompt(
      on: vault.now.day, lastUse: vault.lastUseOfPrompts, category: category)
  }

  private func print(_ prompts: [Prompt], on console: Console) throws {
    if json {
      return try console.line(JSONValue.array(prompts.map(\.json)).pretty)
    }
    let rows = prompts.map { prompt in
      [
        TerminalText.line(prompt.id),
        TerminalText.line(prompt.text) + (prompt.kind.map { " (\($0.rawValue))" } ?? ""),
      ]
    }
    for line in TextColumns.lines(rows) { try console.line(line) }
  }

  private func hasNoteOfToday(_ vault: OpenVault) throws -> Bool {
    let index = try vault.scan(keepsText: false).withoutPages
    return index.positions.contains { index[$0].created.day == vault.now.day }
  }
}
