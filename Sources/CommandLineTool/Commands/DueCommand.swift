import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat

struct DueListCommand: TLCommand {
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

  @Flag(help: "Print a JSON array")
  var json = false

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

  func run(in session: Session) throws {
    let vault = try session.openVault()
    if notify { return try tell(of: vault) }
    let statuses = try TrackerFinder(vault: vault).book().statuses(at: vault.now)
    let due = TrackerOrder.due.sorted(
      statuses.filter { all ? $0.due != nil : $0.late != nil })
    let console = session.console
    if json {
      try console.line(JSONValue.array(due.map { TrackerJSON.status($0) }).pretty)
    } else if due.isEmpty {
      console.say("nothing is due")
    } else {
      for line in TextColumns.lines(due.map(TrackerText.due)) { try console.line(line) }
    }
    if exitCode, statuses.contains(where: { $0.late != nil }) {
      throw QuietExit(status: .nothingFound)
    }
  }

  private func tell(of vault: OpenVault) throws {
    let delivery = ReminderDelivery(
      vault: vault, again: try again.map(IntervalWords.interval), hours: try hours)
    let console = vault.session.console
    let results = dryRun ? try delivery.dryRun().map { ($0, false) } : try delivery.run()
    if json {
      let values = results.map { notification, isShown in
        JSONValue.object([
          ("kind", .string(notification.kind.rawValue)), ("title", .string(notification.title)),
          ("body", .string(notification.body)), ("shown", .bool(isShown)),
        ])
      }
      return try console.line(JSONValue.array(values).pretty)
    }
    guard dryRun else { return }
    for (notification, _) in results {
      try console.line(TerminalText.line("\(notification.title): \(notification.body)"))
    }
  }
}
