internal import SystemCalls
package import WebServer

/// Vaults as a notesync server.
///
/// Keys are made at the first start. `log` gets one line at a time, and never note text, a token or a code.
package struct NotesyncServer: Sendable {
  /// The value that each request must have as `X-API-Key`.
  package var apiKey: String { core.keys.apiKey }

  let core: ServerCore

  /// Checks the certificate, and reads or makes what is in the state folder.
  ///
  /// - Parameter passwords: of the same accounts, for another site of the port too; nil for one of its own.
  /// - Throws: a `WebServerProblem`, a `SystemError`, an error of the database.
  package init(
    _ settings: ServerSettings, passwords: PasswordSignIn? = nil,
    log: @escaping @Sendable (String) -> Void
  ) async throws {
    // First, so that nothing is made if the files are unusable.
    try settings.web.check()
    core = try await ServerCore(settings, passwords: passwords, log: log)
  }

  /// Serves, with nothing else on its port, until the task is cancelled.
  ///
  /// - Parameter onReady: called with the port once the server listens.
  package func run(onReady: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    let server = try WebServer(core.settings.web, site: self, log: core.log)
    try await server.run(onReady: onReady)
  }
}
