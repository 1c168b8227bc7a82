import ArgumentParser
internal import VaultFormat
internal import VaultStore
internal import VaultSync

struct SyncCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Record what changed, bring in what other devices did, and hand it on",
    discussion: """
      Records the changes of this folder in git, fetches those of the remote, joins both note by note, and pushes. \
      Where two devices changed the same lines, the note has the later version and the other one is kept \
      beside it: tl conflicts lists them. Without a remote it only records; offline too, and the next sync goes \
      on. What was done is printed, a line for each note, and kept in .tl/local/log.

      Where a folder had files that are no notes, media or settings before it became a vault, such as source code, \
      the first sync asks once whether to record them; --allow-other-files says yes.

      --undo makes a commit that takes back what the last sync brought in, keeps what was edited since, and hands \
      it on; it lists what other devices will see, and asks. --watch syncs at once, half a minute after the last \
      change, and every five minutes, until Ctrl-C; it prints a line for each sync that did something.

      With --json: an object of {branch, remote, network, recorded, in, out, undone, merged, conflicts, held_back}, \
      where recorded, in, out and undone are {notes: [{path, change, title, from}], media, others}; with --watch one on \
      each line.
      """)

  @Flag(
    name: [.customShort("N"), .long],
    help: "Show what would be recorded and what waits; change nothing")
  var dryRun = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The first line of the commit", valueName: "text"))
  var message: String?

  @Flag(name: .customLong("no-push"), help: "Bring in what others did, hand nothing on")
  var noPush = false

  @Flag(help: "Join two histories that have nothing in common")
  var join = false

  @Flag(help: "Record deletions however many they are")
  var allowDeletes = false

  @Flag(help: "Record files that are no notes, media or settings, from now on")
  var allowOtherFiles = false

  @Flag(help: "Take back what the last sync brought in; a second time brings it back")
  var undo = false

  @Flag(help: "Go on: sync whenever something has changed, and every few minutes")
  var watch = false

  @Flag(name: .shortAndLong, help: "Do not ask before --undo")
  var yes = false

  @Flag(help: "Print a JSON object")
  var json = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if [undo, watch, dryRun].count(where: { $0 }) > 1 {
      throw ValidationError("--undo, --watch and --dry-run cannot be used together")
    }
  }

  func run(in session: Session) throws {
    if dryRun { return try rehearse(in: session) }
    if watch { return try keepSynced(in: session) }
    if undo { return try takeBack(in: session) }
    let vault = try session.openVaultForWriting()
    let synced = try vault.synced()
    // Also where git failed: they are two ways.
    defer {
      if session.userConfiguration.syncsNotesync, !noPush {
        NotesyncProgram.syncAfterwards(vault)
      }
    }
    let report: SyncReport
    do {
      report = try synced.sync(options, session.syncTalk())
    } catch {
      synced.rememberFailure(CommandError(error).message)
      throw error
    }
    if let error = report.failure { synced.rememberFailure(error.message) }
    try finish(report, in: session)
  }

  var options: SyncOptions {
    var options = SyncOptions()
    options.message = message
    options.pushes = !noPush
    options.joins = join
    options.allowsDeletes = allowDeletes
    options.allowsOtherFiles = allowOtherFiles
    return options
  }

  /// Prints the report and ends with what it comes to.
  private func finish(_ report: SyncReport, in session: Session) throws {
    try SyncReportLines(report, session.console).print(asJSON: json)
    if let error = report.failure {
      session.console.report(error)
      try session.console.finish()
      throw QuietExit(status: error.status)
    }
    if report.conflictCount > 0 {
      try session.console.finish()
      throw QuietExit(status: .conflict)
    }
  }

  private func rehearse(in session: Session) throws {
    let synced = try session.openVault().syncedForReading()
    let report = try synced.rehearse(options, session.syncTalk())
    session.console.say("this is what tl sync would do; nothing is changed")
    try finish(report, in: session)
  }
}

// MARK: - Undo

extension SyncCommand {
  private func takeBack(in session: Session) throws {
    let synced = try session.openVaultForWriting().synced()
    if !yes { try session.requireAnswer(for: "tl sync --undo -y") }
    let report = try synced.undo(options, session.syncTalk()) { changes in
      yes || isAgreed(changes, in: session)
    }
    guard let report else {
      session.console.say("nothing was taken back")
      throw QuietExit(status: .failure)
    }
    if let error = report.failure { synced.rememberFailure(error.message) }
    try finish(report, in: session)
  }

  /// Lists what every device will see, and asks.
  private func isAgreed(_ changes: ChangeList, in session: Session) -> Bool {
    let limit = 30
    for note in changes.notes.prefix(limit) {
      session.console.prompt(
        "\(note.kind.words)  \(TerminalText.line("\(note.path.text)  \(note.title)"))\n")
    }
    let rest = changes.notes.count - limit
    if rest > 0 { session.console.prompt("and \(rest) more notes\n") }
    let files = changes.media + changes.others.count
    if files > 0 { session.console.prompt("and \(files == 1 ? "1 file" : "\(files) files")\n") }
    return session.confirm("take this back, here and on all devices?")
  }
}

extension ChangeList.NoteLine.Kind {
  /// What becomes of a note by an undo, padded to one width.
  fileprivate var words: String {
    switch self {
    case .added: "comes back"
    case .changed, .moved: "as before "
    case .removed: "goes      "
    }
  }
}
