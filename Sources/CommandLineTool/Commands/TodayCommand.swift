import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct TodayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show what the day brings, or a prompt to write about",
    subcommands: [TodayShowCommand.self, TodayPromptCommand.self],
    defaultSubcommand: TodayShowCommand.self)
}

struct TodayShowCommand: TLCommand {
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

  @Flag(help: "Print JSON")
  var json = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let day = try on.map { try EventWords.time($0, option: "--on", in: vault).day } ?? vault.now.day
    if let dismiss {
      let id = try NoteResolver(vault).resolve(dismiss).id
      var dismissed = DismissedNotes(of: vault.vault, on: day)
      try dismissed.add(id, in: vault.vault)
    }
    let report = TodayReport(vault, on: day)
    let memories = report.memories(withMonths: months)
    let opening = report.opening
    // What is due is due now, whatever day is asked for.
    let due = day == vault.now.day ? try report.due() : []
    let prompt = report.prompt
    if json {
      let value = DayReportJSON.value(
        of: day, memories: try MemoryText.json(memories, report), birthdays: report.birthdays,
        opening: try opening.map { note in
          guard !note.isSealed else {
            return .object([("id", .string(note.id.text)), ("sealed", .bool(true))])
          }
          return NoteJSONV1.value(of: try vault.note(at: note.path), id: note.id, withText: true)
        }, due: due, prompt: prompt)
      return try session.console.line(value.pretty)
    }
    try MemoryText.print(memories, report)
    let sections: [(String, [String])] = [
      ("Birthdays", report.birthdays.map { TerminalText.line($0.text) }),
      ("Opens", opening.map { $0.isSealed ? "A sealed note" : TerminalText.line($0.path.shown) }),
      ("Due", TextColumns.lines(due.map(TrackerText.due))),
      ("To write about", prompt.map { [TerminalText.line($0.text)] } ?? []),
    ]
    var isFirst = memories.isEmpty
    for (heading, lines) in sections where !lines.isEmpty {
      if !isFirst { try session.console.line() }
      isFirst = false
      try session.console.line(session.console.style.bold(heading))
      for line in lines { try session.console.line(line) }
    }
  }
}

/// Memories as they are printed.
enum MemoryText {
  /// In sections: `1 year ago`, `4 months ago`.
  ///
  /// The numbers `@1` and so on name them in the next commands.
  static func print(_ memories: [TodayReport.Memory], _ report: TodayReport) throws {
    let (vault, index) = (report.vault, report.index)
    let console = vault.session.console
    guard !memories.isEmpty else { return }
    vault.saveLastList(
      memories.map { LastList.Note(index.id($0.note), at: index.path($0.note)) })
    let shortIDs = index.shortIDs(of: memories.map(\.note))
    var last: String?
    for (memory, shortID) in zip(memories, shortIDs) {
      let heading = memory.ago
      if heading != last {
        if last != nil { try console.line() }
        try console.line(console.style.bold(heading))
        last = heading
      }
      let date = console.style.dim("\(index[memory.note].date.day)")
      let id = console.style.yellow(TerminalText.line(shortID))
      try console.line("\(date)  \(id)  \(TerminalText.line(index.title(memory.note)))")
    }
  }

  static func json(
    _ memories: [TodayReport.Memory], _ report: TodayReport
  ) throws -> [JSONValue] {
    try memories.map { memory in
      let note = try report.vault.note(at: report.index.path(memory.note))
      return memory.json(
        note: NoteJSONV1.value(of: note, id: report.index.id(memory.note), withText: true))
    }
  }
}
