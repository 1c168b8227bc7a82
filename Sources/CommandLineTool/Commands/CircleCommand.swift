import ArgumentParser
internal import Journal
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct CircleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "circle",
    abstract: "Say who sees which notes: circles of people",
    discussion: """
      A circle is a page with tl: circle that lists persons; a note is shown to the circles that its key circles \
      names, which tl share sets. Viewers see the notes, contributors comment on them too. tl rm removes a circle \
      like any note, and then nobody sees its notes by it.
      """,
    subcommands: [
      CircleListCommand.self, CircleShowCommand.self, CircleAddCommand.self,
      CircleRemoveCommand.self, CircleRoleCommand.self, CirclePreviewCommand.self,
      CircleInviteCommand.self, CircleLinkCommand.self, CircleRevokeCommand.self,
      CircleAccessCommand.self, CircleBuildCommand.self,
    ],
    defaultSubcommand: CircleListCommand.self)
}

extension CircleRole: ExpressibleByArgument {}

/// The circle that a command is about.
struct CircleArgument: ParsableArguments {
  @Argument(help: "The circle", completion: .circles)
  var circle: String
}

struct CircleListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the circles",
    discussion: "Each with the number of its members.")

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let finder = try CircleFinder(vault)
    try vault.console.list(
      finder.book.circles, asJSON: output.json,
      none: "there is no circle yet; tl circle add NAME PERSON makes one",
      json: { CircleText.json($0, finder.members(of: $0)) }
    ) { circles in
      TextColumns.lines(
        circles.map { circle in
          [
            TerminalText.line(circle.title),
            finder.members(of: circle).count { $0.person != nil }.counted("member"),
          ]
        })
    }
  }
}

struct CircleShowCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show who is in a circle, and how many notes it sees",
    discussion: """
      A name that no person has, or that several have, lets nobody in. The notes are those of the circle and the \
      public ones; tl circle preview lists them.
      """)

  @OptionGroup var named: CircleArgument
  @OptionGroup var output: ObjectOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let finder = try CircleFinder(vault)
    let circle = try finder.circle(named: named.circle)
    let members = finder.members(of: circle)
    let count = try finder.view(of: circle).notes.count
    if output.json {
      return try vault.console.print(CircleText.json(circle, members, notes: count))
    }
    let console = vault.console
    try console.line(console.style.bold(TerminalText.line(circle.title)))
    let rows = members.map { member in
      [
        TerminalText.line(member.name), member.role.rawValue,
        member.person == nil ? "gets nobody in: no person, or several, are called so" : "",
      ]
    }
    for line in TextColumns.lines(rows) { try console.line(line) }
    if members.isEmpty {
      console.say("nobody is in it; tl circle add \(circle.name.shellWord) PERSON adds somebody")
    }
    try console.line(console.style.dim("sees \(count.counted("note"))"))
  }
}

/// What is printed of circles.
private enum CircleText {
  static func json(
    _ circle: Circle, _ members: [CircleMember], notes: Int? = nil
  ) -> JSONValue {
    let members = members.map { member in
      JSONValue.object([
        ("name", .string(member.name)), ("role", .string(member.role.rawValue)),
        ("person", .text(member.person?.id.text)),
      ])
    }
    return .object(
      [
        ("id", .string(circle.id.text)), ("name", .string(circle.title)),
        ("path", .string(circle.path.text)), ("members", .array(members)),
      ] + (notes.map { [("notes", .int($0))] } ?? []))
  }
}

// MARK: - Members

struct CircleAddCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add somebody to a circle, which is made if it is not there",
    discussion: """
      Writes circles/NAME.md for a new circle. PERSON has a page; tl person add makes one. Who is in it already \
      keeps their role unless --role says another.
      """)

  @OptionGroup var named: CircleArgument

  @Argument(help: "The person; without one a new circle is empty", completion: .people)
  var person: String?

  @Option(
    help: ArgumentHelp("viewer, who sees the notes, or contributor, who comments on them too"))
  var role: CircleRole?

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    // Held until the page is made: another command may be about to make the same one.
    let writer = try vault.writer()
    let finder = try CircleFinder(vault)
    let person = try person.map { try finder.persons.person(named: $0) }
    guard let circle = try finder.existing(named: named.circle) else {
      return try make(finder, person, in: vault, by: writer)
    }
    guard let person else {
      return vault.console.say("\(circle.title) is there already; name a person to add")
    }
    let present = finder.members(of: circle).first { $0.person?.path == person.path }?.role
    guard let role = role ?? (present == nil ? .viewer : nil) else {
      return vault.console.say("\(person.title) is in \(circle.title) already")
    }
    try finder.give(role, to: person, in: circle, by: writer)
  }

  private func make(
    _ finder: CircleFinder, _ person: Person?, in vault: OpenVault,
    by writer: borrowing NoteWriter
  ) throws {
    let title = try Problem.naming(.circle) {
      try PageTitle(named.circle, among: finder.book.circles)
    }
    var page = NewPage(kind: .circle, folder: Circle.folder, title: title.text)
    if let person {
      page.keys = [((role ?? .viewer).key, .list([finder.name(of: person)]))]
    }
    let written = try page.write(by: writer)
    try vault.console.line(written.id, written.path)
  }
}

struct CircleRemoveCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Remove somebody from a circle",
    discussion: """
      What they got before stays with them. tl rm circles/NAME.md removes a whole circle.
      """,
    aliases: ["remove"])

  @OptionGroup var member: CircleMemberArguments
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let writer = try vault.writer()
    let finder = try CircleFinder(vault)
    let (circle, person) = try finder.pair(of: member.circle, member.person)
    try vault.changePage(circle, by: writer, unchanged: "does not have \(person.title)") {
      try Circle.setting(nil, of: person, named: "", in: $0)
    }
  }
}

struct CircleRoleCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "role",
    abstract: "Change what somebody in a circle may do",
    discussion: "A viewer sees the notes, a contributor comments on them too.")

  @OptionGroup var member: CircleMemberArguments

  @Argument(help: "viewer or contributor")
  var role: CircleRole

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let writer = try vault.writer()
    let finder = try CircleFinder(vault)
    let (circle, person) = try finder.pair(of: member.circle, member.person)
    guard finder.members(of: circle).contains(where: { $0.person?.path == person.path }) else {
      throw Problem(
        "\(person.title) is not in \(circle.title)",
        hint:
          "tl circle add \(circle.name.shellWord) \(person.name.shellWord) --role \(role.rawValue)",
        kind: .refused)
    }
    try finder.give(role, to: person, in: circle, by: writer)
  }
}

// MARK: - What a circle sees

struct CirclePreviewCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "List the notes that a circle sees, as it sees them",
    discussion: """
      Newest first: those of the circle, and the public ones. Nothing leaves by this. Notes that ask to be shown and \
      are held back are told on standard error, with the reason. The status is 1 if the circle sees no note.
      """)

  @OptionGroup var named: CircleArgument
  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let finder = try CircleFinder(vault)
    let circle = try finder.circle(named: named.circle)
    let view = try finder.view(of: circle)
    vault.saveLastList(finder.listed(view.notes))
    try vault.console.list(
      view.notes, asJSON: output.json, none: "\(circle.title) sees no note",
      json: { SharedNoteText.json($0) }
    ) { notes in
      TextColumns.lines(
        notes.map { note in
          let media = note.mediaCount == 0 ? "" : note.mediaCount.counted("file")
          return ["\(note.day)", TerminalText.line(note.title), media]
        })
    }
    for decision in view.noteDecisions where !decision.isShown {
      vault.console.say("\(decision.path.shown): \(decision.reason.words(.current))")
    }
    if view.notes.isEmpty { try vault.console.end(with: .nothingFound) }
  }
}

/// What is printed of a note as others see it.
enum SharedNoteText {
  static func json(_ note: SharedNote) -> JSONValue {
    .object([
      ("id", .string(note.id)), ("title", .string(note.title)), ("day", .string("\(note.day)")),
      ("authors", .array(note.authors.map { .string($0) })),
      ("people", .array(note.people.map { .string($0.name) })),
      ("tags", .array(note.tags.map { .string($0.text) })),
      ("media", .array(note.media.map { .string($0.name) })), ("rule", .string(note.rule)),
      ("path", .string(note.source.text)),
    ])
  }
}
