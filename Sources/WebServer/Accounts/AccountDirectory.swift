internal import Synchronization
internal import SystemCalls

/// The current accounts of an accounts file, and the check of their passwords.
package final class AccountDirectory: Sendable {
  private let file: AccountsFile
  private let log: @Sendable (String) -> Void
  /// Nil until the file has been read once.
  private let lastGood = Mutex<Reading?>(nil)
  /// The hash that is checked for an unknown name, so that it takes as long as a known one.
  private let decoy: PasswordHash
  private let hashing: PasswordQueue

  /// - Parameters:
  ///   - queueLimit: how many passwords may wait to be checked.
  ///   - cost: of checking the password of an unknown name.
  package init(
    _ file: AccountsFile, queueLimit: Int, cost: PasswordCost,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.file = file
    self.log = log
    hashing = PasswordQueue(limit: queueLimit)
    decoy = PasswordHash(matchingNothing: cost)
    _ = accounts
  }

  /// The accounts of a file, and what the file was then.
  private struct Reading {
    var accounts: [Account]
    /// Nil if it is unknown.
    var status: FileStatus?
    /// When the file was first seen to be so, in nanoseconds.
    var since: Int64
    /// Whether another change would have another time, whatever the tick of the file system's clock is.
    ///
    /// A link stays as it is when the file that it leads to is changed.
    var isSettled: Bool
  }

  /// In nanoseconds.
  private static let settlingTime: Int64 = 2_000_000_000

  /// The last accounts that could be read count if the file is unreadable or missing, so that no user is signed out.
  private var accounts: [Account] {
    let status = try? FileDescriptor.status(ofPath: file.path)
    let now = MonotonicClock.nanoseconds()
    let known = lastGood.withLock { $0 }
    if let known, known.isSettled, known.status == status { return known.accounts }
    let problem: String
    do {
      if let accounts = try file.read() {
        let since = known.flatMap { $0.status == status ? $0.since : nil } ?? now
        let reading = Reading(
          accounts: accounts, status: status, since: since,
          isSettled: status?.kind == .file && now - since > Self.settlingTime)
        lastGood.withLock { $0 = reading }
        return accounts
      }
      problem = "is not there"
    } catch {
      problem = "\(error)"
    }
    guard let known else { return [] }
    log("\(file.path): \(problem); the accounts are those of before")
    return known.accounts
  }

  package var isEmpty: Bool { accounts.isEmpty }

  /// The id of the account with that name.
  package func id(name: String) -> String? { accounts.first { $0.name == name }?.id }

  package func account(id: String) -> Account? { accounts.first { $0.id == id } }

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
}
