import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct CalendarICSCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "ics",
    abstract: "Write a calendar for other programs (iCalendar)",
    discussion: """
      Birthdays of the last year to the next five, trackers that have an interval, with an alarm at the time when they are \
      due, and notes that open. --what chooses among birthdays, due, capsules, milestones and notes. --vdir writes a file for each event, \
      as khal and vdirsyncer have them in a folder, and removes those that tl wrote there before. Many calendars drop the \
      alarms of a subscription: tl due tells what is due. tl serve feed add makes an address to subscribe to.
      """)

  @Option(
    help: ArgumentHelp("A file, if not standard output", valueName: "file"), completion: .file())
  var out: String?

  @OptionGroup var replacing: ReplacingOption

  @Option(help: ArgumentHelp("A folder", valueName: "folder"), completion: .directory)
  var vdir: String?

  @Option(help: ArgumentHelp("A list: birthdays,due,capsules,milestones,notes", valueName: "kinds"))
  var what = "birthdays,due,capsules"

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if out != nil, vdir != nil { throw ValidationError("--out and --vdir cannot be used together") }
    try replacing.check(needs: "--out", out != nil)
    _ = try kinds()
  }

  private func kinds() throws -> Set<CalendarEvents.Kind> {
    try Set(
      what.split(separator: ",").map { word in
        guard let kind = CalendarEvents.Kind(rawValue: String(word).trimmingBlanks) else {
          let all = CalendarEvents.Kind.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError("--what has no '\(word)'; there are \(all)")
        }
        return kind
      })
  }

  /// Of each calendar.
  private static let beginning = "BEGIN:VCALENDAR"

  func run(in vault: OpenVault) throws {
    let kinds = try kinds()
    let scan = vault.journalScan(noting: .ofReminders, keepsText: true)
    let events = CalendarEvents(
      vault.source, of: scan.index, scan.journal(), language: vault.session.language)
    let found = try events.events(kinds) {
      try vault.source.trackers(of: scan.index).statuses(at: vault.now)
    }
    let calendar = ICalendar(name: "tl", events: found)
    if let vdir {
      try write(calendar.files, to: vdir, of: vault.vault)
      return vault.console.say("\(found.count.counted("event")) in \(vdir)")
    }
    guard let out else { return try vault.console.write(calendar.file) }
    try ExportedFile(out, replaces: replacing.force, beginning: Self.beginning)
      .write(calendar.file)
    vault.console.say("\(found.count.counted("event")) in \(out)")
  }

  /// What tl wrote into that folder before from this vault and is no more is removed last; all other files stay.
  private func write(
    _ files: [(name: String, bytes: [UInt8])], to folder: String, of vault: Vault
  ) throws {
    guard SystemPath.isFolder(folder), let path = SystemPath.resolved(folder) else {
      throw Problem("\(folder) is not a folder", hint: "mkdir -p \(folder.shellWord)")
    }
    for file in files {
      try ExportedFile("\(path)/\(file.name)", replaces: nil, beginning: Self.beginning)
        .write(file.bytes)
    }
    let names = Set(files.map(\.name))
    for name in CalendarFiles.written(to: path, from: vault) where !names.contains(name) {
      try? SystemPath.remove("\(path)/\(name)")
    }
    if vault.isInitialized { try? CalendarFiles.remember(names.sorted(), in: path, from: vault) }
  }
}
