import ArgumentParser
internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import VaultSync
internal import Words

struct CloneCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: "Make a vault of a git remote",
    discussion: """
      URL is what git takes: user@host:path, ssh://, https://, file:// or a path. The folder has to be new or \
      empty; it is named for the repository unless DIR says otherwise. The result is a vault like \
      on every other device.
      """)

  @Argument(help: ArgumentHelp("The address of the remote", valueName: "url"))
  var address: String

  @Argument(help: ArgumentHelp("The folder", valueName: "dir"), completion: .directory)
  var folder: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let path = folder ?? Self.name(of: address)
    guard !path.isEmpty else {
      throw Problem(usage: "the address does not name a folder", hint: "tl clone URL DIR")
    }
    let progress = TransferLine(
      on: session.console, isRemote: address.contains(":") && !address.hasPrefix("file:"))
    let clone: SyncedVault.Clone
    do {
      defer { progress.finish() }
      clone = try SyncedVault.clone(
        Self.absolute(address), into: path, settings: session.settingsForClone(),
        surroundings: session.surroundings,
        progress: { progress.show($0) })
    } catch let error as SyncError {
      throw Self.words(error, path)
    }
    let made = try Vault.initialize(path, timeZone: LocalTime.localName)
    try session.console.line(TerminalText.line(SystemPath.resolved(path) ?? path))
    for file in clone.kept {
      session.console.warn("\(file.path.shown) \(file.words)")
    }
    guard let branch = clone.branch else {
      return session.console.say("the remote is empty; tl sync pushes what you write")
    }
    session.console.say("\(clone.files.counted("file")) from the branch \(branch)")
    if !made.isEmpty { session.console.say("the remote was not a vault; .tl/ is new") }
  }

  /// The usual hints are for an existing vault.
  private static func words(_ error: SyncError, _ path: String) -> Problem {
    if case .store(let error) = error, error.reason == .taken {
      return Problem(
        "\(path) is not empty", hint: "tl clone URL DIR names another folder; nothing was changed")
    }
    var words = Problem(error)
    switch error {
    case .transport(.unreachable), .transport(.notARepository), .transport(.encryption):
      words.hints = ["check the address, then run tl clone again; nothing was made"]
    case .transport(.authentication(let problem, _)) where problem != .noPassword:
      words.hints = ["check the key or the password, then run tl clone again; nothing was made"]
    case .gitProgram:
      words.hints = [
        "nothing was made; with Git LFS, git lfs push --all origin where the files are sends them",
        "GIT_LFS_SKIP_SMUDGE=1 tl clone URL DIR makes a clone without them",
      ]
    default: break
    }
    return words
  }

  /// The last part of the address, without `.git`.
  private static func name(of address: String) -> String {
    let parts = address.split { $0 == "/" || $0 == ":" }
    let name = parts.last.map(String.init) ?? ""
    if name == ".git" { return parts.dropLast().last.map(String.init) ?? "" }
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }

  /// Makes a path relative to the current folder absolute, so that it works from the new one.
  private static func absolute(_ address: String) -> String {
    guard !address.contains(":"), !address.hasPrefix("/"), !address.hasPrefix("~") else {
      return address
    }
    return SystemPath.resolved(address) ?? SystemPath.resolved(".").map { "\($0)/\(address)" }
      ?? address
  }
}
