internal import Foundation
package import SystemCalls

/// The accounts of a server, in one JSON file: `{"accounts": [{"id", "name", "password", "vault"}]}`.
///
/// Each access reads the file again, so that a change counts at once while the server runs. A change holds a lock on
/// the file `NAME.lock` beside it, so that no concurrent change is lost.
package struct AccountsFile: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Why the accounts cannot be read or changed.
  package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    case system(SystemError)
    case unreadable(String)
    case repeatedName(String)
    case repeatedID(String)
    case taken(name: String)
    case unknown(name: String)
    case invalidName(String)
    case emptyPassword
    case longPassword

    /// Printed after `path: `.
    package var description: String {
      switch self {
      case .system(let error): error.reason
      case .unreadable(let reason): "is not an accounts file: \(reason)"
      case .repeatedName(let name): "has two accounts named \(name)"
      case .repeatedID(let id): "has two accounts with the id \(id)"
      case .taken(let name): "has an account named \(name) already"
      case .unknown(let name): "has no account named \(name)"
      case .invalidName(let name):
        "an account cannot be named \(name.debugDescription): use up to 64 visible characters"
      case .emptyPassword: "the password is empty"
      case .longPassword:
        "a password has at most \(PasswordHash.passwordLimit) bytes: use a shorter one"
      }
    }
  }

  private struct Content: Codable {
    var accounts: [Account]
  }

  /// Empty if the file does not exist.
  package func accounts() throws(Problem) -> [Account] { try read() ?? [] }

  /// Nil if the file does not exist.
  func read() throws(Problem) -> [Account]? {
    let bytes: [UInt8]?
    do { bytes = try PrivateFile(path).read() } catch { throw .system(error) }
    guard let bytes else { return nil }
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: Data(bytes))
    } catch {
      throw .unreadable(Self.reason(error))
    }
    var names: Set<String> = []
    var ids: Set<String> = []
    for account in content.accounts {
      guard names.insert(account.name).inserted else { throw .repeatedName(account.name) }
      guard ids.insert(account.id).inserted else { throw .repeatedID(account.id) }
    }
    return content.accounts
  }

  /// Adds an account.
  ///
  /// - Parameter vault: absolute; nil for the vault that the server is started for.
  /// - Throws: a `Problem`; the file is unchanged.
  @discardableResult
  package func add(
    _ name: String, password: String, vault: String? = nil, cost: PasswordCost = .standard
  ) throws -> Account {
    guard Account.isValidName(name) else { throw Problem.invalidName(name) }
    func checkIsFree(_ accounts: [Account]) throws(Problem) {
      guard !accounts.contains(where: { $0.name == name }) else { throw .taken(name: name) }
    }
    try checkIsFree(accounts())
    let account = Account(
      id: UUID().uuidString.lowercased(), name: name, password: try hash(of: password, cost),
      vault: vault)
    try change { accounts in
      try checkIsFree(accounts)
      accounts.append(account)
    }
    return account
  }

  /// Sets an account's password.
  ///
  /// - Throws: a `Problem`; the file is unchanged.
  package func setPassword(
    of name: String, to password: String, cost: PasswordCost = .standard
  ) throws {
    _ = try index(of: name, in: accounts())
    let hash = try hash(of: password, cost)
    try change { accounts in accounts[try index(of: name, in: accounts)].password = hash }
  }

  /// Removes an account, not its vault; its tokens become invalid.
  ///
  /// - Throws: a `Problem`; the file is unchanged.
  package func remove(_ name: String) throws {
    _ = try index(of: name, in: accounts())
    try change { accounts in accounts.remove(at: try index(of: name, in: accounts)) }
  }

  private func index(of name: String, in accounts: [Account]) throws(Problem) -> Int {
    guard let index = accounts.firstIndex(where: { $0.name == name }) else {
      throw .unknown(name: name)
    }
    return index
  }

  /// Takes a fifth of a second, so it runs without the lock.
  private func hash(of password: String, _ cost: PasswordCost) throws -> PasswordHash {
    guard !password.isEmpty else { throw Problem.emptyPassword }
    guard !PasswordHash.isTooLong(password) else { throw Problem.longPassword }
    return try PasswordHash(of: password, cost: cost)
  }

  /// Reads the accounts and writes them back, under a lock.
  private func change(_ body: (inout [Account]) throws -> Void) throws {
    let lock: FileLock
    do {
      if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
        try SystemPath.makeFolders(String(path[..<slash]), permissions: 0o700)
      }
      lock = try FileLock(waitingFor: "\(path).lock")
    } catch {
      throw Problem.system(error)
    }
    var accounts = try accounts()
    try body(&accounts)
    try write(accounts)
    withExtendedLifetime(lock) {}
  }

  private func write(_ accounts: [Account]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(Content(accounts: accounts))) + [UInt8(ascii: "\n")]
    do {
      try PrivateFile(path).write(bytes)
    } catch {
      throw Problem.system(error)
    }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it cannot be read" }
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
    return switch error {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      place(context)
    @unknown default: "it cannot be read"
    }
  }
}
