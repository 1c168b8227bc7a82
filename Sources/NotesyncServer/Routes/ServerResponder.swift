internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1
internal import Notesync

/// Answers requests: exactly the paths of the protocol.
struct ServerResponder: HTTPResponder {
  typealias Context = ServerContext

  let core: ServerCore

  private typealias Handler = @Sendable (ServerCore, IncomingRequest) async throws -> Reply

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

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    let start = ContinuousClock.now
    let isHead = request.method == .head
    let body = IncomingBody(request, context.channel)
    let incoming = IncomingRequest(
      request: request, body: body, address: address(of: request, context),
      channel: context.channel)
    core.connections.begin(on: context.channel, from: incoming.address)
    let reply = await reply(to: incoming, method: isHead ? "GET" : request.method.rawValue)
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    log(request, reply, milliseconds: Int(milliseconds))
    let settings = core.settings
    // A refused body is read up to the size of an accepted one, since its client may read the answer only then.
    let limits = IncomingBody.Limits(
      size: settings.bodyLimit,
      time: core.hasKey(request) ? settings.restTime : settings.unauthenticatedRestTime)
    let connections = core.connections
    return reply.response(isHead: isHead, body, limits: limits) {
      connections.end(on: context.channel)
    }
  }

  private func reply(to incoming: IncomingRequest, method: String) async -> Reply {
    // As sent: no other spelling of a path is accepted.
    guard let methods = Self.routes[incoming.request.uri.path] else { return .plain(.notFound) }
    guard let handler = methods.first(where: { $0.key == method })?.value else {
      var allowed = methods.map(\.key) + ["OPTIONS"]
      if allowed.contains("GET") { allowed.append("HEAD") }
      var reply = Reply.plain(method == "OPTIONS" ? .ok : .methodNotAllowed)
      reply.headers[.allow] = allowed.joined(separator: ", ")
      return reply
    }
    do {
      return try await handler(core, incoming)
    } catch let error as HTTPErrorReply {
      return error.reply
    } catch is HTTPParserError {
      // Such as a chunk with an invalid length: the start of the next request is unknown.
      return .plain(.badRequest)
    } catch  where ErrorClassification.isTransient(error) {
      return .unavailable(ErrorClassification.reason(error))
    } catch {
      core.log("\(method) \(incoming.request.uri.path): \(ErrorClassification.reason(error))")
      return Reply.json(.internalServerError, ["error": "internal_error"])
    }
  }

  private func address(of request: Request, _ context: ServerContext) -> String {
    guard core.settings.allowsInsecureProxy, let name = HTTPField.Name("X-Forwarded-For"),
      let last = request.headers[name]?.split(separator: ",").last
    else { return context.address }
    return String(last.drop { $0 == " " })
  }

  private func log(_ request: Request, _ reply: Reply, milliseconds: Int) {
    // Queries hold codes, and unknown paths hold arbitrary text.
    let isKnown = Self.routes[request.uri.path] != nil
    let place = isKnown ? request.uri.path : "(another path)"
    let remark = reply.remark.isEmpty ? "" : ", \(reply.remark)"
    core.log(
      "\(request.method.rawValue) \(place): \(reply.status.code)\(remark), \(milliseconds) ms")
  }
}

/// One request and its client.
struct IncomingRequest: Sendable {
  var request: Request
  var body: IncomingBody
  var address: String
  var channel: any Channel
  var query: FormFields { FormFields(request.uri.query ?? "") }
}

/// The connection of a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The remote address.
  let address: String
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    address = source.channel.remoteAddress?.ipAddress ?? "unknown"
  }
}
