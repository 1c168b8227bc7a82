import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct PersonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "person",
    abstract: "List persons and their ages, make a page for one, choose one",
    discussion: """
      A person is a page with tl: person. Notes name persons in their key people, by any of their names. tl person lists \
      them, tl rm removes a page like any note.
      """,
    subcommands: [
      PersonListCommand.self, PersonAddCommand.self, PersonRenameCommand.self,
      PersonUseCommand.self, PersonAgeCommand.self,
    ],
    defaultSubcommand: PersonListCommand.self)
}

struct PersonRenameCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the name of a person",
    discussion:
      "The old name becomes an alias, so that notes which name it still mean the person. The file keeps its name; tl mv "
      + "changes that.")

  @Argument(help: "The person", completion: .people)
  var old: String

  @Argument(help: "The new name")
  var new: String

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let writer = try vault.writer()
    let finder = try PersonFinder(vault)
    let person = try finder.person(named: old)
    try vault.rename(
      person, to: new, among: finder.book.persons, kind: .person, by: writer)
  }
}

struct PersonAddCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Make a page for a person",
    discussion: "Writes people/NAME.md. A name that another person has is refused.")

  @Argument(help: "The name; words are joined by spaces")
  var name: [String]

  @Option(help: "child, parent, family, friend, or another word")
  var role: String?

  @Option(
    help: ArgumentHelp(
      "The day of birth: 2025-05-17, with a clock time if known; 1958-03, 1958, or --03-02 without the year",
      valueName: "date"))
  var born: String?

  @Option(help: ArgumentHelp("The day on which a birth is expected", valueName: "date"))
  var due: String?

  @Option(help: ArgumentHelp("Another name (can be repeated)", valueName: "name"))
  var alias: [String] = []

  @Option(help: "A picture, which is copied to the page", completion: .file())
  var avatar: String?

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    var person = PersonEdit(name: name.joined(separator: " ").trimmingBlanks)
    guard !person.name.isEmpty else {
      throw Problem(usage: "a name has letters")
    }
    person.role = role
    person.aliases = alias
    person.birthday = try born.map { try date($0, "--born", vault.zone) }
    person.dueDate = try due.map {
      try EventWords.time($0, option: "--due", in: vault, direction: .future).day
    }
    let picture = try avatar.map { try AttachedFile(named: $0, CopyOptions(strip: nil, max: nil)) }
    let written = try write(person, in: vault)
    if let picture { try add(picture, to: written, in: vault) }
    try vault.console.line(written.id, written.path)
    if let first = person.birthday?.firstDay, first > vault.now.day {
      vault.console.say(
        "\(person.name) is not born yet; --due is the day on which a birth is expected")
    }
  }

  private func write(_ person: PersonEdit, in vault: OpenVault) throws -> ResolvedNote {
    // Held until the page is made: another command may be about to make one of the same name.
    let writer = try vault.writer()
    let written = try page(of: person, in: vault).write(by: writer)
    return ResolvedNote(path: written.path, id: written.id)
  }

  private func page(of person: PersonEdit, in vault: OpenVault) throws -> NewPage {
    let persons = try PersonFinder(vault).book.persons
    return try Problem.naming(.person) { try person.page(among: persons) }
  }

  private func date(_ text: String, _ option: String, _ zone: TimeZoneRules) throws -> PartialDate {
    guard let date = PartialDate(text, zone: zone) else {
      throw Problem(
        usage: "\(option) needs a date, and '\(text)' is none",
        hint: "write 2025-05-17, 1958-03, 1958, or \(option)=--03-02 without the year")
    }
    return date
  }

  /// The page exists already, so a failure is reported, and the page stays.
  private func add(_ picture: AttachedFile, to page: ResolvedNote, in vault: OpenVault) throws {
    try vault.session.attempt(at: page.path) {
      let copy = try picture.copy(to: page.path, by: vault.writer())
      picture.sayDifferences(of: copy, on: vault.console)
      try vault.writer().change(page) {
        try $0.setting(PageKey.avatar.name, to: .text(String(decoding: copy.name, as: UTF8.self)))
      }
    }
  }
}

struct PersonListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the persons of the vault",
    discussion: """
      A person is a page with tl: person, or any note that has a birthday and no key tl. Each has its role, its age today, \
      its birthday and the number of notes whose key people names it. The person of this vault, whom tl person use chooses, has a \
      star.
      """)

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let journal = vault.journalScan(noting: [.people]).journal()
    let (persons, notes) = (journal.book.persons, journal.byPerson)
    let leapDay = journal.settings.leapDay
    func age(_ person: Person) -> Age? { Age(of: person, at: vault.now, leapDay: leapDay) }
    let chosen = journal.chosen?.path
    try vault.console.list(
      persons, asJSON: output.json,
      none: "there is no person yet; tl person add NAME makes a page for one",
      json: { $0.json(age: age($0), notes: notes.count(of: $0)) }
    ) { persons in
      TextColumns.lines(
        persons.map { person in
          [
            (person.path == chosen ? "*" : " ") + " " + TerminalText.line(person.title),
            TerminalText.line(person.role?.text ?? ""), age(person)?.text ?? "",
            PersonText.dates(person), notes.count(of: person).counted("note"),
          ]
        })
    }
  }
}

struct PersonUseCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Set the default person",
    discussion: """
      Ages and milestones are those of this person where no other is named. Sets person in the settings of the vault, \
      which all devices share. Without a name it prints the default person, --none removes it.
      """)

  @Argument(help: "The person", completion: .people)
  var person: String?

  @Flag(help: "Set no default person")
  var none = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if none, person != nil { throw ValidationError("--none and a person cannot be used together") }
  }

  func run(in session: Session) throws {
    guard person != nil || none else {
      let finder = try PersonFinder(session.openVault())
      guard finder.settings.person != nil else {
        return session.console.say(
          "nobody is chosen; tl person use NAME chooses the person of this vault")
      }
      let chosen = try finder.person(named: nil)
      return try session.console.line(TerminalText.line(chosen.title))
    }
    let vault = try session.openVaultForWriting()
    let chosen = try person.map { try PersonFinder(vault).person(named: $0) }
    _ = try vault.writer().set(setting: "person", to: chosen.map { .text($0.name) })
    try session.console.line(
      chosen.map { TerminalText.line("\($0.title) is the person of this vault") }
        ?? "nobody is the person of this vault")
  }
}

struct PersonAgeCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "age",
    abstract: "Print how old somebody is, or was on a day",
    discussion: """
      Ages are counted in days of the calendar. Before birth it is the week of the pregnancy, from the key due_date, else \
      from the birthday. With a note it is the age on the day of that note.
      """)

  // People mostly name the person alone.
  @Argument(help: "A note, for its day", completion: .people)
  var note: String?

  @Argument(help: "The person, if not that of tl person use", completion: .people)
  var person: String?

  @Option(help: ArgumentHelp("The day, if not today", valueName: "date"))
  var on: String?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if on != nil, person != nil { throw ValidationError("--on and a note cannot be used together") }
  }

  func run(in vault: OpenVault) throws {
    let finder = try PersonFinder(vault)
    let (person, note) = try words(in: vault, finder)
    guard person.birthday != nil || person.dueDate != nil else {
      throw Problem(
        "\(person.title) has no birthday",
        hint: "tl set \(person.path.shown.shellWord) birthday=1955-06-01")
    }
    let time = try time(of: note, in: vault)
    guard let age = Age(of: person, at: time, leapDay: finder.settings.leapDay) else {
      throw Problem("the age of \(person.title) on \(time.day) is not known")
    }
    try vault.console.line(age.text)
  }

  /// One word is the person, unless it is the path of a note or its number in the last list.
  ///
  /// Of two the note is the first, unless the first names a person and the second none.
  private func words(
    in vault: OpenVault, _ finder: PersonFinder
  ) throws -> (person: Person, note: String?) {
    guard let note else { return (try finder.person(named: nil), nil) }
    if let word = person {
      if let person = try? finder.person(named: word) { return (person, note) }
      if let person = try? finder.person(named: note) { return (person, word) }
      return (try finder.person(named: word), note)
    }
    if on == nil, NoteResolver.isCertain(note) {
      let path = try NoteResolver(vault).resolve(note).path
      if !finder.book.persons.contains(where: { $0.path == path }) {
        return (try finder.person(named: nil), note)
      }
    }
    return (try finder.person(named: note), nil)
  }

  private func time(of note: String?, in vault: OpenVault) throws -> NoteTime {
    if let note {
      let file = try vault.note(at: NoteResolver(vault).resolve(note).path)
      return file.metadata.date ?? file.created
    }
    return try on.map { try EventWords.time($0, option: "--on", in: vault) } ?? vault.now
  }
}
