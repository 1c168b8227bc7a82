import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import Words

struct DueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Show what is due, or set up notifications",
    discussion: """
      tl does not run in the background: the system's own scheduler runs tl due --notify every quarter of an hour. \
      docs/reminders.md shows how it is set up on each system, and for phones.
      """,
    subcommands: [
      DueListCommand.self, RemindersInstallCommand.self, RemindersShowCommand.self,
      RemindersTestCommand.self, RemindersUninstallCommand.self,
    ],
    defaultSubcommand: DueListCommand.self)
}

struct RemindersInstallCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Have a scheduler run tl due --notify for this vault",
    discussion: """
      Shows what it will write, and asks. Without --systemd, --cron or --launchd it takes what this system has. One vault \
      is told of in one way: another choice replaces the first, and the same one again changes nothing. --from and --to \
      are quarters of an hour by the clock of this device.
      """)

  @Flag(exclusivity: .exclusive)
  var way: ReminderWay?

  @Option(help: ArgumentHelp("No reminders before this time of day", valueName: "time"))
  var from = "08:00"

  @Option(
    help: ArgumentHelp("No reminders after this time of day; 00:00 is its end", valueName: "time"))
  var to = "22:00"

  @OptionGroup var schedule: ScheduleOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    _ = try ReminderHours.chosen(from: from, to: to)
  }

  func run(in session: Session) throws {
    let hours = try ReminderHours.chosen(from: from, to: to)
    try ReminderSchedule(session).install(
      .due(hours), by: way, schedule, command: "tl due install -y",
      outcome: "what becomes due is told from \(hours.from) to \(hours.to); tl due test shows one")
  }
}

struct RemindersUninstallCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Remove what tl due install has written for this vault")

  @OptionGroup var schedule: UnscheduleOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws { try ReminderSchedule(session).uninstall(schedule) }
}

struct RemindersShowCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the files of the scheduler for this vault",
    discussion:
      "With --json: an array of {way, name, text}, where name is a path, or crontab for its lines.")

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let items = try ReminderSchedule(session).state().items
    let console = session.console
    if output.json {
      return try console.print(.array(items.map(\.json)))
    }
    guard !items.isEmpty else { throw ReminderSchedule.notInstalled(.due) }
    for (index, item) in items.enumerated() {
      if index > 0 { try console.line() }
      try console.line(console.style.bold(TerminalText.line(item.name)))
      try console.write(TerminalText.block(item.text).utf8)
    }
  }
}

struct RemindersTestCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Show a notification, to see that it works",
    discussion: """
      Notifications are shown by notify of your own settings, which gets the title and the text as two more arguments, \
      else by notify-send or gdbus, on macOS by osascript.
      """)

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let screen = try NotificationScreen(session)
    let result = screen.show(title: "tl", body: "Reminders look like this.")
    switch result {
    case .shown: session.console.say("shown by \(screen.program.command.program)")
    case .refused(let words), .unreachable(let words): throw Problem.notShown(words)
    }
  }
}

struct DueListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show which trackers are due, or notify of all that is due",
    discussion: """
      A tracker is due when its interval (every: 2 days at 08:00) has passed since its newest event or skip, and stays \
      due until the next one. What is due longest comes first. With --all, what will be due follows.

      --notify shows a notification for each thing that has become due since it was last told: trackers, the daily \
      reminder to write, birthdays, notes of this day, milestones ahead and sealed notes that open. It tells each once, \
      also if the clock is set back; what cannot be shown is tried again by the next run. No text of a note is shown. \
      tl due install runs it every quarter of an hour. With --json: an array of {kind, title, body, shown}.
      """)

  @Flag(name: .shortAndLong, help: "Show what will be due too")
  var all = false

  @Flag(help: "End with 1 if anything is due")
  var exitCode = false

  @Flag(help: "Show notifications for what has become due")
  var notify = false

  @Option(
    help: ArgumentHelp(
      "With --notify, repeat after this interval while it is due", valueName: "every"))
  var again: String?

  @Option(help: ArgumentHelp("With --notify, no reminders before this time", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("With --notify, no reminders after this time", valueName: "time"))
  var to: String?

  @Flag(
    name: [.customShort("N"), .long], help: "With --notify, print what would be shown, show nothing"
  )
  var dryRun = false

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if notify {
      for (isUsed, name) in [(all, "--all"), (exitCode, "--exit-code")] where isUsed {
        throw ValidationError("--notify and \(name) cannot be used together")
      }
    } else {
      let options = [
        (again != nil, "--again"), (from != nil, "--from"), (to != nil, "--to"),
        (dryRun, "--dry-run"),
      ]
      for (isUsed, name) in options where isUsed {
        throw ValidationError("\(name) can only be used with --notify")
      }
    }
    _ = try hours
  }

  private var hours: ReminderHours? {
    get throws {
      guard from != nil || to != nil else { return nil }
      return try .chosen(from: from ?? "00:00", to: to ?? "00:00")
    }
  }

  func run(in vault: OpenVault) throws {
    if notify { return try tell(of: vault) }
    let statuses = try TrackerFinder(vault: vault).book().statuses(at: vault.now)
    let due = TrackerOrder.due.sorted(
      statuses.filter { all ? $0.due != nil : $0.late != nil })
    try vault.console.list(
      due, asJSON: output.json, none: "nothing is due", json: { TrackerJSON.status($0) }
    ) { TextColumns.lines($0.map(TrackerText.due)) }
    if exitCode, statuses.contains(where: { $0.late != nil }) {
      throw QuietExit(status: .nothingFound)
    }
  }

  private func tell(of vault: OpenVault) throws {
    let delivery = ReminderDelivery(
      vault: vault, again: try again.map(IntervalWords.interval), hours: try hours)
    let console = vault.console
    let results = dryRun ? try delivery.dryRun().map { ($0, false) } : try delivery.run()
    if output.json {
      let values = results.map { notification, isShown in
        JSONValue.object([
          ("kind", .string(notification.kind.rawValue)), ("title", .string(notification.title)),
          ("body", .string(notification.body)), ("shown", .bool(isShown)),
        ])
      }
      return try console.print(.array(values))
    }
    guard dryRun else { return }
    for (notification, _) in results {
      try console.line(TerminalText.line("\(notification.title): \(notification.body)"))
    }
  }
}
