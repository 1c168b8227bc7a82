import ArgumentParser
internal import Journal
internal import VaultFormat

struct RemindCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind",
    abstract: "Set after which time a tracker is due",
    discussion: """
      EVERY is an interval such as 2 days, '2 days at 08:00', 6 weeks, month or '90 min'. off keeps the interval and \
      never says that it is due, on does so again, none removes the interval. Nothing else in the file changes.
      """)

  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String

  @Argument(help: ArgumentHelp("The interval; or on, off or none", valueName: "every"))
  var every: [String]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let words = every.joined(separator: " ")
    let interval =
      ["on", "off", "none"].contains(words) ? nil : try IntervalWords.interval(words)
    let vault = try session.openVaultForWriting()
    let tracker = try TrackerFinder(vault: vault).tracker(named: tracker)
    if words == "on", tracker.every == nil {
      throw CommandError(
        "\(tracker.title) has no interval",
        hint: "tl remind \(tracker.name.shellWord) '2 days at 08:00' sets one")
    }
    let new = try vault.change(tracker, unchanged: "reminds so already") { document in
      switch words {
      case "off": return try document.setting(document.name(of: .remind), to: .bool(false))
      case "on": return try document.removing(document.name(of: .remind))
      case "none": return try document.removingAll(.every).removingAll(.remind)
      default:
        return try document.setting(
          document.name(of: .every), to: .text("\(interval.map { "\($0)" } ?? "")")
        )
        .removing(document.name(of: .remind))
      }
    }
    let said = TrackerText.interval(new)
    session.console.say("\(new.title): \(said.isEmpty ? "no interval" : said)")
  }
}
