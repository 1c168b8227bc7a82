internal import Cryptography
package import SystemCalls
package import VaultFormat
package import VaultIndex
package import WebServer

/// The settings of a page.
package struct PageSettings: Sendable {
  /// Where browsers find it, such as `http://tl-9f3ac1d2e8.localhost:8787`.
  package var origin: String
  /// Private addresses with the origin's port show the page too: where a phone does not find the name.
  package var isHome = false
  /// Empty, or the path in front of every address, such as `/tl`.
  package var prefix = ""
  /// Nothing can be changed.
  package var isReadOnly = false
  /// The vault and how it is kept in step.
  package var source: LiveSource
  package var surroundings: Surroundings
  /// For sessions: absolute, private, outside of the vault.
  package var stateFolder: String
  /// The path of tl-media; nil if it is not installed: then there are only originals.
  package var mediaProgram: String?
  /// Nil where only codes let somebody in.
  package var accounts: PageAccounts?
  /// The name of the vault in the page's head.
  package var vaultName: String
  /// By whom the comments of the owner are; nil for nobody by name.
  package var author: String?
  /// How long a write waits for another program's, in seconds.
  package var lockTimeout = 10
  /// For syncs, history and repairs; nil for a page without them.
  package var maintenance: MaintenanceSettings?

  package init(
    origin: String, source: LiveSource, surroundings: Surroundings, stateFolder: String,
    vaultName: String
  ) {
    (self.origin, self.source, self.surroundings) = (origin, source, surroundings)
    (self.stateFolder, self.vaultName) = (stateFolder, vaultName)
  }
}

/// The accounts that open this vault's page.
package struct PageAccounts: Sendable {
  private let signIn: PasswordSignIn
  /// Absolute and without links.
  private let vault: String

  /// - Parameter vault: the path of the page's vault, absolute and without links; accounts with another one do not open
  ///   the page.
  package init(_ signIn: PasswordSignIn, vault: String) {
    (self.signIn, self.vault) = (signIn, vault)
  }

  /// Whether nobody can sign in by a password.
  var isEmpty: Bool { signIn.accounts.isEmpty }

  func check(_ name: String, _ password: String, from address: String?) async throws
    -> PasswordSignIn.Outcome
  {
    let outcome = try await signIn.check(name: name, password: password, address: address)
    if case .account(let account) = outcome, !opens(account) { return .wrong }
    return outcome
  }

  /// The account of a session; nil if it was removed, or has another password since.
  func account(of session: BrowserSession) -> Account? {
    guard let account = signIn.accounts.account(id: session.account), opens(account),
      let stamp = session.passwordStamp,
      constantTimeEqual(stamp.utf8, account.password.stamp.utf8)
    else { return nil }
    return account
  }

  private func opens(_ account: Account) -> Bool {
    guard let own = account.vault else { return true }
    return (SystemPath.resolved(own) ?? own) == vault
  }
}

/// What this machine keeps for the page of a vault: its name, who has signed in, and where it is served.
package struct PageState: Sendable {
  /// Absolute and private, outside of the vault.
  package let folder: String

  /// Makes the folder if it does not exist.
  package init(_ folder: String) throws(SystemError) {
    self.folder = folder
    try SystemPath.makeFolders(folder, permissions: 0o700)
  }

  /// The host name of the vault's page on this machine: `tl-` and 40 random bits, below `localhost`; made at the first
  /// call.
  package func hostName() throws(SystemError) -> String {
    let bytes = try PrivateFile("\(folder)/name").readOrCreate {
      Array("tl-\((0..<5).map { _ in UInt8.random(in: .min ... .max) }.hex)\n".utf8)
    }
    let name = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    return "\(name).localhost"
  }

  /// Marks the page as being served, until the lock is released.
  ///
  /// - Returns: nil if another program serves it.
  package func claim() throws(SystemError) -> FileLock? { try FileLock("\(folder)/running") }

  /// Where the page was served last: the origin and the prefix.
  package func address() throws(SystemError) -> String? {
    try PrivateFile("\(folder)/address").read().map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }

  package func setAddress(_ address: String) throws(SystemError) {
    try PrivateFile("\(folder)/address").write(Array("\(address)\n".utf8))
  }

  /// A private page that leads a browser to an address: the arguments of a program are seen by every user of a machine.
  ///
  /// - Parameter address: with plain characters only.
  /// - Returns: the path of the file.
  package func redirectPage(to address: String) throws(SystemError) -> String {
    let path = "\(folder)/open.html"
    let html = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\">\n"
    try PrivateFile(path).write(Array(html.utf8))
    return path
  }
}

extension PageSite {
  /// Ten years, as far as a browser keeps it.
  private static let lookLifetime: Int64 = 10 * 366 * 86_400

  func lookCookie(_ settings: DeviceSettings) -> String {
    let (text, path) = (settings.text, self.settings.prefix + "/")
    let lifetime = text.isEmpty ? 0 : Self.lookLifetime
    return cookie(DeviceSettings.cookieName, text, path: path, lifetime: lifetime)
  }
}
