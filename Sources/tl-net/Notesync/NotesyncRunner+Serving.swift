internal import CommandLineTool
internal import Notesync
internal import NotesyncServer
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

extension NotesyncRunner {
  /// Serves until Ctrl-C.
  func serve(_ serving: NotesyncServeSettings) throws {
    let settings = try serverSettings(serving)
    guard !(try AccountsFile(settings.accountsPath).accounts()).isEmpty else {
      throw CommandError(
        "there is no account to sign in with",
        hint: "tl notesync user add NAME" + (serving.accounts.map { " --accounts \($0)" } ?? ""))
    }
    let console = SharedConsole(session.console)
    Interruption.listen()
    try waiting {
      let server = try await NotesyncServer(settings) { line in console.use { $0.say(line) } }
      try await untilInterrupted {
        try await server.run { port in
          console.use { console in
            try? console.line(settings.web.address(port: port))
            try? console.finish()
            console.say("phones need this server's key: \(settings.stateFolder)/api-key")
            console.say("Ctrl-C ends it")
          }
        }
      }
    }
  }

  private func serverSettings(_ serving: NotesyncServeSettings) throws -> ServerSettings {
    let opened = serving.accounts == nil ? try session.openVaultForWriting() : nil
    let zone = session.surroundings.zone
    let folder = try serverFolder(opened?.vault)
    var settings = ServerSettings(
      stateFolder: folder, vault: opened.map { path(of: $0.vault) },
      surroundings: session.surroundings
    ) { vault in vault.configuration.namedZone ?? zone }
    settings.web.apply(
      try ListenAddress(serving.address, example: "127.0.0.1:8788"),
      certificate: serving.certificate, key: serving.key, isBehindProxy: serving.isBehindProxy)
    settings.accountsFile = serving.accounts
    settings.threads = ThisDevice.processorCount
    return settings
  }

  /// The state folder for one vault, or for an accounts file.
  func serverFolder(_ vault: Vault?) throws -> String {
    try (vault.map { try stateFolder(of: $0) } ?? stateFolder()) + "/server"
  }

  // MARK: - Accounts

  /// Adds an account, or changes its password.
  func addUser(_ name: String, accounts path: String?) throws {
    let vault = try session.openVaultForWriting().vault
    let folder = try serverFolder(path == nil ? vault : nil)
    if path == nil { try SystemPath.makeFolders(folder, permissions: 0o700) }
    let accounts = AccountsFile(path ?? "\(folder)/accounts.json")
    let password = try newPassword(for: name)
    do {
      try accounts.add(name, password: password, vault: path == nil ? nil : self.path(of: vault))
      session.console.say("\(name) can sign in; tl notesync serve starts the server")
    } catch AccountsFile.Problem.taken {
      try accounts.setPassword(of: name, to: password)
      session.console.say("the password of \(name) is changed")
    }
  }

  /// Removes an account; no vault is needed if the accounts file is given.
  func removeUser(_ name: String, accounts path: String?) throws {
    let accounts: AccountsFile
    if let path {
      accounts = AccountsFile(path)
    } else {
      let vault = try session.openVaultForWriting().vault
      accounts = AccountsFile("\(try serverFolder(vault))/accounts.json")
    }
    do {
      try accounts.remove(name)
    } catch AccountsFile.Problem.unknown {
      throw CommandError("there is no account named \(name)")
    }
    session.console.say("\(name) cannot sign in; the notes stay")
  }

  private func newPassword(for name: String) throws -> String {
    guard session.isInteractive else {
      guard let line = StandardStream.input.readLine(), !line.isEmpty else {
        throw CommandError(
          "there is no password", hint: "it is the first line of standard input",
          status: .wrongUsage)
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
