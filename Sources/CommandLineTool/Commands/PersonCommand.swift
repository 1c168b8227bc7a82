import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

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

struct PersonRenameCommand: TLCommand {
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

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let writer = try vault.writer()
    let finder = try PersonFinder(vault)
    let person = try finder.person(named: old)
    try vault.rename(
      person, to: new, among: finder.book.persons, kind: .person, folder: NewPerson.folder,
      by: writer)
  }
}

struct PersonAddCommand: TLCommand {
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

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    var person = NewPerson(name: name.joined(separator: " ").trimmingBlanks)
    guard !person.name.isEmpty else {
      throw CommandError("a name has letters", status: .wrongUsage)
    }
    person.role = role
    person.aliases = alias
    person.birthday = try born.map { try date($0, "--born", vault.zone) }
    person.dueDate = try due.map {
      try EventWords.time($0, option: "--due", in: vault, direction: .future).day
    }
    let picture = try avatar.map { try AttachedFile(named: $0, CopyWishes(strip: nil, max: nil)) }
    let written = try write(person, in: vault)
    if let picture { try add(picture, to: written, in: vault) }
    try session.console.line(written.id, written.path)
    if let first = person.birthday?.firstDay, first > vault.now.day {
      session.console.say(
        "\(person.name) is not born yet; --due is the day on which a birth is expected")
    }
  }

  private func write(_ person: NewPerson, in vault: OpenVault) throws -> ResolvedNote {
    // Held until the page is made: another command may be about to make one of the same name.
    let writer = try vault.writer()
    let written = try page(of: person, in: vault).write(by: writer)
    return ResolvedNote(path: written.path, id: written.id)
  }

  private func page(of person: NewPerson, in vault: OpenVault) throws -> NewPage {
    let persons = try PersonFinder(vault).book.persons
    do throws(PageTitle.Problem) {
      return try person.page(among: persons)
    } catch {
      throw CommandError(error, kind: .person, folder: NewPerson.folder)
    }
  }

  private func date(_ text: String, _ option: String, _ zone: TimeZoneRules) throws -> PartialDate {
    guard let date = PartialDate(text, zone: zone) else {
      throw CommandError(
        "\(option) needs a date, and '\(text)' is none",
        hint: "write 2025-05-17, 1958-03, 1958, or \(option)=--03-02 without the year",
        status: .wrongUsage)
    }
    return date
  }

  /// The page exists already, so a failure is reported, and the page stays.
  private func add(_ picture: AttachedFile, to page: ResolvedNote, in vault: OpenVault) throws {
    do {
      let copy = try picture.copy(to: page.path, by: vault.writer())
      picture.sayDifferences(of: copy, on: vault.session.console)
      _ = try vault.writer().edit(page.path, provisionalID: page.id) {
        try $0.setting(PageKey.avatar.name, to: .text(String(decoding: copy.name, as: UTF8.self)))
      }
    } catch {
      vault.session.fail(CommandError(error, at: page.path))
    }
  }
}
