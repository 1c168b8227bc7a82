internal import CommandLineTool
internal import Cryptography
internal import SystemCalls
internal import VaultStore
internal import WebServer
internal import Words

/// Where this machine keeps what the servers and the sync of vaults need, outside of all vaults.
struct StateFolders {
  private let root: String

  init(_ session: Session) throws { try self.init(session.environment) }

  init(_ environment: Environment) throws {
    guard let root = environment.stateFolder else {
      throw Problem(
        "there is no place for keys and sign-ins", hint: "set HOME or XDG_STATE_HOME")
    }
    self.root = root
  }

  /// Of the page of a vault.
  func page(of vault: Vault) -> String { "\(root)/page/\(Self.key(of: vault))" }

  /// For the certificates of `tl serve --lan`: one root for all vaults, since devices trust a machine.
  var home: String { "\(root)/home" }

  /// For notesync with all vaults.
  var notesync: String { "\(root)/notesync" }

  /// The same for one vault.
  func notesync(of vault: Vault) -> String { "\(notesync)/\(Self.key(of: vault))" }

  /// For the accounts of a vault's servers and their state.
  ///
  /// - Parameter vault: nil for vaults that an accounts file names.
  func server(of vault: Vault?) -> String {
    (vault.map { notesync(of: $0) } ?? notesync) + "/server"
  }

  private static func key(of vault: Vault) -> Substring {
    sha256Hex(vault.plainPath.utf8).prefix(16)
  }
}
