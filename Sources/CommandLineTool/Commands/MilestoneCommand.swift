import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct MilestoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "milestone",
    abstract: "Show milestones, or write a note about one",
    discussion:
      "tl set NOTE milestone=first-steps makes one of a note that is there.",
    subcommands: [MilestoneListCommand.self, MilestoneAddCommand.self],
    defaultSubcommand: MilestoneListCommand.self)
}

struct MilestoneAddCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Write a note about a milestone",
    discussion: """
      MILESTONE is its id or title, in any language that tl has, or words of your own. The title becomes the heading of the \
      note; TEXT follows, and text that comes through a pipe. The note names the persons of --person, else that of tl person use.
      """)

  @Argument(help: "An id such as first-steps, a title, or your own words")
  var milestone: String

  @Argument(help: "The text; words are joined by spaces")
  var text: [String] = []

  @Option(help: ArgumentHelp("When it happened, if not now", valueName: "date"))
  var date: String?

  @Option(
    help: ArgumentHelp("Whose it is (can be repeated)", valueName: "person"), completion: .people)
  var person: [String] = []

  @OptionGroup var files: AttachedArguments
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let unsaved = UnsavedText(given: text, in: session)
    unsaved.mentionPipe(behind: text)
    let (creation, written, remark) = try unsaved.kept { try write(unsaved, in: session) }
    try session.console.line(written.id, written.path)
    if let remark { session.console.say(remark) }
    creation.attachFiles(to: written.path)
  }

  /// Those of the note.
  private func options(_ milestone: String, of persons: [String]) throws -> NewNoteOptions {
    var words = ["--set=milestone=\(milestone)"] + files.attach.map { "--attach=\($0)" }
    if let date { words.append("--date=\(date)") }
    if !persons.isEmpty {
      words.append("--set=people:=\(JSONValue.array(persons.map { .string($0) }).compact)")
    }
    return try NewNoteOptions.parse(words)
  }

  private func write(
    _ unsaved: UnsavedText, in session: Session
  ) throws -> (NoteCreation, written: CreatedNote, remark: String?) {
    let vault = try session.openVaultForWriting()
    unsaved.vault = vault
    unsaved.options = try options(milestone, of: person).words(session.surroundings)
    let finder = try PersonFinder(vault)
    let chosen = try finder.settings.person.map { try finder.person(named: $0) }
    let persons = try person.isEmpty ? [chosen].compactMap(\.self) : person.map(finder.person)
    guard !milestone.trimmingBlanks.isEmpty else {
      throw Problem(
        usage: "a milestone has a name", hint: "such as tl milestone add first-steps")
    }
    let catalogue = MilestoneCatalogue(
      language: session.language, settings: finder.settings.milestones)
    let (value, title) = catalogue.written(milestone)
    unsaved.options = try options(value, of: persons.map(\.title)).words(session.surroundings)
    let creation = NoteCreation(
      vault: vault, options: try options(value, of: []),
      extra: persons.isEmpty ? [] : [FieldAssignment(.people, .list(persons.map(\.title)))])
    try creation.check()
    unsaved.begin(withHeading: title)
    let written = try creation.write(unsaved.text)
    guard catalogue[milestone] == nil else { return (creation, written, nil) }
    let names = catalogue.milestones.flatMap { [$0.id, $0.title] }
    let similar = EditDistance.suggestions(for: milestone, among: names).first
    return (
      creation, written,
      "\(TerminalText.line(milestone)) is a milestone of your own"
        + (similar.map { "; did you mean \($0)?" } ?? "")
    )
  }
}

struct MilestoneListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the milestones of a person: those done, and those ahead",
    discussion: """
      Done are those that notes have in their key milestone: notes that name the person in people, and for the person of tl \
      use those that name nobody. Ahead are those whose ages touch the next 60 days. The ages of a child born three weeks \
      early or more are counted from the day when the birth was expected, until two years. What is over leaves the list.
      """)

  @Argument(help: "The person, if not that of tl person use", completion: .people)
  var person: String?

  @Flag(help: "Only those done")
  var done = false

  @Flag(help: "Only those ahead")
  var upcoming = false

  @Flag(name: .shortAndLong, help: "All that are done, open or ahead")
  var all = false

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try exclude([(done, "--done"), (upcoming, "--upcoming"), (all, "--all")])
  }

  func run(in vault: OpenVault) throws {
    let journal = vault.journalScan(noting: [.milestone]).journal()
    let finder = PersonFinder(vault, journal.book)
    let person = try finder.person(named: person)
    let entries = chosen(
      of: MilestoneList(of: person, in: journal, language: vault.session.language))
    let console = vault.console
    if output.json {
      let values = try entries.map { entry in
        entry.json(
          note: try entry.done.flatMap { try note(of: $0, in: vault) },
          age: age(of: person, at: entry.done, finder))
      }
      return try console.print(.array(values))
    }
    guard !entries.isEmpty else {
      let what = done ? "no milestone is noted yet" : "no milestone is ahead"
      return console.say("\(TerminalText.line(person.title)): \(what)")
    }
    let rows = entries.map { entry in
      let end =
        entry.done == nil
        ? entry.remark(today: vault.now.day)
        : [age(of: person, at: entry.done, finder)?.text, entry.remark(today: vault.now.day)]
          .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
      return [entry.when, TerminalText.line(entry.milestone.title), end]
    }
    for line in TextColumns.lines(rows) { try console.line(line) }
    for line in MilestoneFoot.lines(for: entries) { console.say(line) }
  }

  private func chosen(of list: MilestoneList) -> [MilestoneEntry] {
    if done { return list.done }
    if upcoming { return list.upcoming }
    return all ? list.entries : list.done + list.upcoming
  }

  private func age(of person: Person, at done: DoneMilestone?, _ finder: PersonFinder) -> Age? {
    done.flatMap {
      Age(
        of: person, at: NoteTime(day: $0.day, zone: finder.vault.zone),
        leapDay: finder.settings.leapDay)
    }
  }

  private func note(of done: DoneMilestone, in vault: OpenVault) throws -> JSONValue? {
    try done.id.map {
      NoteJSONV1.value(of: try vault.note(at: done.path), id: $0, withText: true)
    }
  }
}
