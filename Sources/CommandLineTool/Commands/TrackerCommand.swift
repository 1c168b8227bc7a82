import ArgumentParser
internal import Journal
internal import VaultFormat
internal import VaultStore
internal import Words

struct TrackerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracker",
    abstract: "List, make and change trackers, and set when they are due",
    discussion: """
      A tracker is a note with tl: tracker, whose events are lines of its text. tl did logs one, tl since and tl due show \
      how things stand.
      """,
    subcommands: [
      TrackerListCommand.self, TrackerNewCommand.self, TrackerRenameCommand.self,
      TrackerArchiveCommand.self,
      TrackerUnarchiveCommand.self, TrackerMergeCommand.self, TrackerRemoveCommand.self,
      TrackerEveryCommand.self, TrackerPauseCommand.self,
    ],
    defaultSubcommand: TrackerListCommand.self)
}

struct TrackerListCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the trackers",
    discussion: "By name, with what tl since --long shows of each; --json is as there.",
    aliases: ["ls"])

  @Flag(name: .shortAndLong, help: "Archived trackers too")
  var all = false

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let words =
      ["--long", "--sort=name"] + (all ? ["--all"] : []) + (output.json ? ["--json"] : [])
    try SinceCommand.parse(words).run(in: session)
  }
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

  @Option(help: ArgumentHelp("What is to be reached: '8 cups a day', 'at most 2 a week'"))
  var goal: String?

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
    if let from,
      !Tracker.isQuery(
        from, now: vault.now, zone: vault.zone, resolver: JournalResolver(vault))
    {
      throw Problem(
        usage: "'\(from)' is not a query for some of the notes",
        hint: "such as tag:haircut or key:weight")
    }
    if let goal, TrackerGoal(goal) == nil {
      throw Problem(
        usage: "'\(goal)' is not a goal", hint: "write 8 cups a day, at most 2 a week, 3 per month")
    }
    // Held until the tracker is made: another command may be about to make the same one.
    let writer = try vault.writer()
    let trackers = try TrackerFinder(vault: vault).book().trackers
    var new = NewTracker(title: try title(among: trackers))
    (new.every, new.unit, new.from, new.icon) = (every, unit, from, icon)
    new.goal = goal
    let tracker = try new.write(in: vault, by: writer)
    try session.console.line(tracker.id, tracker.path)
  }

  private func title(among trackers: [Tracker]) throws -> String {
    let given = name.joined(separator: " ")
    if given.trimmingBlanks.isEmpty { return NewTracker.untitled(among: trackers) }
    return try Problem.naming(.tracker) { try PageTitle(given, among: trackers).text }
  }
}

struct TrackerRenameCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the title of a tracker",
    discussion:
      "The old title becomes an alias, so that notes which name it still count. Its file keeps its name, by which it can be "
      + "named too; tl mv changes that.")

  @Argument(help: "The tracker", completion: .trackers)
  var old: String

  @Argument(help: "The new title")
  var new: String

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let writer = try vault.writer()
    let finder = TrackerFinder(vault: vault)
    let book = try finder.book()
    let tracker = try finder.log(named: old, in: book).tracker
    try vault.rename(
      tracker, to: new, among: book.trackers, kind: .tracker, by: writer)
  }
}

struct TrackerArchiveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Archive a tracker: keep it without showing it",
    discussion: "It is never due. tl since --all shows it, tl tracker unarchive brings it back.")

  @OptionGroup var named: TrackerArgument
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.changeTracker(named: named.tracker, unchanged: "is archived already") {
      try $0.settingArchived(true)
    }
  }
}

struct TrackerUnarchiveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "unarchive",
    abstract: "Show an archived tracker again",
    discussion: "Removes the key archived from its file.")

  @OptionGroup var named: TrackerArgument
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.changeTracker(named: named.tracker, unchanged: "is not archived") {
      try $0.settingArchived(false)
    }
  }
}

struct TrackerMergeCommand: WritingCommand {
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

  func run(in vault: OpenVault) throws {
    let finder = TrackerFinder(vault: vault)
    let book = try finder.book()
    let (source, target) = (
      try finder.log(named: from, in: book), try finder.log(named: into, in: book)
    )
    guard source.tracker.path != target.tracker.path else {
      throw Problem(usage: "\(from) and \(into) are the same tracker")
    }
    guard source.tracker.unit == target.tracker.unit else {
      throw Problem(
        "\(source.tracker.title) counts in \(source.tracker.unitWord), \(target.tracker.title) in \(target.tracker.unitWord)",
        hint:
          "tl set \(source.tracker.path.shown.shellWord) unit=\(target.tracker.unit.shellWord) if its values mean that"
      )
    }
    var (count, merged) = (0, [UInt8]())
    let writer = try vault.writer()
    try writer.change(target.tracker) { document in
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
    guard try vault.vault.folder.read(source.tracker.path).bytes == merged else {
      throw Problem(
        "\(source.tracker.path.shown) was changed meanwhile, and stays",
        hint: "run the command again: events that are there already are not added twice")
    }
    let removed = try writer.remove(source.tracker.path)
    try vault.console.line(target.tracker.id, target.tracker.path)
    vault.console.say(
      "\(count.counted("event")) added; \(source.tracker.path.shown) is in the trash: "
        + "tl trash restore \(removed.entry.number) brings it back")
    let (old, new) = (source.tracker.choices, target.tracker.choices)
    for choice in old where !new.contains(choice) {
      vault.console.say("\(target.tracker.title) did not get its \(choice)")
    }
  }
}

extension Tracker {
  fileprivate var unitWord: String { unit.isEmpty ? "no unit" : unit }

  /// What a merge leaves to the person, as it stands in the file.
  fileprivate var choices: [String] {
    [
      from.map { "from: \($0)" }, every.map { "every: \($0)" }, goal.map { "goal: \($0.text)" },
    ].compactMap(\.self)
  }

  /// Its other names, and those of another tracker that it has not.
  fileprivate func aliases(with other: Tracker) -> [String] {
    var known = Set(names)
    let new = ([other.name, other.title] + other.aliases).filter {
      known.insert(NameKey($0.utf8)).inserted
    }
    return aliases + new
  }
}

struct TrackerRemoveCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Move a tracker with its events to the trash",
    discussion:
      "Asks on a terminal. Notes that count as its events stay. tl trash restore brings it back.",
    aliases: ["remove"])

  @OptionGroup var named: TrackerArgument
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let tracker = try TrackerFinder(vault: vault).tracker(named: named.tracker)
    try vault.session.requireConsent(
      consent.yes, question: "move \(tracker.title) with its events to the trash?",
      command: "tl tracker rm -y \(tracker.name.shellWord)")
    let removed = try vault.writer().remove(tracker.path)
    try vault.console.line(tracker.id, tracker.path)
    vault.console.say(
      "moved to the trash; tl trash restore \(removed.entry.number) brings it back")
  }
}
