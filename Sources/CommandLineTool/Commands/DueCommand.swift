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
    let due = statuses.filter { all ? $0.due != nil : $0.late != nil }.sorted {
      (($0.due?.seconds ?? 0), $0.tracker.path) < (($1.due?.seconds ?? 0), $1.tracker.path)
    }
    let console = session.console
    if json {
      try console.line(JSONValue.array(due.map(TrackerJSON.status)).pretty)
    } else if due.isEmpty {
      console.say("nothing is due")
    } else {
      for line in TrackerText.columns(due.map(row)) { try console.line(line) }
    }
    if exitCode, statuses.contains(where: { $0.late != nil }) {
      throw QuietExit(status: .nothingFound)
    }
  }

  private func row(_ status: TrackerStatus) -> [String] {
    let name = TrackerText.name(status.tracker)
    guard let due = status.due else { return [name] }
    guard let late = status.late else { return [name, "on \(TrackerText.time(due))"] }
    let isToday = due.precision == .day && due.day == status.now.day
    return [
      name, TrackerText.since(due, status.now),
      isToday ? "" : "\(ElapsedText.tenths.text(of: late)) late",
    ]
  }
}
