import ArgumentParser
internal import Journal
internal import VaultFormat
internal import VaultStore

struct TrackerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracker",
    abstract: "Make, rename, archive, join or remove trackers",
    discussion: """
      A tracker is a note with tl: tracker, whose events are lines of its text. tl did logs one, tl since and tl due show \
      how things stand.
      """,
    subcommands: [
      TrackerNewCommand.self, TrackerRenameCommand.self, TrackerArchiveCommand.self,
      TrackerUnarchiveCommand.self, TrackerMergeCommand.self, TrackerRemoveCommand.self,
    ])
}

struct TrackerNewCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a tracker",
    discussion: "Writes trackers/NAME.md. Without a name it is Untitled, Untitled 2 and so on.")

  @Argument(help: "The name; words are joined by spaces")
  var name: [String] = []

  @Option(help: ArgumentHelp("How long after an event the next is due", valueName: "interval"))
  var every: String?

  @Option(help: "The unit of its values")
  var unit: String?

  @Option(
    help: ArgumentHelp(
      "A query for notes that count as events, such as tag:haircut or key:weight",
      valueName: "query"))
  var from: String?

  @Option(help: ArgumentHelp("An emoji", valueName: "icon"))
  var icon: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let every = try self.every.map(IntervalWords.interval)
    let vault = try session.openVaultForWriting()
    if let from, !Tracker.isQuery(from, now: vault.now, zone: vault.zone) {
      throw CommandError(
        "'\(from)' is not a query for some of the notes", hint: "such as tag:haircut or key:weight",
        status: .wrongUsage)
    }
    let trackers = try TrackerFinder(vault: vault).book().trackers
    var new = NewTracker(title: try title(among: trackers))
    (new.every, new.unit, new.from, new.icon) = (every, unit, from, icon)
    let tracker = try new.write(in: vault)
    try session.console.line(tracker.id, tracker.path)
  }

  private func title(among trackers: [Tracker]) throws -> String {
    let given = name.joined(separator: " ").trimmingBlanks
    func owner(of title: String) -> Tracker? {
      trackers.first { $0.names.contains(NameKey(title.utf8)) }
    }
    guard given.isEmpty else {
      if let owner = owner(of: given) {
        throw CommandError("\(owner.path.shown) is \(owner.title) already")
      }
      return given
    }
    var (title, number) = ("Untitled", 1)
    while owner(of: title) != nil {
      number += 1
      title = "Untitled \(number)"
    }
    return title
  }
}

struct TrackerRenameCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the title of a tracker",
    discussion: "Its file keeps its name, by which it can be named too; tl mv changes that.")

  @Argument(help: "The tracker", completion: .trackers)
  var old: String

  @Argument(help: "The new title")
  var new: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let finder = TrackerFinder(vault: vault)
    let book = try finder.book()
    let tracker = try finder.log(named: old, in: book).tracker
    let other = book.trackers.first {
      $0.path != tracker.path && $0.names.contains(NameKey(new.utf8))
    }
    if let other { throw CommandError("\(other.path.shown) is \(other.title) already") }
    guard !new.trimmingBlanks.isEmpty else {
      throw CommandError("a title has letters", status: .wrongUsage)
    }
    try vault.change(tracker, unchanged: "is called so already") {
      try $0.setting($0.name(of: .title), to: .text(new))
    }
  }
}

struct TrackerArchiveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Keep a tracker without showing it",
    discussion: "It is never due. tl since --all shows it, tl tracker unarchive brings it back.")

  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let tracker = try TrackerFinder(vault: vault).tracker(named: tracker)
    try vault.change(tracker, unchanged: "is archived already") {
      try $0.setting($0.name(of: .archived), to: .bool(true))
    }
  }
}

struct TrackerUnarchiveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "unarchive",
    abstract: "Show an archived tracker again",
    discussion: "Removes the key archived from its file.")

  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let tracker = try TrackerFinder(vault: vault).tracker(named: tracker)
    try vault.change(tracker, unchanged: "is not archived") {
      try $0.removing($0.name(of: .archived))
    }
  }
}

struct TrackerMergeCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Move the events of a tracker into another one",
    discussion: """
      For two that two devices made. Events that both have are there once, and the names of the first one become other \
      names of the second, so that notes which name it count there. The first one goes to the trash with its text. \
      Trackers of different units are not merged.
      """)

  @Argument(help: "The tracker that goes", completion: .trackers)
  var from: String

  @Argument(help: "The tracker that stays", completion: .trackers)
  var into: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let finder = TrackerFinder(vault: vault)
    let book = try finder.book()
    let (source, target) = (
      try finder.log(named: from, in: book), try finder.log(named: into, in: book)
    )
    guard source.tracker.path != target.tracker.path else {
      throw CommandError("\(from) and \(into) are the same tracker", status: .wrongUsage)
    }
    guard source.tracker.unit == target.tracker.unit else {
      throw CommandError(
        "\(source.tracker.title) counts in \(source.tracker.unitWord), \(target.tracker.title) in \(target.tracker.unitWord)",
        hint:
          "tl set \(source.tracker.path.shown.shellWord) unit=\(target.tracker.unit.shellWord) if its values mean that"
      )
    }
    var (count, merged) = (0, [UInt8]())
    let writer = try vault.writer()
    _ = try CommandError.naming(target.tracker.path) {
      try writer.edit(target.tracker.path, provisionalID: target.tracker.id) { document in
        // As it is now that the lock is held.
        let current = NoteDocument(try vault.vault.folder.read(source.tracker.path).bytes)
        merged = current.bytes
        let lines = TrackerLog(source.tracker, in: current, zone: vault.zone).lines
        let joined = TrackerLogEdit.adding(lines, to: document, zone: vault.zone)
        count = joined.count
        return try joined.document.setting(
          joined.document.name(of: .aliases),
          to: .list(target.tracker.aliases(with: source.tracker)))
      }
    }
    guard try vault.vault.folder.read(source.tracker.path).bytes == merged else {
      throw CommandError(
        "\(source.tracker.path.shown) was changed meanwhile, and stays",
        hint: "run the command again: events that are there already are not added twice")
    }
    let removed = try writer.remove(source.tracker.path)
    try session.console.line(target.tracker.id, target.tracker.path)
    session.console.say(
      "\(count.counted("event")) added; \(source.tracker.path.shown) is in the trash: "
        + "tl trash restore \(removed.entry.number) brings it back")
    for key in [
      source.tracker.from.map { "from: \($0)" }, source.tracker.every.map { "every: \($0)" },
    ] {
      if let key, key != target.tracker.every.map({ "every: \($0)" }) {
        session.console.say("\(target.tracker.title) did not get its \(key)")
      }
    }
  }
}

extension Tracker {
  fileprivate var unitWord: String { unit.isEmpty ? "no unit" : unit }

  /// Its other names, and those of another tracker that it has not.
  fileprivate func aliases(with other: Tracker) -> [String] {
    var known = Set(names)
    let new = ([other.name, other.title] + other.aliases).filter {
      known.insert(NameKey($0.utf8)).inserted
    }
    return aliases + new
  }
}

struct TrackerRemoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Move a tracker with its events to the trash",
    discussion:
      "Asks on a terminal. Notes that count as its events stay. tl trash restore brings it back.",
    aliases: ["remove"])

  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String

  @Flag(name: .shortAndLong, help: "Do not ask")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let tracker = try TrackerFinder(vault: vault).tracker(named: tracker)
    try session.requireConsent(
      yes, question: "move \(tracker.title) with its events to the trash?",
      command: "tl tracker rm -y \(tracker.name.shellWord)")
    let removed = try vault.writer().remove(tracker.path)
    try session.console.line(tracker.id, tracker.path)
    session.console.say(
      "moved to the trash; tl trash restore \(removed.entry.number) brings it back")
  }
}

// MARK: - Reminders and pauses

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

struct PauseCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Let a tracker not be due for some days",
    discussion: """
      Writes one line into its file. What would be due in these days, or was due before, is due on the day after the last \
      one. A pause is no event. tl did --undo takes it back, tl event edit --end changes its last day.
      """)

  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String?

  @Flag(help: "All that are not archived and have an interval")
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
    let first = try from.map { try day($0, in: vault) } ?? vault.now.day
    let last = try day(until, in: vault)
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
      try logging.add(
        EventWords(text: message), at: NoteTime(day: first, zone: vault.zone),
        end: first == last ? nil : .at(NoteTime(day: last, zone: vault.zone)), mark: .pause,
        to: tracker)
    }
  }

  private func day(_ text: String, in vault: OpenVault) throws -> CalendarDay {
    let date = try DateExpression(text, now: vault.now.seconds, zone: vault.zone)
    guard date.isPoint else {
      throw CommandError(
        "a pause has days, and '\(text)' is longer", hint: "such as 2026-11-25",
        status: .wrongUsage)
    }
    return date.startTime(zone: vault.zone).day
  }
}

// MARK: - Parts

/// Intervals on the command line.
enum IntervalWords {
  static func interval(_ text: String) throws -> TrackerInterval {
    do {
      return try TrackerInterval(text)
    } catch {
      let (message, hint): (String, String?) =
        switch error {
        case .isZero: ("an interval is 1 or more", nil)
        case .hasClock: ("minutes and hours have no clock time", nil)
        case .isTooLong: ("'\(text)' is longer than the calendar", nil)
        case .notUnderstood:
          (
            "'\(text)' is not an interval",
            "write 2 days, 2 days at 08:00, 6 weeks, month, 90 min"
          )
        }
      throw CommandError(message, hint: hint, status: .wrongUsage)
    }
  }
}

extension OpenVault {
  /// Changes the keys of a tracker, and prints it if that changed anything.
  ///
  /// - Returns: the tracker as it is now.
  @discardableResult
  fileprivate func change(
    _ tracker: Tracker, unchanged: String, _ change: (NoteDocument) throws -> NoteDocument
  ) throws -> Tracker {
    let writer = try self.writer()
    let edit = try CommandError.naming(tracker.path) {
      try writer.edit(tracker.path, provisionalID: tracker.id, change)
    }
    if edit.isChange {
      try session.console.line(tracker.id, tracker.path)
    } else {
      session.console.say("\(tracker.title) \(unchanged)")
    }
    return Tracker(
      edit.new, at: tracker.path, id: tracker.id, created: tracker.created, zone: zone) ?? tracker
  }
}

extension NoteDocument {
  /// The name of a key of a page in this file, else tl's own.
  fileprivate func name(of key: PageKey) -> String { field(key)?.name ?? key.name }

  /// Without a key of a page, under whatever names the file has it.
  fileprivate func removingAll(_ key: PageKey) throws -> NoteDocument {
    var document = self
    while let field = document.field(key) { document = try document.removing(field.name) }
    return document
  }
}
