import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct ThenCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "then",
    abstract: "Compare a note, a person or a day with earlier ones",
    discussion: """
      For a note: earlier notes with the same milestone; else about the same person, within 15 days of one, two or more \
      years before; else within 200 metres of its place. Notes with photos come first. For a person, without NOTE the one of \
      tl person use: the newest note with a photo, and for each year before it the nearest one, within 15 days. With --on the notes of \
      that day in earlier years, by their date or when they were written, the latest year first.

      With --json: an array of {now, then, years}, where now and then are notes; with --on an array of notes.
      """)

  @Argument(help: "The note", completion: .notes)
  var note: String?

  @Option(help: ArgumentHelp("The person", valueName: "name"), completion: .people)
  var person: String?

  @Option(help: ArgumentHelp("The notes of this day in earlier years", valueName: "date"))
  var on: String?

  @Flag(help: "With --on: the same day of the last eleven months too")
  var months = false

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try exclude([(note != nil, "a note"), (person != nil, "--person")])
    if on != nil, note != nil || person != nil {
      throw ValidationError("--on cannot be used with a note or --person")
    }
    if months, on == nil { throw ValidationError("--months belongs to --on") }
  }

  func run(in vault: OpenVault) throws {
    if let on { return try printMemories(of: on, in: vault) }
    let moments: [ThenAndNow.Moment]
    let scan: JournalScan
    if let note {
      let path = try NoteResolver(vault).resolve(note).path
      scan = vault.journalScan(noting: .ofMoments)
      moments = scan.journal(withMedia: true).moments(ofNoteAt: path)
    } else {
      scan = vault.journalScan(noting: [.people])
      let journal = scan.journal(withMedia: true)
      moments = journal.moments(of: try PersonFinder(vault, journal.book).person(named: person))
    }
    guard moments.count > 1 else {
      if output.json { try vault.console.line("[]") }
      vault.console.say(
        note == nil ? "no photo of an earlier year to compare" : "no earlier note belongs to it")
      try vault.console.end(with: .nothingFound)
    }
    if output.json { return try print(moments, in: vault) }
    vault.saveLastList(moments.map { LastList.Note($0.note.id, at: $0.note.path) })
    let shortIDs = scan.index.shortIDs(of: scan.positions(of: moments.map(\.note)))
    var last: String?
    for (index, (moment, shortID)) in zip(moments, shortIDs).enumerated() {
      let heading = index == 0 ? "Now" : Self.ago(moment.years)
      if heading != last {
        if last != nil { try vault.console.line() }
        try vault.console.line(vault.console.style.bold(heading))
        last = heading
      }
      try vault.console.line(line(of: moment.note, shortID, in: vault))
    }
  }

  /// A line such as `2025-05-17  5f0c1c1e  First steps  1 photo`.
  private func line(of note: NoteFacts, _ shortID: String, in vault: OpenVault) throws -> String {
    let style = vault.console.style
    let file = try vault.note(at: note.path)
    let media = MediaSummary.text(of: file.media.files)
    return "\(style.dim("\(note.date.day)"))  \(style.yellow(TerminalText.line(shortID)))  "
      + TerminalText.line(file.title) + (media.isEmpty ? "" : "  \(style.dim(media))")
  }

  private func printMemories(of day: String, in vault: OpenVault) throws {
    let day = try EventWords.time(day, option: "--on", in: vault).day
    let scan = vault.journalScan(keepsText: true)
    let memories = scan.journal(remembering: day, withMonths: months)
      .memories(of: day, withMonths: months)
      .without(DismissedNotes(of: vault.vault, on: day).ids)
    let console = vault.console
    if output.json { return try console.print(memories.json(vault.json)) }
    guard !memories.isEmpty else { return console.say("no earlier year has a note of \(day)") }
    try MemoryText.print(memories, scan, in: vault)
  }

  private func print(_ moments: [ThenAndNow.Moment], in vault: OpenVault) throws {
    let notes = try moments.map { try vault.json($0.note) }
    let values = zip(moments, notes).dropFirst().map { moment, note in
      JSONValue.object([("now", notes[0]), ("then", note), ("years", .int(moment.years))])
    }
    try vault.console.print(.array(values))
  }

  private static func ago(_ years: Int) -> String {
    years == 0 ? "Less than a year ago" : "\(years.counted("year")) ago"
  }
}
