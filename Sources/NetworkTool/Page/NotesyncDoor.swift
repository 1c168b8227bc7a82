internal import CommandLineTool
internal import NotesyncServer
internal import Page
internal import SystemCalls
internal import VaultStore
internal import WebServer

/// The notesync server on the port of a vault's page: it is there as soon as the vault has an account.
struct NotesyncDoor {
  /// For both sites, so that nobody has twice the attempts.
  let passwords: PasswordSignIn
  private let settings: ServerSettings
  private let log: @Sendable (String) -> Void

  init(
    _ session: Session, _ vault: Vault, _ web: WebServerSettings,
    log: @escaping @Sendable (String) -> Void
  ) throws {
    var settings = try ServerSettings(session, serving: vault)
    let bodyLimit = settings.web.bodyLimit
    settings.web = web
    settings.web.bodyLimit = bodyLimit
    self.settings = settings
    self.log = log
    passwords = settings.passwordSignIn(log: log)
  }

  /// A page that has the paths of the apps answered by the server.
  ///
  /// The server is started by the first request after an account was added, so that a page without accounts starts as
  /// fast as it can, and makes no keys.
  func site(beside page: PageSite) -> any Site {
    let (settings, passwords, log) = (settings, passwords, log)
    let server = LazySite(log: log) {
      guard !passwords.accounts.isEmpty else { return nil }
      return try await NotesyncServer(settings, passwords: passwords, log: log)
    }
    return SiteSwitch(
      page, other: server, isForOther: NotesyncServer.isPath, isForeign: page.isForeign)
  }
}
