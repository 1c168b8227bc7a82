internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Has a site answer the requests of a server, and writes the log.
struct SiteResponder: HTTPResponder {
  typealias Context = ConnectionContext

  let site: any Site
  let settings: WebServerSettings
  let connections: ConnectionRegistry
  let log: @Sendable (String) -> Void

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let start = ContinuousClock.now
    let isHead = request.method == .head
    let forwarded = forwardedAddress(of: request)
    let incoming = WebRequest(
      method: isHead ? "GET" : request.method.rawValue, isHead: isHead, path: request.uri.path,
      queryText: request.uri.query ?? "", headers: request.headers, host: request.head.authority,
      body: IncomingBody(request, context.channel), address: forwarded ?? context.address,
      clientAddress: forwarded ?? (settings.allowsInsecureProxy ? nil : context.address),
      channel: context.channel, connections: connections)
    connections.begin(on: context.channel, from: incoming.address)
    let reply = await site.reply(to: incoming)
    let remark = reply.remark.isEmpty ? "" : ", \(reply.remark)"
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    log(
      "\(request.method.rawValue) \(reply.logName): \(reply.status.code)\(remark), "
        + "\(milliseconds) ms")
    // A refused body is read up to the size of an accepted one, since its client may read the answer only then.
    let limits = IncomingBody.Limits(
      size: settings.bodyLimit,
      time: reply.isTrusted
        ? settings.restTime : settings.unauthenticatedRestTime)
    return reply.response(isHead: isHead, incoming.body, limits: limits) { [connections] in
      connections.end(on: context.channel)
    }
  }

  /// The client's address, as the proxy reports it: those before the last one come from the client itself.
  private func forwardedAddress(of request: Request) -> String? {
    guard settings.allowsInsecureProxy, let name = HTTPField.Name("X-Forwarded-For"),
      let last = request.headers[name]?.split(separator: ",").last?.drop(while: { $0 == " " }),
      !last.isEmpty
    else { return nil }
    return String(last)
  }
}

/// The connection of a request.
struct ConnectionContext: RequestContext {
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
