import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct BookNewCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a book, empty or of notes of some days",
    discussion: """
      Writes books/TITLE.md. With --from, --to or --person the book has those notes, oldest first. --auto begins with the \
      milestones, each with the note with photos that is nearest to it within three days, and goes on with the other notes \
      that have photos. --month takes the best of a month: milestones, notes with text and notes with tags first, three a \
      day and twenty in all at most.
      """)

  @Argument(help: "The title; words are joined by spaces")
  var title: [String]

  @Option(help: ArgumentHelp("Notes of that day or later", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Notes of that day or earlier", valueName: "date"))
  var to: String?

  @Option(help: "Notes that name this person", completion: .people)
  var person: String?

  @Flag(help: "Milestones first, then the other notes with photos")
  var auto = false

  @Option(help: ArgumentHelp("The best of a month, such as 2026-06", valueName: "month"))
  var month: String?

  @Option(help: "classic, modern, playful or grid")
  var layout: BookLayout?

  @Option(help: "a5, a4, square or letter")
  var paper: BookPaper?

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try exclude([(auto, "--auto"), (month != nil, "--month")])
    try exclude([(month != nil, "--month"), (from != nil || to != nil, "--from or --to")])
  }

  func run(in session: Session) throws {
    let vault = try session.openVault(isDryRun: change.dryRun)
    let days = try days(in: vault)
    // Held until the book is made: another command may be about to make one of the same title.
    let writer = change.dryRun ? nil : try vault.writer()
    let finder = try BookFinder(vault)
    let name = title.joined(separator: " ")
    let pageTitle = try Problem.naming(.book) { try PageTitle(name, among: finder.books) }
    let subject = try person.map {
      try PersonFinder(vault, vault.source.persons(of: finder.index)).person(named: $0)
    }
    let draft = BookDraft(
      title: pageTitle.text, layout: layout ?? .classic, paper: paper ?? .a5, days: days,
      subject: subject, rule: month != nil ? .best : auto ? .milestonesFirst : .all)
    let selection = draft.selection(from: facts(of: days, finder))
    let page = try draft.page(of: selection) { try finder.title(at: $0.path) }
    guard let writer else {
      return try session.console.line(TerminalText.block(page.text))
    }
    let written = try page.write(by: writer)
    try session.console.line(written.id, written.path)
    session.console.say("\(selection.notes.count.counted("note")) in \(pageTitle.text)")
  }

  // MARK: - Notes

  /// Nil for no notes at all.
  private func days(in vault: OpenVault) throws -> ClosedRange<CalendarDay>? {
    if let month {
      guard let chosen = CalendarMonth(month) else {
        throw Problem(
          usage: "--month needs a month, and '\(month)' is none", hint: "such as 2026-06")
      }
      return CalendarPeriod(.month, of: chosen.firstDay).days
    }
    guard from != nil || to != nil || person != nil || auto else { return nil }
    let first = try from.map { try EventWords.time($0, option: "--from", in: vault).day }
    let last = try to.map { try EventWords.time($0, option: "--to", in: vault).day }
    let (start, end) = (
      first ?? CalendarDay(clamping: .min), last ?? CalendarDay(clamping: .max)
    )
    guard start <= end else {
      throw Problem(usage: "--from is later than --to")
    }
    return start...end
  }

  private func facts(of days: ClosedRange<CalendarDay>?, _ finder: BookFinder) -> [NoteFacts] {
    guard let days else { return [] }
    let (vault, index) = (finder.vault, finder.index)
    let positions = index.positions.filter { position in
      let note = index[position]
      return note.flags.kind == nil && days.contains(note.date.day)
    }
    return NoteFactsReader(vault.vault, zone: vault.zone)
      .facts(of: positions, in: index, threads: vault.source.threads)
      .filter(vault.visibility.counts)
  }
}

extension BookLayout: ExpressibleByArgument {}
extension BookPaper: ExpressibleByArgument {}
