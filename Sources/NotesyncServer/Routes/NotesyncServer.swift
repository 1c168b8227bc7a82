internal import HTTPTypes
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

/// Answers requests: exactly the paths of the protocol.
extension NotesyncServer: Site {
  private typealias Handler = @Sendable (ServerCore, WebRequest) async throws -> Reply

  private static let routes: [String: KeyValuePairs<String, Handler>] = [
    "/auth/login": ["POST": { try await TokenRoutes(core: $0).login($1) }],
    "/auth/register": ["POST": { TokenRoutes(core: $0).register($1) }],
    "/auth/refresh": [
      "GET": { try await TokenRoutes(core: $0).refreshByBearer($1) },
      "POST": { try await TokenRoutes(core: $0).refreshByBody($1) },
    ],
    "/auth/logout": ["GET": { try await TokenRoutes(core: $0).logout($1) }],
    "/auth/oauth_start": [
      "GET": { SignInRoutes(core: $0).page($1) },
      "POST": { try await SignInRoutes(core: $0).signIn($1) },
    ],
    "/auth/callback": ["GET": { SignInRoutes(core: $0).callback($1) }],
    "/api/auth/exchange": ["POST": { try await TokenRoutes(core: $0).exchange($1) }],
    "/api/notesync": ["POST": { try await NoteRoutes(core: $0).receive($1) }],
    "/api/notes": ["GET": { try await NoteRoutes(core: $0).list($1) }],
  ]

  /// Whether a path is the apps': all below `/auth` and `/api`, without `/api/v1`, which is the page's.
  package static func isPath(_ path: String) -> Bool {
    let parts = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].isEmpty else { return false }
    return parts[1] == "auth" || parts[1] == "api" && (parts.count == 2 || parts[2] != "v1")
  }

  package func reply(to request: WebRequest) async -> Reply {
    var reply = await answer(request)
    if Self.routes[request.path] != nil { reply.logName = request.path }
    reply.isTrusted = core.hasKey(request)
    return reply
  }

  private func answer(_ request: WebRequest) async -> Reply {
    // As sent: no other spelling of a path is accepted.
    guard let methods = Self.routes[request.path] else { return .plain(.notFound) }
    guard let handler = methods.first(where: { $0.key == request.method })?.value else {
      var allowed = methods.map(\.key) + ["OPTIONS"]
      if allowed.contains("GET") { allowed.append("HEAD") }
      var reply = Reply.plain(request.method == "OPTIONS" ? .ok : .methodNotAllowed)
      reply.headers[.allow] = allowed.joined(separator: ", ")
      return reply
    }
    do {
      return try await handler(core, request)
    } catch let error as HTTPErrorReply {
      return error.reply
    } catch  where ErrorClassification.isTransient(error) {
      return .unavailable(ErrorClassification.reason(error))
    } catch {
      core.log("\(request.method) \(request.path): \(ErrorClassification.reason(error))")
      return Reply.json(.internalServerError, ["error": "internal_error"])
    }
  }

  package func abandonRequests() { core.stop.raise() }
}
