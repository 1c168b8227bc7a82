import ArgumentParser
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

struct InitCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a folder a vault",
    discussion: """
      Adds .tl/ with the settings of the vault and a git repository, also in a folder that has notes already. None \
      of your files is rewritten, nothing is committed (tl sync does that), and a second tl init changes nothing. \
      Inside a git repository no second one is made: tl sync uses it, and commits nothing outside of the vault.
      """)

  @Argument(help: "The folder; the current one by default", completion: .directory)
  var folder: String?

  @Option(help: ArgumentHelp("The git remote to sync with", valueName: "url"))
  var remote: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let path = folder ?? global.vault ?? "."
    try refuseVaultInVault(path)
    try RepositorySetup.check(path)
    let made = try Vault.initialize(path, timeZone: LocalTime.localName)
    let vault = try Vault(opening: path)
    let shown = SystemPath.resolved(path) ?? path
    let repository = try RepositorySetup.prepare(
      vault.folder.path, program: ThisDevice.programPath ?? "tl")
    let opened = OpenVault(vault: vault, zone: session.surroundings.zone, session: session)
    // The number of files that the first sync will ask about.
    let others = made.isEmpty ? 0 : try opened.syncedForReading().noteOtherFiles()
    if let remote {
      _ = try opened.synced().setRemote(remote)
      session.console.say("Remote set. tl sync pushes your notes to it")
    }
    if case .below(let root) = repository {
      session.console.say(
        "the vault is a folder of the git repository \(root); tl sync commits nothing outside of it"
      )
    }
    if others > 0 {
      session.console.say(
        others == 1
          ? "1 file is neither a note nor media nor settings; the first tl sync asks whether to commit it"
          : "\(others) files are neither notes nor media nor settings; the first tl sync asks whether to commit them"
      )
    }
    guard !made.isEmpty || repository == .made else {
      if remote == nil { session.console.say("\(shown) is already a vault; nothing was changed") }
      return
    }
    try session.console.line(TerminalText.line(shown))
    let count = try opened.source.scanner().scan().count
    let git = repository == .made ? " with a git repository" : ""
    session.console.say(
      count == 0
        ? "Made a new vault\(git). Next: tl add \"What happened\""
        : "Made this a vault\(git): \(count.counted("note")), none changed. Next: tl")
  }

  /// The notes of a vault inside another one would no longer belong to that one.
  private func refuseVaultInVault(_ path: String) throws {
    var folder = path
    while SystemPath.resolved(folder) == nil, let slash = folder.lastIndex(of: "/") {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    guard let place = SystemPath.resolved(folder) ?? SystemPath.current,
      let root = Vault.root(above: place),
      // A folder that is not there yet would be made in that place.
      root != place || SystemPath.resolved(path) == nil
    else { return }
    throw Problem(
      "this folder is in the vault \(root)",
      hint: "tl works here as it is; another vault needs a folder elsewhere")
  }
}
