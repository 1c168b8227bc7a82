internal import Archives
import ArgumentParser
internal import Backup
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Make one file of the vault, check it, restore it",
    discussion: """
      A backup is a zip file that holds the folder, the trash, the drafts, and the history as a git bundle, and never \
      keys, accounts or tokens. docs/backup.md says more.
      """,
    subcommands: [
      BackupMakeCommand.self, BackupCheckCommand.self, BackupRestoreCommand.self,
      BackupInstallCommand.self, BackupUninstallCommand.self,
    ])
}

/// Whom a backup is for, and what of the history is in it.
struct BackupContents: ParsableArguments {
  @Flag(help: "Leave the history out, which has all media once more")
  var noHistory = false

  @Option(
    help: ArgumentHelp(
      "Encrypt it by age for a key (age1…, ssh-…) or the keys of a file; can be repeated",
      valueName: "recipient"))
  var encrypt: [String] = []
}

struct BackupMakeCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Make a backup",
    discussion: """
      FILE is outside of the vault, and is there whole or not at all. Files are read once more if they change meanwhile; \
      those that go on changing are named. With --to the file is named by the vault and the time, and --keep removes older \
      ones of this vault there. Where something could not be read, the backup is made without it, and the command fails. \
      With --json: {file, files, bytes, history, size, omitted, changing}.
      """)

  @Argument(help: "The new file", completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp("A folder for a file named by the time", valueName: "folder"),
    completion: .directory)
  var to: String?

  @Option(help: ArgumentHelp("With --to, how many backups of this vault stay", valueName: "n"))
  var keep: Int?

  @OptionGroup var contents: BackupContents

  @OptionGroup var replacing: ReplacingOption

  @Flag(name: [.customShort("N"), .long], help: "Print what would be in it, write nothing")
  var dryRun = false

  @OptionGroup var output: ObjectOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (file == nil) != (to == nil) else { throw ValidationError("name a file, or --to FOLDER") }
    guard keep == nil || to != nil else { throw ValidationError("--keep needs --to") }
    guard keep ?? 1 > 0 else { throw ValidationError("--keep needs a number of at least 1") }
  }

  func run(in session: Session) throws {
    let vault = try session.openVault().vault
    try vault.checkInitialized()
    try Problem.ofBackup {
      let names = BackupNames(
        of: vault, isEncrypted: !contents.encrypt.isEmpty, at: session.now)
      let path = to.map { "\($0)/\(names.new)" } ?? file ?? ""
      let target = try BackupFile(path, of: vault.folder, replaces: replacing.force)
      let plan = try BackupPlan(of: vault.folder, withHistory: !contents.noHistory)
      guard !dryRun else { return try show(plan, on: session.console) }
      let (report, size) = try session.console.withProgress("backing up", plan.bytes) {
        try target.write(
          plan, of: vault.folder, for: contents.encrypt, age: session.environment.program("age"),
          made: session.now.rfc3339, progress: $0)
      }
      if let to, let keep { removeOld(names, in: to, keep: keep, session) }
      try tell(report, size: size, path: path, session)
    }
  }

  private func show(_ plan: BackupPlan, on console: Console) throws {
    for omitted in plan.omitted {
      try console.line(TerminalText.line("not \(omitted.path.shown): \(omitted.reason)"))
    }
    let words = "\(plan.files.counted("file")) of \(ByteCount(plan.bytes)); \(plan.history)"
    try console.line(TerminalText.line(words))
  }

  private func tell(_ report: BackupReport, size: Int64, path: String, _ session: Session) throws {
    let console = session.console
    if output.json {
      try console.print(report.json(size: size, path: path))
    } else if !console.isQuiet {
      // A scheduler would send it by mail each time.
      try console.line(TerminalText.line(path))
      console.say(
        "\(report.files.counted("file")) of \(ByteCount(report.bytes)); \(report.history)"
          + "; the backup has \(ByteCount(size))")
    }
    for path in report.inconsistent {
      console.warn("\(path.shown) changed each time while it was read; it may be a mixture")
    }
    for omitted in report.omitted {
      let words = "\(omitted.path.shown) is not in it: \(omitted.reason)"
      if case .unreadable = omitted.reason {
        session.fail(Problem(words))
      } else if omitted.reason != .ofDevice, omitted.reason != .history {
        console.warn(words)
      }
    }
  }

  /// After a new one was made; one that cannot be removed is not worth a failure.
  private func removeOld(_ names: BackupNames, in folder: String, keep: Int, _ session: Session) {
    let old = names.old(of: (try? SystemPath.names(in: folder)) ?? [], keep: keep)
    for name in old {
      do {
        try SystemPath.remove("\(folder)/\(name)")
      } catch {
        session.console.warn("\(error)")
      }
    }
  }
}

struct BackupCheckCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Read a backup and compare every byte with what was backed up",
    discussion: "With --json: {file, made, files, bytes, history}.")

  @Argument(help: "The backup", completion: .file())
  var file: String

  @Option(help: .identity, completion: .file())
  var identity: String?

  @OptionGroup var output: ObjectOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try Problem.ofBackup {
      // Where the vault is known, the plain archive is in it, and nowhere else.
      let vault = identity.flatMap { _ in try? session.openVault(for: .writing).vault }
      let local = vault.flatMap { vault in
        vault.isInitialized ? "\(vault.folder.path)/\(VaultLayout.local.text)" : nil
      }
      let backup = try BackupArchive(
        file, identity: identity, age: session.environment.program("age"),
        scratch: local ?? session.environment.temporaryFolder)
      let entries = backup.manifest.entries
      try session.console.withProgress("checking", backup.manifest.bytes) {
        try backup.check(progress: $0)
      }
      let files = entries.filter { $0.kind == .file }
      let hasHistory = entries.contains { $0.kind == .history }
      let size = files.reduce(0) { $0 + $1.size }
      if output.json {
        return try session.console.print(
          .object([
            ("file", .string(file)), ("made", .string(backup.manifest.made)),
            ("files", .int(files.count)), ("bytes", .int(Int(size))),
            ("history", .bool(hasHistory)),
          ]))
      }
      try session.console.line(
        TerminalText.line(
          "whole: \(files.count.counted("file")) of \(ByteCount(size))"
            + (hasHistory ? " and the history" : "") + ", made \(backup.manifest.made)"))
    }
  }
}

struct BackupRestoreCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Make a folder of a backup",
    discussion: """
      DIR is new or empty. It gets all files with their times, and the history, so that tl log and tl sync go on. Nothing is \
      there before all of it is. With --json: {folder, files, bytes, history}.
      """)

  @Argument(help: "The backup", completion: .file())
  var file: String

  @Argument(help: ArgumentHelp("The new folder", valueName: "dir"), completion: .directory)
  var folder: String

  @Option(help: .identity, completion: .file())
  var identity: String?

  @OptionGroup var output: ObjectOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try Problem.ofBackup {
      let backup = try BackupArchive(
        file, identity: identity, age: session.environment.program("age"),
        scratch: SystemPath.parent(of: folder))
      let report = try session.console.withProgress("restoring", backup.manifest.bytes) {
        try BackupRestore.run(
          backup, into: folder, program: NetworkProgram.toolPath ?? "tl", progress: $0)
      }
      let path = SystemPath.resolved(folder) ?? folder
      if output.json {
        return try session.console.print(
          .object([
            ("folder", .string(path)), ("files", .int(report.files)),
            ("bytes", .int(Int(report.bytes))), ("history", .bool(report.hasHistory)),
          ]))
      }
      try session.console.line(TerminalText.line(path))
      session.console.say(
        "\(report.files.counted("file")) of \(ByteCount(report.bytes))"
          + (report.hasHistory ? ", with the history" : ", without a history"))
    }
  }
}

struct BackupInstallCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Have a scheduler make backups of this vault",
    discussion: """
      Shows what it will write, and asks. Without --systemd, --cron or --launchd it takes what this system has. Backups are \
      made at noon, weekly on Mondays, monthly on the first.
      """)

  @Flag(exclusivity: .exclusive)
  var way: ReminderWay?

  @Option(help: ArgumentHelp("Where backups go", valueName: "folder"), completion: .directory)
  var to: String

  @Option(help: ArgumentHelp("How often: day, week or month", valueName: "interval"))
  var every = BackupSchedule.Interval.week

  @Option(help: ArgumentHelp("How many backups stay", valueName: "n"))
  var keep = 8

  @OptionGroup var contents: BackupContents

  @OptionGroup var schedule: ScheduleOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard keep > 0 else { throw ValidationError("--keep needs a number of at least 1") }
  }

  func run(in session: Session) throws {
    try Problem.ofBackup {
      let vault = try session.openVault().vault
      let names = BackupNames(
        of: vault, isEncrypted: !contents.encrypt.isEmpty, at: session.now)
      // Tells whether backups can go there.
      _ = try BackupFile("\(to)/\(names.new)", of: vault.folder, replaces: false)
      let backups = BackupSchedule(
        every: every, folder: try SystemPath.resolving(to), keep: keep,
        recipients: contents.encrypt.map {
          AgeProgram.isKey($0) ? $0 : SystemPath.resolved($0) ?? $0
        }, hasHistory: !contents.noHistory)
      try ReminderSchedule(session, .backup).install(
        .backup(backups), by: way, schedule,
        command: "tl backup install --to \(to.shellWord) -y",
        outcome: "a backup is made every \(every.rawValue)")
    }
  }
}

struct BackupUninstallCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Remove what tl backup install has written for this vault",
    discussion: "The backups stay.")

  @OptionGroup var schedule: UnscheduleOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try ReminderSchedule(session, .backup).uninstall(schedule)
  }
}

// MARK: - Names, progress and words

/// The names of backups that a scheduler makes: `family-3f2a1b-20261130-121700.zip`.
struct BackupNames: Hashable {
  private let start: String
  private let time: String
  private let isEncrypted: Bool

  init(of vault: Vault, isEncrypted: Bool, at now: NoteTime) {
    let path = vault.plainPath
    let name = path.split(separator: "/").last.map(String.init) ?? "vault"
    start = "\(name)-\(ScheduleMark(.backup, ofVault: path).description.prefix(6))-"
    time = LocalTime.inUTC(now.seconds, format: "%Y%m%d-%H%M%S")
    self.isEncrypted = isEncrypted
  }

  var new: String { start + time + (isEncrypted ? ".zip.age" : ".zip") }

  /// Of the names in a folder, the backups of this vault but for the newest.
  func old(of names: [String], keep: Int) -> [String] {
    let backups = names.filter { name in
      let shape = name.dropFirst(start.count).map { $0.isASCII && $0.isNumber ? "0" : $0 }
      return name.hasPrefix(start)
        && ["00000000-000000.zip", "00000000-000000.zip.age"].contains(String(shape))
    }
    // A clock that was wrong has made names that sort behind the new one.
    return backups.sorted().dropLast(keep).filter { $0 != new }
  }
}

extension Console {
  /// Shows how many bytes are done; what `body` is given returns false after Ctrl-C.
  fileprivate func withProgress<Result>(
    _ title: String, _ bytes: Int64, _ body: (@escaping (Int) -> Bool) throws -> Result
  ) rethrows -> Result {
    let line = Progress(title, total: Int(clamping: bytes), unit: .bytes, on: self)
    Interruption.listen()
    defer { line.finish() }
    return try body { count in
      line.advance(by: count)
      return !Interruption.isAsked
    }
  }
}

extension BackupReport {
  fileprivate func json(size: Int64, path: String) -> JSONValue {
    let omitted = omitted.map {
      JSONValue.object([("path", .string($0.path.text)), ("reason", .string("\($0.reason)"))])
    }
    return .object([
      ("file", .string(path)), ("files", .int(files)), ("bytes", .int(Int(bytes))),
      ("history", .bool(history == .taken)), ("size", .int(Int(size))),
      ("omitted", .array(omitted)), ("changing", .array(inconsistent.map { .string($0.text) })),
    ])
  }
}

extension Problem {
  /// Puts the errors of backups into words.
  fileprivate static func ofBackup(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as BackupError {
      throw Problem("\(error)", hint: error.hint)
    } catch let error as ArchiveError {
      throw Problem("\(error)", hint: "take another backup; nothing was written")
    } catch let error as StoreError {
      var problem = Problem(error)
      if case .locked = error.reason {
        problem.hints = ["wait until it has ended, then try again; nothing was written"]
      }
      throw problem
    }
  }
}

extension ArgumentHelp {
  fileprivate static let identity = ArgumentHelp(
    "The file of the key of an encrypted backup (age-keygen, ssh)", valueName: "file")
}
