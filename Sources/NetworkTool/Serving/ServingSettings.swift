internal import CommandLineTool
internal import Cryptography
internal import NotesyncServer
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer
internal import Words

/// Where a server listens.
struct ListenAddress {
  let host: String
  let port: Int

  /// Reads `HOST:PORT`, `[::1]:PORT` or `:PORT`, which means every address of this machine.
  ///
  /// - Parameter example: for the error.
  init(_ text: String, example: String) throws {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else {
      throw Problem(
        usage: "--listen \(text) is not an address and port", hint: "such as \(example)")
    }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    self.host = host.isEmpty ? "0.0.0.0" : host
    self.port = Int(port)
  }
}

extension WebServerSettings {
  /// Sets what the options of both servers mean.
  mutating func apply(_ place: ListenAddress, _ tls: TLSChoice) {
    (host, port) = (place.host, place.port)
    if let certificate = tls.certificate, let key = tls.key {
      self.tls = TLSFiles(certificate: certificate, key: key)
    }
    allowsInsecureProxy = tls.isBehindProxy
    connectionLimit = min(connectionLimit, ThisDevice.raiseOpenFileLimit() / 4)
  }
}

extension ServerSettings {
  /// The settings for a vault, or for vaults that an accounts file names.
  init(_ session: Session, serving vault: Vault?) throws {
    let zone = session.surroundings.zone
    self.init(
      stateFolder: try StateFolders(session).server(of: vault), vault: vault?.plainPath,
      surroundings: session.surroundings
    ) { vault in vault.configuration.namedZone ?? zone }
    threads = ThisDevice.processorCount
  }
}

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

  /// The file of those accounts.
  func accounts(of vault: Vault?) -> String { server(of: vault) + "/accounts.json" }

  private static func key(of vault: Vault) -> Substring {
    sha256Hex(vault.plainPath.utf8).prefix(16)
  }
}
