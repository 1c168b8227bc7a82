import ArgumentParser
internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultSync
internal import Words

struct RemoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote",
    abstract: "The git remote that the vault is synced with",
    subcommands: [
      RemoteShowCommand.self, RemoteSetCommand.self, RemoteFollowCommand.self,
      RemoteCheckCommand.self, RemoteRemoveCommand.self,
    ], defaultSubcommand: RemoteShowCommand.self)
}

struct RemoteShowCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the address of the remote",
    discussion: """
      If git's settings send pushes to another address (branch.NAME.pushRemote, remote.pushDefault, a pushurl), a \
      second line shows it.
      """)

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let remotes = try session.openVault().synced().remoteAddresses()
    guard let remote = remotes.first else { throw Problem.noRemote }
    try session.console.line(TerminalText.line("\(remote.name)  \(remote.address)"))
    for other in remotes.dropFirst() {
      try session.console.line(TerminalText.line("\(other.name)  \(other.address)  (push)"))
    }
  }
}

struct RemoteSetCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the address of the remote",
    discussion: "URL is what git takes: user@host:path, ssh://, https://, file:// or a path.")

  @Argument(help: ArgumentHelp("The address", valueName: "url"))
  var address: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let synced = try session.openVaultForWriting().synced()
    _ = try synced.setRemote(address)
    if let other = try synced.remoteAddresses().dropFirst().first {
      session.console.say(
        TerminalText.line("git's settings send pushes to \(other.name), \(other.address)"))
    }
    session.console.say("Remote set. tl sync pushes your notes to it; tl remote check tests it")
  }
}

struct RemoteFollowCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Sync with another branch of the remote",
    discussion: """
      For a branch that was renamed on the server: the branch that is checked out here is synced with BRANCH of the \
      remote from now on. It keeps its own name. Nothing is fetched or pushed.
      """)

  @Argument(help: ArgumentHelp("The branch in the remote", valueName: "branch"))
  var branch: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard let remote = try session.openVaultForWriting().synced().follow(branch: branch) else {
      throw Problem.noRemote
    }
    session.console.say(
      TerminalText.line("this vault is synced with the branch \(branch.withoutHeads) of \(remote)"))
  }
}

struct RemoteRemoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Forget the remote; the notes stay")

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard let name = try session.openVaultForWriting().synced().removeRemote() else {
      throw Problem.noRemote
    }
    session.console.say("Removed the remote \(name). Your notes are unchanged")
  }
}

struct RemoteCheckCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Test the connection to the remote, and show what it uses",
    discussion: """
      Connects to read and to write, without changing anything, and prints each step. With --json: an array of \
      {step, ok, detail}.
      """)

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let synced = try session.openVault().synced()
    let steps = try synced.checkRemote()
    guard !steps.isEmpty else { throw Problem.noRemote }
    if output.json {
      let values = steps.map { step in
        JSONValue.object([
          ("step", .string(step.name)), ("ok", .bool(step.error == nil)),
          ("detail", .string(step.error.map { Problem($0).message } ?? step.detail)),
        ])
      }
      try session.console.print(.array(values))
    } else {
      for step in steps {
        let mark = step.error != nil ? "failed" : step.isTried ? "ok    " : "used  "
        let detail = step.error.map { Problem($0).message } ?? step.detail
        try session.console.line(
          TerminalText.line("\(mark)  \(DisplayWidth.pad(step.name, to: 8))  \(detail)"))
      }
    }
    guard let error = steps.compactMap(\.error).first else { return }
    let failure = Problem(error)
    if output.json { throw failure }
    for hint in hints(for: error) ?? failure.hints { session.console.say("hint: \(hint)") }
    try session.console.end(with: failure.status)
  }

  /// Replaces the usual hints that lead to this command; nil where they do not.
  private func hints(for error: TransportError) -> [String]? {
    switch error {
    case .unreachable:
      return ["check the network and the address (tl remote set URL); your commits stay here"]
    case .authentication(.keyRefused, _):
      return [
        "the remote has to know one of these keys: give the file ending in .pub to its operator",
        "to make a key: ssh-keygen -t ed25519; to unlock one with a passphrase: ssh-add",
      ]
    default: return nil
    }
  }
}

extension Problem {
  static let noRemote = Problem("the vault has no remote", hint: "tl remote set URL sets one")
}
