import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
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

  func run(in vault: OpenVault) throws {
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
      return vault.console.say("\(found.count.counted("event")) in \(vdir)")
    }
    guard let out else { return try vault.console.write(calendar.file) }
    try ExportedFile.write(calendar.file, to: out, beginning: "BEGIN:VCALENDAR")
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
      try ExportedFile.write(file.bytes, to: "\(path)/\(file.name)", beginning: "BEGIN:VCALENDAR")
    }
    let names = Set(files.map(\.name))
    for name in CalendarFiles.written(to: path, from: vault) where !names.contains(name) {
      try? SystemPath.remove("\(path)/\(name)")
    }
    if vault.isInitialized { try? CalendarFiles.remember(names.sorted(), in: path, from: vault) }
  }
}

/// What a vault has for a calendar.
struct CalendarEvents {
  /// The beginning of each UID.
  static let prefix = "tl-"
  /// Birthdays from so many years before this one to so many after it.
  private static let years = -1...5

  private let vault: OpenVault
  private let scan: JournalScan
  private let settings: JournalSettings

  init(_ vault: OpenVault) {
    self.vault = vault
    scan = vault.journalScan(noting: .ofReminders, keepsText: true)
    settings = JournalSettings(vault.vault.configuration)
  }

  /// Each year's by itself, with the age: a rule for all of them would leave out 29 February.
  var birthdays: [ICalendarEvent] {
    scan.journal().book.persons.flatMap { person in
      let updated = updated(person.path)
      return Self.years.compactMap { years -> ICalendarEvent? in
        let year = vault.now.day.year + years
        guard let birthday = person.birthday(inYear: year, leapDay: settings.leapDay) else {
          return nil
        }
        return event(
          "birthday", person.id, summary: TerminalText.line(birthday.text), on: birthday.day,
          updated)
      }
    }
  }

  /// What is late is there today.
  func due() throws -> [ICalendarEvent] {
    let book = try vault.source.trackers(of: scan.index)
    return book.statuses(at: vault.now).compactMap { status in
      guard let due = status.due else { return nil }
      let title = status.tracker.title
      guard status.late == nil else {
        return event(
          "due", status.tracker.id, summary: title, on: vault.now.day,
          updated(status.tracker.path))
      }
      return ICalendarEvent(
        uid: uid("due", status.tracker.id, due.day), summary: title, start: due,
        hasAlarm: due.precision == .second, lastModified: updated(status.tracker.path))
    }
  }

  /// What is done, and the celebrations ahead, of everybody.
  var milestones: [ICalendarEvent] {
    let journal = scan.journal()
    return journal.book.persons.flatMap { person in
      let list = MilestoneList(of: person, in: journal, language: vault.session.language)
      let updated = updated(person.path)
      return list.entries.compactMap { entry in
        entry.day.map {
          event(
            "milestone-\(entry.milestone.id)", person.id,
            summary: "\(person.title): \(entry.milestone.title)", on: $0, updated)
        }
      }
    }
  }

  var opening: [ICalendarEvent] {
    scan.journal().capsules.compactMap { note in
      guard let day = note.opens else { return nil }
      // What it is called is sealed too.
      return event(
        "opens", note.id, summary: "A sealed note opens", on: day, updated(note.path))
    }
  }

  var notes: [ICalendarEvent] {
    let index = scan.index
    return index.withoutPages.positions.compactMap { position in
      guard let note = try? vault.note(position, of: index),
        vault.visibility.counts(note.document)
      else { return nil }
      let date = index[position].date
      return ICalendarEvent(
        uid: uid("note", index.id(position), date.day), summary: note.title, start: date,
        hasAlarm: false, lastModified: note.updated)
    }
  }

  // MARK: - Parts

  private func event(
    _ kind: String, _ id: NoteID, summary: String, on day: CalendarDay, _ updated: NoteTime
  ) -> ICalendarEvent {
    ICalendarEvent(
      uid: uid(kind, id, day), summary: summary, start: NoteTime(day: day, zone: vault.zone),
      hasAlarm: false, lastModified: updated)
  }

  private func uid(_ kind: String, _ id: NoteID, _ day: CalendarDay) -> String {
    "\(Self.prefix)\(kind)-\(id.text)-\(day)"
  }

  private func updated(_ path: VaultPath) -> NoteTime {
    (try? vault.note(at: path))?.updated ?? vault.now
  }
}

/// A file for other programs, outside of the vault's care.
enum ExportedFile {
  /// Replaces a file that begins as such files do, or is empty; makes one that does not exist.
  ///
  /// - Parameter beginning: of each such file.
  /// - Throws: for a file with anything else in it, which stays as it is, and if it cannot be written.
  static func write(_ bytes: [UInt8], to path: String, beginning: String) throws {
    if let present = SystemFile.read(path), !present.isEmpty,
      !present.starts(with: beginning.utf8)
    {
      throw Problem(
        usage: "\(path) is another file, and stays as it is",
        hint: "name a file that does not exist yet")
    }
    guard SystemFile.replace(path, bytes) else { throw Problem("\(path) cannot be written") }
  }
}
