import ArgumentParser
internal import Journal
internal import VaultFormat

struct DueCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Show which trackers are due",
    discussion: """
      A tracker is due when its interval (every: 2 days at 08:00) has passed since its newest event or skip, and stays \
      due until the next one. What is due longest comes first. With --all, what will be due follows.
      """)

  @Flag(name: .shortAndLong, help: "What will be due too")
  var all = false

  @Flag(help: "End with 1 if anything is due")
  var exitCode = false

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let statuses = try TrackerFinder(vault: vault).book().logs.map { $0.status(at: vault.now) }
    let due = TrackerStatus.byDue(statuses.filter { all ? $0.due != nil : $0.late != nil })
    let console = session.console
    if json {
      try console.line(JSONValue.array(due.map(TrackerJSON.status)).pretty)
    } else if due.isEmpty {
      console.say("nothing is due")
    } else {
      for line in TextColumns.lines(due.map(TrackerText.due)) { try console.line(line) }
    }
    if exitCode, statuses.contains(where: { $0.late != nil }) {
      throw QuietExit(status: .nothingFound)
    }
  }
}
