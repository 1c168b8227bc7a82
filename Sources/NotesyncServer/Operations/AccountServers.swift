internal import Synchronization
internal import SystemCalls
internal import WebServer

/// A server for each account's vault, made when it is first needed.
final class AccountServers: Sendable {
  private let settings: ServerSettings
  private let stop: ShutdownFlag
  private let log: @Sendable (String) -> Void
  private let servers = Mutex<[String: AccountServer]>([:])

  init(
    _ settings: ServerSettings, _ stop: ShutdownFlag, log: @escaping @Sendable (String) -> Void
  ) {
    self.settings = settings
    self.stop = stop
    self.log = log
  }

  /// The server of the account's vault.
  ///
  /// - Throws: if it has no vault, or its state cannot be opened.
  func server(of account: Account) throws -> AccountServer {
    guard let vault = account.vault ?? settings.vault else {
      throw ServerProblem.noVault(account: account.name)
    }
    let path = try SystemPath.resolving(vault)
    let folder = settings.accountFolder(account, vault: path)
    return try servers.withLock { servers in
      if let server = servers[account.id], server.folder == folder { return server }
      let server = try AccountServer(
        account, vault: path, folder: folder, settings: settings, stop: stop, log: log)
      servers[account.id] = server
      return server
    }
  }
}
