package import VaultFormat
package import VaultStore

/// What a server is started with.
package struct ServerSettings: Sendable {
  /// The address to listen on; `localhost` is taken for `127.0.0.1`.
  package var host = "127.0.0.1"
  /// 0 for any that is free.
  package var port = 8788
  /// Without it only this machine can reach the server, unless `allowsInsecureProxy`.
  package var tls: TLSFiles?
  /// Another program in front speaks TLS: any address may be listened on without it, and what that program says
  /// of its clients' addresses is believed.
  package var allowsInsecureProxy = false
  /// Where keys, accounts and what is remembered of each account are kept: absolute, outside of every vault.
  package var stateFolder: String
  /// The file of several accounts; nil for the one in the state folder.
  package var accountsFile: String?
  /// The absolute path of the vault of accounts that name none.
  package var vault: String?
  /// The zone of a vault's times.
  package var zone: @Sendable (Vault) -> TimeZoneRules
  package var surroundings: Surroundings
  /// As many as there are processors to use.
  package var threads = 2
  /// How many connections there may be at once.
  package var connectionLimit = 512
  /// How many of them one address may have without credentials; behind a proxy, how many requests at once.
  package var addressLimit = 128
  /// How many passwords may wait to be checked.
  package var passwordQueueLimit = 16
  /// In seconds: a connection on which no request has begun by then is closed, also between two requests.
  package var headTime: Int64 = 20
  /// The same for a connection on which a request with valid credentials came.
  package var idleTime: Int64 = 75
  /// In bytes; larger requests are refused.
  package var bodyLimit: Int64 = 50 << 20
  /// In seconds: a small body, such as that of a sign-in, that takes longer ends its connection.
  package var smallBodyTime: Int64 = 15
  /// In seconds: how long the rest of a body is read that was refused before its end.
  ///
  /// As much as the proxy of docs/notesync.md gives a phone on a slow line.
  package var restTime: Int64 = 300
  /// In seconds: the same for a request without the server's key, which no app sends.
  package var strangerRestTime: Int64 = 10
  /// Of operations; requests with more are refused.
  package var operationLimit = 100_000
  /// Of the texts in one answer, in bytes; larger answers are refused.
  package var answerLimit: Int64 = 256 << 20
  /// How long to wait for another program's work on the vault, in seconds.
  package var lockTimeout = 10
  /// In seconds: how long requests that are under way are answered once the server is to end.
  package var graceTime: Int64 = 10
  /// What checking the password of an unknown name costs.
  package var passwordCost = PasswordCost.standard
  /// Called when an operation's note has been written; for tests that save the file in that moment.
  package var whenWritten: @Sendable () -> Void = {}
  /// Called after each change of the names in a vault; for tests that keep what the disk holds then.
  package var onChange: @Sendable () -> Void = {}

  package init(
    stateFolder: String, vault: String?, surroundings: Surroundings,
    zone: @escaping @Sendable (Vault) -> TimeZoneRules
  ) {
    self.stateFolder = stateFolder
    self.vault = vault
    self.surroundings = surroundings
    self.zone = zone
  }

  /// Where the accounts are.
  package var accountsPath: String { accountsFile ?? "\(stateFolder)/accounts.json" }

  /// Where what is remembered of an account and its vault lies: in another vault all notes would seem deleted.
  ///
  /// - Parameter vault: absolute, and without links, so that a vault is the same one by whatever path it is named.
  package func accountFolder(_ account: Account, vault: String) -> String {
    // Ids come from a file that people edit.
    return "\(stateFolder)/vaults/\(plainName(of: account.id))-\(sha256Hex(vault.utf8).prefix(16))"
  }

  /// As much as a request may have is read of one that was refused, since its sender may look for the answer only
  /// then.
  var restLimits: IncomingBody.Limits { IncomingBody.Limits(size: bodyLimit, time: restTime) }

  var strangerRestLimits: IncomingBody.Limits {
    IncomingBody.Limits(size: bodyLimit, time: strangerRestTime)
  }

  /// What apps are pointed at.
  package func address(port: Int) -> String {
    "\(tls == nil ? "http" : "https")://\(Self.place(host, port))"
  }

  /// As in an address (RFC 3986, 3.2.2).
  fileprivate static func place(_ host: String, _ port: Int) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Whether the address is one of this machine alone.
  var isLoopback: Bool {
    guard host != "localhost", host != "::1" else { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

/// A certificate with those that vouch for it, and its key, as PEM.
package struct TLSFiles: Hashable, Sendable {
  package var certificate: String
  package var key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// Why a server cannot start, or cannot serve an account.
package enum ServerProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case needsTLS(host: String)
  case unreadableTLS(path: String, reason: String)
  /// A key that is not the certificate's.
  case foreignKey(path: String, certificate: String)
  case noVault(account: String)
  case cannotListen(host: String, port: Int, reason: String)

  package var description: String {
    switch self {
    case .needsTLS(let host):
      "passwords and notes would travel readable for everybody: \(host) is not of this machine alone"
    case .unreadableTLS(let path, let reason): "\(path): \(reason)"
    case .foreignKey(let path, let certificate):
      "\(path): is not the key of the certificate in \(certificate)"
    case .noVault(let account): "the account \(account) has no vault"
    case .cannotListen(let host, let port, let reason):
      "\(ServerSettings.place(host, port)): \(reason)"
    }
  }
}
