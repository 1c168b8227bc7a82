package import VaultFormat
package import VaultStore

/// The settings of a server.
package struct ServerSettings: Sendable {
  /// The address to listen on; `localhost` means `127.0.0.1`.
  package var host = "127.0.0.1"
  /// 0 for any free port.
  package var port = 8788
  /// Without it the server listens on loopback addresses only, unless `allowsInsecureProxy`.
  package var tls: TLSFiles?
  /// A reverse proxy does TLS: any address may be listened on without it, and the client addresses that the proxy
  /// reports are trusted.
  package var allowsInsecureProxy = false
  /// The folder for keys, accounts and their state: absolute, outside of every vault.
  package var stateFolder: String
  /// The accounts file; nil for the one in the state folder.
  package var accountsFile: String?
  /// The absolute path of the vault for accounts that name none.
  package var vault: String?
  /// The zone of a vault's times.
  package var zone: @Sendable (Vault) -> TimeZoneRules
  package var surroundings: Surroundings
  /// The number of processors to use.
  package var threads = 2
  package var connectionLimit = 512
  /// The maximum for one address without credentials; behind a proxy, of concurrent requests.
  package var addressLimit = 128
  /// The maximum number of passwords that wait to be checked.
  package var passwordQueueLimit = 16
  /// In seconds: a connection without a request for this long is closed, also between requests.
  package var headTime: Int64 = 20
  /// The same for a connection that had a request with valid credentials.
  package var idleTime: Int64 = 75
  /// In bytes; larger requests are refused.
  package var bodyLimit: Int64 = 50 << 20
  /// In seconds: the time for a small body, such as that of a sign-in; after it the connection is closed.
  package var smallBodyTime: Int64 = 15
  /// In seconds: how long the rest of a refused body is read.
  ///
  /// The same time as the proxy of docs/notesync.md gives a phone on a slow line.
  package var restTime: Int64 = 300
  /// In seconds: the same for a request without the server's key, which no app sends.
  package var unauthenticatedRestTime: Int64 = 10
  /// The maximum number of operations; requests with more are refused.
  package var operationLimit = 100_000
  /// For the texts in one answer, in bytes; larger answers are refused.
  package var answerLimit: Int64 = 256 << 20
  /// How long to wait for another program's work on the vault, in seconds.
  package var lockTimeout = 10
  /// In seconds: how long running requests may continue when the server shuts down.
  package var graceTime: Int64 = 10
  /// The cost of checking the password of an unknown name.
  package var passwordCost = PasswordCost.standard
  /// Called when an operation's note has been written; for tests that save the file at that moment.
  package var whenWritten: @Sendable () -> Void = {}
  /// Called after each change of the names in a vault; for tests that record the disk's state.
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

  package var accountsPath: String { accountsFile ?? "\(stateFolder)/accounts.json" }

  /// The folder for the state of an account and its vault; with another vault all notes would seem deleted.
  ///
  /// - Parameter vault: absolute and without links, so that each vault has one path.
  package func accountFolder(_ account: Account, vault: String) -> String {
    // Ids come from a file that people edit.
    "\(stateFolder)/vaults/\(plainName(of: account.id))-\(sha256Hex(vault.utf8).prefix(16))"
  }

  /// The server's address for apps.
  package func address(port: Int) -> String {
    "\(tls == nil ? "http" : "https")://\(Self.place(host, port))"
  }

  /// As in a URL (RFC 3986, 3.2.2).
  static func place(_ host: String, _ port: Int) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

}
