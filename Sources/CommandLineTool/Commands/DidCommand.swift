import ArgumentParser
internal import Journal
internal import VaultFormat
internal import VaultStore
internal import Words

struct DidCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "did",
    abstract: "Log an event of a tracker",
    discussion: """
      TRACKER is its name, another name that it has, a unique beginning of three characters, its path or @N. The first \
      words behind it are the value if they read as one: 5.2, 5.2 km where km is the unit, 120/80, and 1h 30min where the \
      unit is h, min or s. The other words are the text, and what comes through a pipe follows it. The event is a line of the tracker's file, at its place in \
      time. --start and --stop log something that lasts; --skip says that it was left out on purpose, after which the \
      tracker is due later. --undo takes back the event that was logged last on this device.

      In a loop over the lines of a pipe, give tl did its own input: tl did "$tracker" < /dev/null.
      """,
    aliases: ["track"])

  @Argument(
    help: ArgumentHelp(
      "The tracker, then its value and a text, if any: coffee 2 espresso",
      valueName: "tracker value text"),
    completion: .trackers)
  var words: [String] = []

  @Option(help: ArgumentHelp("When it happened, if not now", valueName: "time"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      "The event's value; words after the tracker are its text", valueName: "value"))
  var value: String?

  @Option(
    name: [.customShort("m"), .customLong("message")],
    help: ArgumentHelp("The event's text; words after the tracker are its value", valueName: "text")
  )
  var message: String?

  @Flag(help: "Log that it was left out on purpose")
  var skip = false

  @Flag(help: "Begin an event that lasts until --stop")
  var start = false

  @Flag(help: "End the event that lasts")
  var stop = false

  @Flag(help: "Make the tracker if no tracker has that name")
  var new = false

  @Flag(help: "Take back the event that was logged last on this device")
  var undo = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try exclude([(skip, "--skip"), (start, "--start"), (stop, "--stop"), (undo, "--undo")])
    if undo, !words.isEmpty || at != nil || value != nil || message != nil || new {
      throw ValidationError("--undo takes nothing else: it takes back the last event")
    }
  }

  func run(in session: Session) throws {
    if undo { return try EventLogging(vault: session.openVaultForWriting()).undo() }
    let unsaved = UnsavedText(given: message.map { [$0] } ?? behindName, in: session)
    try unsaved.kept { try log(unsaved, in: session) }
  }

  /// Without the words that are the text.
  private var command: String {
    let options = [("--at", at), ("--value", value)].compactMap { name, value in
      value.map { "\(name) \($0.shellWord)" }
    }
    let flags = [(skip, "--skip"), (start, "--start"), (stop, "--stop"), (new, "--new")]
      .filter(\.0).map(\.1)
    let known = message == nil ? Array(words.prefix(1)) : words
    return (["tl did"] + known.map(\.shellWord) + options + flags + (message == nil ? [] : ["-m"]))
      .joined(separator: " ")
  }

  private var behindName: [String] { Array(words.dropFirst()) }

  private func log(_ unsaved: UnsavedText, in session: Session) throws {
    let vault = try session.openVaultForWriting()
    unsaved.vault = vault
    unsaved.command = command
    guard let name = words.first, !name.trimmingBlanks.isEmpty else {
      throw Problem(
        usage: "which tracker? TRACKER is missing",
        hint: "tl since lists the trackers of this vault")
    }
    let time = try at.map { try EventWords.time($0, option: "--at", in: vault) } ?? vault.now
    let (tracker, isNew) = try tracker(named: name, in: vault)
    var content = try words(of: tracker.unit)
    unsaved.mentionPipe(behind: words)
    content.text = try unsaved.piped.preceded(by: content.text).line().trimmingBlanks
    let logging = EventLogging(vault: vault, unsaved: unsaved)
    if isNew { session.console.say("made \(tracker.path.shown)") }
    if tracker.isArchived {
      session.console.say(
        "\(TrackerText.name(tracker)) is archived; tl tracker unarchive \(tracker.name.shellWord) shows it again"
      )
    }
    if stop {
      try logging.end(tracker, at: time, content)
    } else if start {
      try logging.begin(tracker, at: time, content)
    } else {
      try logging.add(
        NewEvent(
          begin: time, mark: skip ? .skip : nil, value: content.value, text: content.text),
        to: tracker)
    }
  }

  private func tracker(
    named name: String, in vault: OpenVault
  ) throws -> (tracker: Tracker, isNew: Bool) {
    let finder = TrackerFinder(vault: vault)
    guard new else { return (try finder.tracker(named: name), false) }
    // Held until the tracker is made: another command may be about to make the same one.
    let writer = try vault.writer()
    let book = try finder.book()
    // The beginning of another name is none.
    guard book.trackers.contains(where: { $0.isCalled(name) }) else {
      // Nothing is made for an event that cannot be logged.
      _ = try words(of: "")
      if stop {
        throw Problem(
          "\(name) is not running: there is no such tracker",
          hint: "tl did --new \(name.shellWord) --start begins one")
      }
      return (try NewTracker(title: name).write(in: vault, by: writer), true)
    }
    return (try finder.log(named: name, in: book).tracker, false)
  }

  private func words(of unit: String) throws -> EventWords {
    try EventWords(
      behindName == ["-"] ? [] : behindName, value: value, message: message, unit: unit)
  }
}
