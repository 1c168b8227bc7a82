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
    let vault = try session.openVaultForWriting()
    let synced = try vault.synced()
    var options = SyncOptions()
    options.message = message
    options.pushes = !noPush
    options.joins = join
    options.allowsDeletes = allowDeletes
    let report: SyncReport
    do {
      report = try synced.sync(options, session.syncTalk())
    } catch {
      synced.rememberFailure(CommandError(error).message)
      throw error
    }
    try SyncReportLines(report, session.console).print(asJSON: json)
    if let error = report.failure {
      synced.rememberFailure(error.message)
      session.console.report(error)
      try session.console.finish()
      throw QuietExit(status: error.status)
    }
    if report.conflictCount > 0 {
      try session.console.finish()
      throw QuietExit(status: .conflict)
    }
  }
}
