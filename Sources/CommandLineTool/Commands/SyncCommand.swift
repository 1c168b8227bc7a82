import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Words

struct SyncCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Commit your changes, merge those of other devices, and push",
    discussion: """
      Commits the changes of this folder to git, fetches those of the remote, merges both note by note, and pushes. \
      Where two devices changed the same lines, the note has the later version and the other one is kept \
      beside it: tl conflict lists them. Without a remote, or offline, it only commits, and a later sync sends \
      it. What was done is printed, a line for each note, and kept in .tl/local/log.

      Where a folder had files that are not notes, media or settings before it became a vault, such as source code, \
      the first sync asks once whether to commit them; --allow-other-files says yes.

      --undo makes a commit that reverts what the last sync that received something brought in, keeps what was edited \
      since, and pushes it; it lists what other devices will see, and asks. --watch syncs at once, half a minute after the last \
      change, and every five minutes, until Ctrl-C; it prints a line for each sync that did something.

      A server may refuse commits because of one file, for example for its size. On a terminal tl names the \
      likely files, and asks; --drop-unsent FILE takes one out of the unsent commits. FILE \
      stays in this folder and is not committed again unless it changes; the commits keep their authors, times and messages. A file that \
      is deleted here is taken out without asking if the server then accepts the rest; its content is in the trash.

      With --json: an object of {branch, remote, network, recorded, in, out, undone, merged, conflicts, dropped, \
      held_back, unfinished}, \
      where recorded, in, out and undone are {notes: [{path, change, title, from}], media, others}, and unfinished means that a dry run may \
      have read the folder while another sync was putting files in place; with --watch one on each line.
      """)

  @Flag(
    name: [.customShort("N"), .long],
    help: "Show what would be committed and what is skipped; change nothing")
  var dryRun = false

  @Option(
    name: [.customShort("m", allowingJoined: true), .long],
    help: ArgumentHelp("The first line of the commit", valueName: "text"))
  var message: String?

  @Flag(name: .customLong("no-push"), help: "Receive what others changed, send nothing")
  var noPush = false

  @Flag(help: "Join two vaults that have no history in common")
  var join = false

  @Option(
    help: ArgumentHelp(
      "After a git push --force of another device: leave-out what is no longer in the remote's history, or send-again",
      valueName: "choice"))
  var removed: RemovedHistory.Choice?

  @Flag(help: "Commit deletions, however many")
  var allowDeletes = false

  @Flag(help: "Commit files that are not notes, media or settings too, now and later")
  var allowOtherFiles = false

  @Option(
    name: .customLong("drop-unsent"),
    help: ArgumentHelp(
      "Take a file out of the commits that were not sent; it stays here (can be repeated)",
      valueName: "file"))
  var dropUnsent: [String] = []

  @Flag(help: "Undo what the last sync received; a second time brings it back")
  var undo = false

  @Flag(help: "Keep running: sync after each change, and every few minutes")
  var watch = false

  @Flag(name: .shortAndLong, help: "Do not ask before --undo")
  var yes = false

  @OptionGroup var output: ObjectOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if [undo, watch, dryRun].count(where: { $0 }) > 1 {
      throw ValidationError("--undo, --watch and --dry-run cannot be used together")
    }
    if !dropUnsent.isEmpty, undo || watch || dryRun {
      throw ValidationError("--drop-unsent cannot be used with --undo, --watch or --dry-run")
    }
  }

  func run(in session: Session) throws {
    if dryRun { return try printPlan(in: session) }
    if watch { return try keepSynced(in: session) }
    if undo {
      return try SyncUndo(vault: session.openVaultForWriting(), options: options)
        .run(isAgreed: yes, asJSON: output.json)
    }
    let vault = try session.openVaultForWriting()
    let synced = try vault.synced()
    var options = options
    options.dropsUnsent = try dropUnsent.map { word in
      let paths = VaultPathParser.candidates(for: word, in: vault.vault)
      guard !paths.isEmpty else {
        throw Problem(
          usage: "\(word) is not a file of this vault", hint: "use its path as tl status prints it")
      }
      return paths
    }
    // Even if git failed, since notesync is independent.
    defer {
      if session.userConfiguration.syncsNotesync, !noPush {
        NetworkProgram.syncAfterwards(vault)
      }
    }
    let report: SyncReport
    do {
      report = try synced.sync(options, session.syncCallbacks())
    } catch {
      synced.saveFailure(Problem(error).message, of: error)
      throw error
    }
    if let error = report.problem(.current) { synced.saveFailure(error.message) }
    try SyncReportLines(report: report, console: session.console).finish(asJSON: output.json)
  }

  var options: SyncOptions {
    var options = SyncOptions()
    options.message = message
    options.pushes = !noPush
    options.joins = join
    options.removedHistory = removed
    options.allowsDeletes = allowDeletes
    options.allowsOtherFiles = allowOtherFiles
    return options
  }

  private func printPlan(in session: Session) throws {
    let vault = try session.openVault(for: .readingQuietly)
    try vault.vault.checkWritable()
    let report = try vault.syncedForReading().dryRun(options, session.syncCallbacks())
    session.console.say("this is what tl sync would do; nothing was changed")
    try SyncReportLines(report: report, console: session.console).finish(asJSON: output.json)
  }
}

extension RemovedHistory.Choice: ExpressibleByArgument {}
