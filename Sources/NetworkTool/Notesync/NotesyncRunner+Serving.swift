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
    var settings = try ServerSettings(session, serving: opened?.vault)
    settings.web.apply(
      try ListenAddress(serving.address, example: "127.0.0.1:8788"),
      serving.tls)
    settings.accountsFile = serving.accounts
    return settings
  }

  // MARK: - Accounts

  /// - Parameter path: of an accounts file; nil for the one of the vault.
  func account(_ action: AccountAction, accounts path: String?) throws {
    // No vault is needed if the file is given and no account is added to it.
    let vault: Vault? =
      if case .remove = action, path != nil { nil } else { try session.openVaultForWriting().vault }
    let keeper: AccountKeeper
    if let path {
      keeper = AccountKeeper(
        session: session, accounts: AccountsFile(path), vault: vault?.plainPath,
        program: "tl notesync serve")
    } else {
      keeper = try AccountKeeper(
        session, of: session.openVaultForWriting().vault, program: "tl notesync serve")
    }
    try keeper.answer(action)
  }
}
