import ArgumentParser
internal import Journal
internal import VaultFormat
internal import VaultStore
internal import Words

struct TrackerPauseCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause a tracker",
    discussion: """
      Writes one line into its file. What would be due in these days, or was due before, is due on the day after the last \
      one. A pause is no event. tl did --undo takes it back, tl event edit --end changes its last day.
      """)

  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String?

  @Flag(help: "Pause all trackers that have an interval and are not archived")
  var all = false

  @Option(help: ArgumentHelp("The first day, if not today", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The last day", valueName: "date"))
  var until: String

  @Option(
    name: [.customShort("m"), .customLong("message")],
    help: ArgumentHelp("Why", valueName: "text"))
  var message = ""

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if all, tracker != nil { throw ValidationError("--all and a tracker cannot be used together") }
    if !all, tracker == nil { throw ValidationError("which tracker? TRACKER or --all is missing") }
  }

  func run(in vault: OpenVault) throws {
    let first =
      try from.map { try EventWords.time($0, option: "--from", in: vault) }?.day
      ?? vault.now.day
    let last = try EventWords.time(until, option: "--until", in: vault, direction: .future).day
    guard first <= last else {
      throw Problem(usage: "the pause would end on \(last), before it begins on \(first)")
    }
    let finder = TrackerFinder(vault: vault)
    let trackers =
      try tracker.map { [try finder.tracker(named: $0)] }
      ?? finder.book().trackers.filter { !$0.isArchived && $0.every != nil }
    guard !trackers.isEmpty else {
      return vault.console.say("no tracker has an interval, so there is nothing to pause")
    }
    let logging = EventLogging(vault: vault)
    defer {
      // One of several alone is not what was meant.
      if trackers.count > 1 { LoggedEvent.forget(in: vault.vault) }
    }
    for tracker in trackers {
      try logging.add(.pause(first...last, why: message, zone: vault.zone), to: tracker)
    }
  }
}

struct TrackerEveryCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "every",
    abstract: "Set how often a tracker is due",
    discussion: """
      EVERY is an interval such as 2 days, '2 days at 08:00', 6 weeks, month or '90 min', or days of the week: monday, 'mon and thu', 'weekdays at 08:00'. off keeps the interval and \
      never says that it is due, on does so again, none removes the interval. Nothing else in the file changes.
      """)

  @OptionGroup var named: TrackerArgument

  @Argument(help: ArgumentHelp("The interval; or on, off or none", valueName: "every"))
  var every: [String]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let words = every.joined(separator: " ")
    let change: ReminderChange =
      switch words {
      case "on": .on
      case "off": .off
      case "none": .none
      default: .every(try IntervalWords.interval(words))
      }
    let vault = try session.openVaultForWriting()
    let tracker = try TrackerFinder(vault: vault).tracker(named: named.tracker)
    if change == .on, tracker.every == nil {
      throw Problem(
        "\(tracker.title) has no interval",
        hint: "tl tracker every \(tracker.name.shellWord) '2 days at 08:00' sets one")
    }
    let new = try vault.change(tracker, unchanged: "reminds so already") {
      try change.applied(to: $0)
    }
    let said = TrackerText.interval(new)
    session.console.say("\(new.title): \(said.isEmpty ? "no interval" : said)")
  }
}
