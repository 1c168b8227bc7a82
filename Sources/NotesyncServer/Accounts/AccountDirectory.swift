internal import Synchronization
internal import SystemCalls

/// Who may sign in at this moment, and the work on each account's vault.
final class AccountDirectory: Sendable {
  private let file: AccountsFile
  private let settings: ServerSettings
  private let log: @Sendable (String) -> Void
  /// Nil until the file was there.
  private let lastGood = Mutex<[Account]?>(nil)
  private let servers = Mutex<[String: AccountServer]>([:])
  /// What an unknown name is compared with, so that it takes as long as a known one.
  private let decoy: PasswordHash
  private let hashing: PasswordQueue
  private let stop: StopSign

  init(_ settings: ServerSettings, _ stop: StopSign, log: @escaping @Sendable (String) -> Void)
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

  /// A file that cannot be read just now, or is gone, does not sign everybody out.
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

  /// Looks for the account whose name and password these are; one password is derived at a time.
  ///
  /// - Parameter isFamiliar: it comes from where the account has signed in before.
  func check(
    name: String, password: String, isFamiliar: Bool
  ) async throws -> PasswordCheck {
    let account = accounts.first { $0.name == name }
    let hash = account?.password ?? decoy
    let isRight = try await hashing.run(isFamiliar: isFamiliar) { try hash.matches(password) }
    guard let isRight else { return .busy }
    return isRight ? account.map { .right($0) } ?? .wrong : .wrong
  }

  /// The account's vault at work.
  ///
  /// - Throws: where it has none, or its state cannot be opened.
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
