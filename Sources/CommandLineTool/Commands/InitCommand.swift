import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

struct InitCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a folder a vault",
    discussion: """
      Adds .tl/ with the settings of the vault and a git repository, also in a folder that has notes already. No \
      file of yours is rewritten, nothing is committed (tl sync does that), and a second tl init changes nothing. \
      In a folder of a git repository no other one is made: tl sync works with that one, and commits nothing outside \
      of the vault.
      """)

  @Argument(help: "The folder; the current one by default", completion: .directory)
  var folder: String?

  @Option(help: ArgumentHelp("The git remote to sync with", valueName: "url"))
  var remote: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let path = folder ?? global.vault ?? "."
    try RepositorySetup.check(path)
    let made = try Vault.initialize(path, timeZone: LocalTime.localName)
    let vault = try Vault(opening: path)
    let shown = resolvedPath(path) ?? path
    let repository = try RepositorySetup.prepare(
      vault.folder.path, program: ThisDevice.programPath ?? "tl")
    let others = made.isEmpty ? 0 : try otherFiles(in: vault, session)
    if let remote {
      let name = try SyncedVault(
        vault, session.syncSettings(for: vault.folder), session.surroundings, noteZone: .utc
      ).setRemote(remote)
      session.console.say("\(name) is the remote of this vault; tl sync hands on what is here")
    }
    if case .below(let root) = repository {
      session.console.say(
        "the vault is a folder of the git repository \(root); tl sync commits nothing outside of it"
      )
    }
    if others > 0 {
      session.console.say(
        "\(others == 1 ? "1 file is" : "\(others) files are") no note, media or settings; the first tl sync asks whether to record \(others == 1 ? "it" : "them")"
      )
    }
    guard !made.isEmpty || repository == .made else {
      if remote == nil { session.console.say("\(shown) is a vault already; nothing was changed") }
      return
    }
    try session.console.line(TerminalText.line(shown))
    let zone = session.surroundings.zone
    let count = try VaultScanner(vault.folder, zone: zone, threads: processorCount()).scan().count
    switch count {
    case 0: session.console.say("a new vault; tl add \"What happened\" writes its first note")
    case 1: session.console.say("a vault with 1 note; it is as it was, and tl shows it")
    default:
      session.console.say("a vault with \(count) notes; they are as they were, and tl shows them")
    }
  }

  /// How many files the first sync will ask about.
  private func otherFiles(in vault: Vault, _ session: Session) throws -> Int {
    try SyncedVault(
      vault, session.settingsForReading(vault.folder), session.surroundings, noteZone: .utc
    ).noteOtherFiles()
  }
}
