import ArgumentParser
internal import Journal
internal import VaultFormat

struct TrackerEveryCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "every",
    abstract: "Set how often a tracker is due",
    discussion: """
      EVERY is an interval such as 2 days, '2 days at 08:00', 6 weeks, month or '90 min', or days of the week: monday, 'mon and thu', 'weekdays at 08:00'. off keeps the interval and \
      never says that it is due, on does so again, none removes the interval. Nothing else in the file changes.
      """)

  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String

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
    let tracker = try TrackerFinder(vault: vault).tracker(named: tracker)
    if change == .on, tracker.every == nil {
      throw CommandError(
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
