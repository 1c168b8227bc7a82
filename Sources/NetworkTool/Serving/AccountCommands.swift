internal import CommandLineTool
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Runs the commands that concern the accounts of a server.
struct AccountCommands {
  let session: Session
  let accounts: AccountsFile
  /// The vault of new accounts: absolute; nil for the one that the server is started for.
  let vault: String?
  /// The server's command, such as `tl serve`.
  let program: String

  /// The accounts of a vault's own servers.
  init(_ session: Session, of vault: Vault, program: String) throws {
    let folder = try StateFolders(session).server(of: vault)
    self.init(
      session: session, accounts: AccountsFile("\(folder)/accounts.json"), vault: nil,
      program: program)
  }

  init(session: Session, accounts: AccountsFile, vault: String?, program: String) {
    self.session = session
    self.accounts = accounts
    self.vault = vault
    self.program = program
  }

  /// - Throws: a `CommandError`, an `AccountsFile.Problem`.
  func answer(_ action: AccountAction) throws {
    switch action {
    case .put(let name): try put(name)
    case .add(let name): try add(name)
    case .list(let json): try list(json: json)
    case .remove(let name): try remove(name)
    case .setPassword(let name): try setPassword(of: name)
    }
  }

  private func put(_ name: String) throws {
    let isKnown = try accounts.accounts().contains { $0.name == name }
    if isKnown { try setPassword(of: name) } else { try add(name) }
  }

  private func add(_ name: String) throws {
    try checkFolder()
    guard !(try accounts.accounts()).contains(where: { $0.name == name }) else {
      throw CommandError(
        "there is an account named \(name) already",
        hint: "tl serve user password \(name) changes its password")
    }
    try accounts.add(name, password: try newPassword(for: name), vault: vault)
    session.console.say("\(name) can sign in; \(program) starts the server")
  }

  private func setPassword(of name: String) throws {
    try checkKnown(name)
    try accounts.setPassword(of: name, to: try newPassword(for: name))
    session.console.say("the password of \(name) is changed")
  }

  private func remove(_ name: String) throws {
    try checkKnown(name)
    try accounts.remove(name)
    session.console.say("\(name) cannot sign in; the notes stay")
  }

  private func list(json: Bool) throws {
    let accounts = try accounts.accounts()
    if json {
      let values = accounts.map { account in
        JSONValue.object([
          ("name", .string(account.name)), ("id", .string(account.id)),
          ("vault", account.vault.map(JSONValue.string) ?? .null),
        ])
      }
      return try session.console.print(.array(values))
    }
    if accounts.isEmpty { session.console.say("there are no accounts; \(program) user add NAME") }
    for account in accounts {
      let vault = account.vault.map { "  \($0)" } ?? ""
      try session.console.line(TerminalText.line(account.name + vault))
    }
  }

  // MARK: - Checks

  private func checkKnown(_ name: String) throws {
    guard try accounts.accounts().contains(where: { $0.name == name }) else {
      throw CommandError("there is no account named \(name)")
    }
  }

  /// Before a password is asked for in vain.
  private func checkFolder() throws {
    try SystemPath.makeFolders(SystemPath.parent(of: accounts.path), permissions: 0o700)
  }

  private func newPassword(for name: String) throws -> String {
    guard session.isInteractive else {
      guard let line = StandardStream.input.readLine(), !line.isEmpty else {
        throw CommandError(
          usage: "there is no password", hint: "it is the first line of standard input")
      }
      return line
    }
    let first = session.secret("password for \(name): ")
    guard first == session.secret("again: ") else {
      throw CommandError("the passwords differ; nothing was changed")
    }
    return first
  }
}

extension Session {
  /// Reads a line from the terminal without showing it.
  func secret(_ question: String) -> String {
    console.prompt(TerminalText.line(question))
    let answer = StandardStream.input.readSecretLine() ?? ""
    console.prompt("\n")
    return answer
  }
}
