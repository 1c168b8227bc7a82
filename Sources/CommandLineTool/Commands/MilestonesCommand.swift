import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct MilestoneListCommand: TLCommand {
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

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    let chosen = [(done, "--done"), (upcoming, "--upcoming"), (all, "--all")].filter(\.0).map(\.1)
    if chosen.count > 1 {
      throw ValidationError("\(chosen[0]) and \(chosen[1]) cannot be used together")
    }
  }

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let journal = vault.journalScan(noting: [.milestone]).journal()
    let finder = PersonFinder(vault, journal.book)
    let person = try finder.person(named: person)
    let entries = chosen(of: MilestoneList(of: person, in: journal, language: session.language))
    let console = session.console
    if json {
      let values = try entries.map { entry in
        entry.json(
          note: try entry.done.flatMap { try note(of: $0, in: vault) },
          age: age(of: person, at: entry.done, finder))
      }
      return try console.line(JSONValue.array(values).pretty)
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
