import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct TodayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show what the day brings, or a prompt to write about",
    subcommands: [TodayShowCommand.self, TodayPromptCommand.self],
    defaultSubcommand: TodayShowCommand.self)
}

struct TodayShowCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what the day brings: memories, birthdays, what is due, a prompt",
    discussion: """
      Memories are the notes of this day in earlier years; --months adds the same day of the last eleven months. --dismiss \
      hides one until tomorrow, on this device.
      """)

  @Option(help: ArgumentHelp("The day, if not today", valueName: "date"))
  var on: String?

  @Flag(help: "Memories of the last months too")
  var months = false

  @Option(help: ArgumentHelp("Hide a memory for the day", valueName: "note"), completion: .notes)
  var dismiss: String?

  @OptionGroup var output: ValueOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let day = try on.map { try EventWords.time($0, option: "--on", in: vault).day } ?? vault.now.day
    if let dismiss {
      let id = try NoteResolver(vault).resolve(dismiss).id
      var dismissed = DismissedNotes(of: vault.vault, on: day)
      try dismissed.add(id, in: vault.vault)
    }
    let scan = vault.journalScan(noting: .ofDay, keepsText: true)
    // What is due is due now, whatever day is asked for.
    let trackers =
      day == vault.now.day
      ? try vault.source.trackers(of: scan.index).statuses(at: vault.now) : []
    let report = DayReport(
      of: day, in: scan.journal(remembering: day, withMonths: months), withMonths: months,
      without: DismissedNotes(of: vault.vault, on: day).ids, trackers: trackers,
      language: vault.session.language)
    if output.json { return try vault.console.print(report.json(vault.json)) }
    try MemoryText.print(report.memories, scan, in: vault)
    let sections: [(String, [String])] = [
      ("Birthdays", report.birthdays.map { TerminalText.line($0.text) }),
      (
        "Opens",
        report.opening.map {
          vault.visibility.counts($0) ? TerminalText.line($0.path.shown) : "A sealed note"
        }
      ), ("Due", TextColumns.lines(report.due.map(TrackerText.due))),
      ("To write about", report.prompt.map { [TerminalText.line($0.text)] } ?? []),
    ]
    var isFirst = report.memories.isEmpty
    for (heading, lines) in sections where !lines.isEmpty {
      if !isFirst { try vault.console.line() }
      isFirst = false
      try vault.console.line(vault.console.style.bold(heading))
      for line in lines { try vault.console.line(line) }
    }
  }
}

/// Memories as they are printed.
enum MemoryText {
  /// In sections: `1 year ago`, `4 months ago`.
  ///
  /// The numbers `@1` and so on name them in the next commands.
  static func print(_ memories: [Memory], _ scan: JournalScan, in vault: OpenVault) throws {
    let (console, index) = (vault.console, scan.index)
    guard !memories.isEmpty else { return }
    vault.saveLastList(memories.map { LastList.Note($0.note.id, at: $0.note.path) })
    let positions = scan.positions(of: memories.map(\.note))
    var last: String?
    for ((memory, position), shortID) in zip(
      zip(memories, positions), index.shortIDs(of: positions))
    {
      let heading = memory.ago
      if heading != last {
        if last != nil { try console.line() }
        try console.line(console.style.bold(heading))
        last = heading
      }
      let date = console.style.dim("\(memory.note.date.day)")
      let id = console.style.yellow(TerminalText.line(shortID))
      try console.line("\(date)  \(id)  \(TerminalText.line(index.title(position)))")
    }
  }
}

extension OpenVault {
  /// A note as it is now; of a sealed one only that it is one.
  func json(_ note: NoteFacts) throws -> JSONValue {
    visibility.counts(note)
      ? NoteJSONV1.value(of: try self.note(at: note.path), id: note.id, withText: true)
      : .object([("id", .string(note.id.text)), ("sealed", .bool(true))])
  }
}

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

  @OptionGroup var output: ValueOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if !text.isEmpty, !new { throw ValidationError("a text needs --new") }
    if list, new { throw ValidationError("--list and --new cannot be used together") }
  }

  func run(in session: Session) throws {
    guard new else {
      guard let prompt = try prompt(in: session) else { return }
      return try session.console.line(
        output.json ? prompt.json.pretty : TerminalText.line(prompt.text))
    }
    let unsaved = UnsavedText(given: text, needsText: true, in: session)
    let found = try unsaved.kept { () -> Prompt? in
      let prompt = try prompt(in: session)
      guard prompt == nil, !unsaved.text.isBlank else { return prompt }
      throw Problem(
        usage: "there is no prompt to answer", hint: "tl add writes a note without one")
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
      throw Problem(
        usage: "no prompt has the category '\(category)'",
        hint: "there are \(catalogue.categories.joined(separator: ", "))")
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
    if output.json { return try console.print(.array(prompts.map(\.json))) }
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
