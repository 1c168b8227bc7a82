import ArgumentParser
internal import VaultFormat
internal import VaultStore

struct UndoCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what tl changed last",
    discussion: """
      Takes back the last command that changed something in this vault on this device, or what the page \
      changed; again goes further back, and tl redo comes forward. With a number of the list only that one, which may be a \
      phone's. What was written since stays: a text is merged, and a note where that is not possible is named and left as it is. New notes \
      go to the trash, removed ones come back from it.

      The list is in .tl/local/operations, on this device only: the last 90 days, and at most 500 MB. What a \
      sync received is taken back as by tl sync --undo, which asks, since other devices see it too; tl redo makes it \
      again. tl trash empty and tl operations clear cannot be undone.
      """)

  @Argument(
    help: ArgumentHelp("The operation of this number; by default the last one", valueName: "number")
  )
  var number: Int?

  @Flag(help: "List what can be taken back, the newest first")
  var list = false

  @Flag(name: [.customShort("N"), .long], help: "Show what would be changed; change nothing")
  var dryRun = false

  @Flag(help: "Print the list as JSON")
  var json = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if list, number != nil || dryRun {
      throw ValidationError("--list takes neither a number nor --dry-run")
    }
    if json, !list { throw ValidationError("--json belongs to --list") }
  }

  func run(in session: Session) throws {
    if list { return try OperationList(session.openVault()).print(asJSON: json) }
    let vault = try session.openVaultForWriting()
    try OperationUndo(vault, isDryRun: dryRun).undo(number)
  }
}

struct RedoCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Make again what tl undo took back",
    discussion: """
      Again comes further forward, as far as nothing else was changed by tl since. tl undo takes it back once more.
      """)

  @Flag(name: [.customShort("N"), .long], help: "Show what would be changed; change nothing")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try OperationUndo(session.openVaultForWriting(), isDryRun: dryRun).redo()
  }
}

struct OperationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operations",
    abstract: "List or clear what tl undo can take back",
    shouldDisplay: false,
    subcommands: [OperationsListCommand.self, OperationsClearCommand.self],
    defaultSubcommand: OperationsListCommand.self)
}

struct OperationsListCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what can be taken back, the newest first",
    discussion: """
      For each operation: its number, when it was, what it was, and the note that it changed, or how many files. With \
      --json: an array of {number, time, by, words, files, state}, where state is done, undone or interrupted.
      """,
    aliases: ["ls"])

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try OperationList(session.openVault()).print(asJSON: json)
  }
}

struct OperationsClearCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Forget what was changed, so that nothing of it is kept and tl undo has nothing",
    discussion: "Asks on a terminal. Notes, the trash and the history in git stay as they are.")

  @Flag(name: .shortAndLong, help: "Do not ask")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    try session.requireConsent(
      yes, question: "forget all operations, so that they cannot be undone?",
      command: "tl operations clear -y")
    let count = try vault.writer().clearOperations()
    session.console.say("forgot \(count.counted("operation"))")
  }
}
