import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct CalendarICSCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "ics",
    abstract: "Write a calendar for other programs (iCalendar)",
    discussion: """
      Birthdays of the last year to the next five, trackers that have an interval, with an alarm at the time when they are \
      due, and notes that open. --what chooses among birthdays, due, capsules, milestones and notes. --vdir writes a file for each event, \
      as khal and vdirsyncer have them in a folder, and removes those that tl wrote there before. Many calendars drop the \
      alarms of a subscription: tl due tells what is due.
      """)

  @Option(
    help: ArgumentHelp("A file, if not standard output", valueName: "file"), completion: .file())
  var out: String?

  @Option(help: ArgumentHelp("A folder", valueName: "folder"), completion: .directory)
  var vdir: String?

  @Option(help: ArgumentHelp("A list: birthdays,due,capsules,milestones,notes", valueName: "kinds"))
  var what = "birthdays,due,capsules"

  @OptionGroup var global: GlobalOptions

  private enum Kind: String, CaseIterable {
    case birthdays, due, capsules, milestones, notes
  }

  func validate() throws {
    if out != nil, vdir != nil { throw ValidationError("--out and --vdir cannot be used together") }
    _ = try kinds()
  }

  private func kinds() throws -> Set<Kind> {
    try Set(
      what.split(separator: ",").map { word in
        guard let kind = Kind(rawValue: String(word).trimmingBlanks) else {
          let all = Kind.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError("--what has no '\(word)'; there are \(all)")
        }
        return kind
      })
  }

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let kinds = try kinds()
    let events = CalendarEvents(vault)
    var found: [ICalendarEvent] = []
    if kinds.contains(.birthdays) { found += events.birthdays }
    if kinds.contains(.due) { found += try events.due() }
    if kinds.contains(.capsules) { found += events.opening }
    if kinds.contains(.milestones) { found += events.milestones }
    if kinds.contains(.notes) { found += events.notes }
    let calendar = ICalendar(name: "tl", events: found.sorted { $0.uid < $1.uid })
    if let vdir {
      try write(calendar.files, to: vdir, of: vault.vault)
      return session.console.say("\(found.count.counted("event")) in \(vdir)")
    }
    guard let out else { return try session.console.write(calendar.file) }
    try ExportedFile.write(calendar.file, to: out, beginning: "BEGIN:VCALENDAR")
    session.console.say("\(found.count.counted("event")) in \(out)")
  }

  /// What tl wrote into that folder before from this vault and is no more is removed last; all other files stay.
  private func write(
    _ files: [(name: String, bytes: [UInt8])], to folder: String, of vault: Vault
  ) throws {
    guard SystemPath.isFolder(folder), let path = SystemPath.resolved(folder) else {
      throw CommandError("\(folder) is not a folder", hint: "mkdir -p \(folder.shellWord)")
    }
    for file in files {
      try ExportedFile.write(file.bytes, to: "\(path)/\(file.name)", beginning: "BEGIN:VCALENDAR")
    }
    let names = Set(files.map(\.name))
    for name in CalendarFiles.written(to: path, from: vault) where !names.contains(name) {
      try? SystemPath.remove("\(path)/\(name)")
    }
    if vault.isInitialized { try? CalendarFiles.remember(names.sorted(), in: path, from: vault) }
  }
}
