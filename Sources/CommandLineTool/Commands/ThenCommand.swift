import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct ThenCommand: TLCommand {
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

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if note != nil, person != nil {
      throw ValidationError("a note and --person cannot be used together")
    }
    if on != nil, note != nil || person != nil {
      throw ValidationError("--on cannot be used with a note or --person")
    }
    if months, on == nil { throw ValidationError("--months belongs to --on") }
  }

  func run(in session: Session) throws {
    let vault = try session.openVault()
    if let on { return try printMemories(of: on, in: vault) }
    let pages = try PersonFinder(vault)
    let moments = try LifeMoments(vault, pages.book)
    let pairs: (now: LifeMoments.Entry, then: [LifeMoments.Match])?
    if let note {
      pairs = try moments.pairs(of: NoteResolver(vault).resolve(note))
    } else {
      pairs = moments.pairs(of: try pages.person(named: person))
    }
    guard let (now, then) = pairs, !then.isEmpty else {
      if json { try session.console.line("[]") }
      session.console.say(
        note == nil ? "no photo of an earlier year to compare" : "no earlier note belongs to it")
      try session.console.finish()
      throw QuietExit(status: .nothingFound)
    }
    if json { return try print(now, then, on: session.console) }
    let lines = [("Now", now)] + then.map { (Self.ago($0.years), $0.entry) }
    vault.saveLastList(lines.map { LastList.Note($0.1.id, at: $0.1.file.path) })
    var last: String?
    for (heading, entry) in lines {
      if heading != last {
        if last != nil { try session.console.line() }
        try session.console.line(session.console.style.bold(heading))
        last = heading
      }
      try session.console.line(entry.line(session.console.style))
    }
  }

  private func printMemories(of day: String, in vault: OpenVault) throws {
    let day = try EventWords.time(day, option: "--on", in: vault).day
    let report = TodayReport(vault, on: day)
    let memories = report.memories(withMonths: months)
    let console = vault.session.console
    if json { return try console.line(JSONValue.array(MemoryText.json(memories, report)).pretty) }
    guard !memories.isEmpty else { return console.say("no earlier year has a note of \(day)") }
    try MemoryText.print(memories, report)
  }

  private func print(
    _ now: LifeMoments.Entry, _ then: [LifeMoments.Match], on console: Console
  ) throws {
    let values = then.map { match in
      JSONValue.object([
        ("now", NoteJSONV1.value(of: now.file, id: now.id, withText: true)),
        ("then", NoteJSONV1.value(of: match.entry.file, id: match.entry.id, withText: true)),
        ("years", .int(match.years)),
      ])
    }
    try console.line(JSONValue.array(values).pretty)
  }

  private static func ago(_ years: Int) -> String {
    years == 0 ? "Less than a year ago" : "\(years.counted("year")) ago"
  }
}
