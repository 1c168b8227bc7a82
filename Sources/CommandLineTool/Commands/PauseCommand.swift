import ArgumentParser
internal import Journal
internal import VaultFormat
internal import VaultStore

struct TrackerPauseCommand: TLCommand {
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

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let first =
      try from.map { try EventWords.time($0, option: "--from", in: vault) }?.day
      ?? vault.now.day
    let last = try EventWords.time(until, option: "--until", in: vault, direction: .future).day
    guard first <= last else {
      throw CommandError(
        "the pause would end on \(last), before it begins on \(first)", status: .wrongUsage)
    }
    let finder = TrackerFinder(vault: vault)
    let trackers =
      try tracker.map { [try finder.tracker(named: $0)] }
      ?? finder.book().trackers.filter { !$0.isArchived && $0.every != nil }
    guard !trackers.isEmpty else {
      return session.console.say("no tracker has an interval, so there is nothing to pause")
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
