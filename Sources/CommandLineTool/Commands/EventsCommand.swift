import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct EventListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the events of a tracker, or the last ones of all",
    discussion: """
      The newest comes first. tl event edit and tl event rm name an event by its number here. Without TRACKER they are \
      those of all trackers that are not archived, without numbers, and 20 unless -n or --since says otherwise. With --csv: time, \
      end, value and text by RFC 4180; a cell that a spreadsheet would take for a formula begins with '.
      """)

  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String?

  @Flag(help: "The oldest first")
  var oldest = false

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp("At most COUNT events", valueName: "count"))
  var number: Int?

  @Option(help: ArgumentHelp("Only events of that day or later", valueName: "date"))
  var since: String?

  @Flag(help: "Print comma-separated values")
  var csv = false

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try exclude([(csv, "--csv"), (output.json, "--json")])
    if csv, tracker == nil { throw ValidationError("which tracker? --csv needs a TRACKER") }
    try check(number: number)
  }

  func run(in vault: OpenVault) throws {
    let finder = TrackerFinder(vault: vault)
    let book = try finder.book()
    let since = try self.since.map {
      try DateExpression($0, now: vault.now.seconds, zone: vault.zone)
    }
    guard let tracker else {
      return try show(book.logs.filter { !$0.tracker.isArchived }, since, on: vault.console)
    }
    let log = try finder.log(named: tracker, in: book)
    let numbered = NumberedEvents(of: log)
    numbered.remember(in: vault)
    var events = numbered.events.enumerated().map { (number: $0.offset + 1, event: $0.element) }
    if let since { events = events.filter { since.isOnOrAfterStart($0.event.begin) } }
    if oldest { events.reverse() }
    if let number { events = Array(events.prefix(number)) }
    let console = vault.console
    if csv {
      try console.line(EventCSV.head)
      for (_, event) in events {
        let row = EventCSV.row(event)
        try console.line(console.outputIsTerminal ? TerminalText.block(row) : row)
      }
      return
    }
    try console.list(
      events, asJSON: output.json,
      none: "\(TrackerText.name(log.tracker)) has no event\(since == nil ? " yet" : " then")",
      json: { TrackerJSON.event($0.event, number: $0.number) }
    ) { events in
      let numbers = events.map { String($0.number) }.rightAligned()
      return TextColumns.lines(
        zip(numbers, events).map { number, entry in
          [
            number, TrackerText.time(entry.event),
            TrackerText.content(entry.event, unit: log.tracker.unit),
          ]
        })
    }
  }

  /// The events of several trackers in one list, without numbers: those belong to one tracker.
  private func show(
    _ logs: [TrackerLog], _ since: DateExpression?, on console: Console
  ) throws {
    var events = logs.flatMap { log in
      NumberedEvents(of: log).events.map { (tracker: log.tracker, event: $0) }
    }
    if let since { events = events.filter { since.isOnOrAfterStart($0.event.begin) } }
    let inOrder = events.enumerated().sorted {
      ($1.element.event.begin.seconds, $0.offset) < ($0.element.event.begin.seconds, $1.offset)
    }
    let count = number ?? (since == nil ? 20 : .max)
    let all = inOrder.map(\.element)
    let shown = (oldest ? all.reversed() : all).prefix(count)
    try console.list(
      Array(shown), asJSON: output.json,
      none: "there is no event\(since == nil ? " yet" : " then")",
      json: { TrackerJSON.event($0.event, of: $0.tracker) }
    ) { shown in
      TextColumns.lines(
        shown.map { tracker, event in
          [
            TrackerText.time(event), TrackerText.name(tracker),
            TrackerText.content(event, unit: tracker.unit),
          ]
        })
    }
  }
}

struct EventCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event",
    abstract: "List, change or remove events of a tracker",
    discussion: "To log an event, use tl did.",
    subcommands: [EventListCommand.self, EventEditCommand.self, EventRemoveCommand.self],
    defaultSubcommand: EventListCommand.self)
}

/// The event that a command changes.
struct EventArguments: ParsableArguments {
  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String

  @Argument(help: "The number of the event in the last tl event list, or its time")
  var event: String
}

struct EventEditCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change an event of a tracker",
    discussion: """
      Only what is named changes. The event moves to its place in time. A number is that of the last tl event list, and \
      refused if the events have changed since.
      """)

  @OptionGroup var named: EventArguments

  @Option(help: ArgumentHelp("The new time", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("The new end of an event that lasts", valueName: "time"))
  var end: String?

  @Option(help: ArgumentHelp("The new value; empty for none", valueName: "value"))
  var value: String?

  @Option(
    name: [.customShort("m"), .customLong("message")],
    help: ArgumentHelp("The new text; empty for none", valueName: "text"))
  var message: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard at != nil || end != nil || value != nil || message != nil else {
      throw Problem(
        usage: "what should change? --at, --end, --value or -m is missing",
        hint: "such as tl event edit \(named.tracker.shellWord) \(named.event.shellWord) --value 2")
    }
    let vault = try session.openVaultForWriting()
    let chosen = try ChosenEvent(named.event, of: named.tracker, in: vault)
    if let value, !value.isEmpty {
      _ = try EventWords([], value: value, message: nil, unit: chosen.tracker.unit)
    }
    let begin = try at.map { try EventWords.time($0, option: "--at", in: vault) }
    let end = try end.map { try EventWords.time($0, option: "--end", in: vault) }
    try chosen.change(
      in: vault, to: .init(begin: begin, end: end, value: value, text: message))
  }
}

struct EventRemoveCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Remove an event of a tracker",
    discussion: """
      A number is that of the last tl event list, and refused if the events have changed since. tl log and tl restore \
      bring an earlier version of the file back.
      """,
    aliases: ["remove"])

  @OptionGroup var named: EventArguments
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    try ChosenEvent(named.event, of: named.tracker, in: vault).change(in: vault, to: nil)
  }
}
