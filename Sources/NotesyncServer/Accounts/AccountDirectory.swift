internal import Synchronization
internal import SystemCalls

/// The current accounts, and a server for each account's vault.
final class AccountDirectory: Sendable {
  private let file: AccountsFile
  private let settings: ServerSettings
  private let log: @Sendable (String) -> Void
  /// Nil until the file has been read once.
  private let lastGood = Mutex<[Account]?>(nil)
  private let servers = Mutex<[String: AccountServer]>([:])
  /// The hash that is checked for an unknown name, so that it takes as long as a known one.
  private let decoy: PasswordHash
  private let hashing: PasswordQueue
  private let stop: ShutdownFlag

  init(_ settings: ServerSettings, _ stop: ShutdownFlag, log: @escaping @Sendable (String) -> Void)
    throws
  {
    self.settings = settings
    self.stop = stop
    self.log = log
    file = AccountsFile(settings.accountsPath)
    hashing = PasswordQueue(limit: settings.passwordQueueLimit)
    decoy = try PasswordHash(of: RandomText.make(), cost: settings.passwordCost)
    lastGood.withLock { [file] in $0 = (try? file.read()) ?? nil }
  }

  /// The last accounts that could be read count if the file is unreadable or missing, so that no user is signed out.
  private var accounts: [Account] {
    let problem: String
    do {
      if let accounts = try file.read() {
        lastGood.withLock { $0 = accounts }
        return accounts
      }
      problem = "is not there"
    } catch {
      problem = "\(error)"
    }
    guard let accounts = lastGood.withLock({ $0 }) else { return [] }
    log("\(file.path): \(problem); the accounts are those of before")
    return accounts
  }

  /// The id of the account with that name.
  func id(name: String) -> String? { accounts.first { $0.name == name }?.id }

  func account(id: String) -> Account? { accounts.first { $0.id == id } }

  enum PasswordCheck {
    case right(Account)
    case wrong
    /// Too many passwords wait to be checked.
    case busy
  }

  /// Finds the account with this name and password; one password is derived at a time.
  ///
  /// - Parameter isFamiliar: the account has signed in from this network before.
  func check(
    name: String, password: String, isFamiliar: Bool
  ) async throws -> PasswordCheck {
    let account = accounts.first { $0.name == name }
    let hash = account?.password ?? decoy
    let isRight = try await hashing.run(isFamiliar: isFamiliar) { try hash.matches(password) }
    guard let isRight else { return .busy }
    return isRight ? account.map { .right($0) } ?? .wrong : .wrong
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
