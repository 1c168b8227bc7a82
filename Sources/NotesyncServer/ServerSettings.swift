internal import Cryptography
package import VaultFormat
package import VaultStore
package import WebServer

/// The settings of a notesync server.
package struct ServerSettings: Sendable {
  package var web = WebServerSettings(port: 8788)
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
  /// The maximum number of passwords that wait to be checked.
  package var passwordQueueLimit = 16
  /// The maximum number of operations; requests with more are refused.
  package var operationLimit = 100_000
  /// The most bytes of the texts in one answer; larger answers are refused.
  package var answerLimit: Int64 = 256 << 20
  /// How long to wait for another program's work on the vault, in seconds.
  package var lockTimeout = 10
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

  /// The sign-in by the passwords of these accounts; sites that share a port share it.
  package func passwordSignIn(log: @escaping @Sendable (String) -> Void) -> PasswordSignIn {
    PasswordSignIn(
      AccountDirectory(
        AccountsFile(accountsPath), queueLimit: passwordQueueLimit, cost: passwordCost, log: log),
      KnownNetworks("\(stateFolder)/networks.json"), now: surroundings.now)
  }

  /// The folder for the state of an account and its vault; with another vault all notes would seem deleted.
  ///
  /// - Parameter vault: absolute and without links, so that each vault has one path.
  package func accountFolder(_ account: Account, vault: String) -> String {
    // Ids come from a file that people edit.
    "\(stateFolder)/vaults/\(plainName(of: account.id))-\(sha256Hex(vault.utf8).prefix(16))"
  }
}

/// Why a server cannot serve an account.
package enum ServerProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case noVault(account: String)

  package var description: String {
    switch self {
    case .noVault(let account): "the account \(account) has no vault"
    }
  }
}
