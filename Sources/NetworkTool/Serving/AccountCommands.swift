internal import CommandLineTool
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer
internal import Words

/// Runs the commands that concern the accounts of a server.
struct AccountCommands {
  let session: Session
  let accounts: AccountsFile
  /// The vault of new accounts: absolute; nil for the one that the server is started for.
  let vault: String?
  /// The server's command, such as `tl serve`.
  let program: String

  /// - Throws: a `Problem`, an `AccountsFile.Problem`.
  func answer(_ action: AccountAction) throws {
    switch action {
    case .put(let name): try isKnown(name) ? setPassword(of: name) : add(name)
    case .add(let name): try add(name)
    case .list(let json): try list(json: json)
    case .remove(let name): try remove(name)
    case .setPassword(let name): try setPassword(of: name)
    }
  }

  private func isKnown(_ name: String) throws -> Bool {
    try accounts.accounts().contains { $0.name == name }
  }

  private func add(_ name: String) throws {
    // Before a password is asked for in vain.
    try SystemPath.makeFolders(SystemPath.parent(of: accounts.path), permissions: 0o700)
    guard try !isKnown(name) else {
      throw Problem(
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
    try session.console.list(
      accounts.accounts(), asJSON: json, none: "there are no accounts; \(program) user add NAME",
      json: {
        .object([
          ("name", .string($0.name)), ("id", .string($0.id)), ("vault", .text($0.vault)),
        ])
      }
    ) { accounts in
      accounts.map { TerminalText.line($0.name + ($0.vault.map { "  \($0)" } ?? "")) }
    }
  }

  // MARK: - Checks

  private func checkKnown(_ name: String) throws {
    guard try isKnown(name) else { throw Problem("there is no account named \(name)") }
  }

  private func newPassword(for name: String) throws -> String {
    guard session.isInteractive else {
      guard let line = StandardStream.input.readLine(), !line.isEmpty else {
        throw Problem(
          usage: "there is no password", hint: "it is the first line of standard input")
      }
      return line
    }
    let first = session.secret("password for \(name): ")
    guard first == session.secret("again: ") else {
      throw Problem("the passwords differ; nothing was changed")
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
