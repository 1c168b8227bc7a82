internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// Has a site answer the requests of a server, and writes the log.
struct SiteResponder: Sendable {
  let site: any Site
  let settings: WebServerSettings
  let connections: ConnectionRegistry
  let log: @Sendable (String) -> Void
  private let date = DateField()

  func response(to request: Request, on channel: any Channel) async -> Response {
    let start = ContinuousClock.now
    let isHead = request.method == .head
    let forwarded = forwardedAddress(of: request)
    let address = channel.remoteAddress?.ipAddress ?? "unknown"
    let incoming = WebRequest(
      method: isHead ? "GET" : request.method.rawValue, isHead: isHead, path: request.uri.path,
      queryText: request.uri.query ?? "", headers: request.headers, host: request.head.authority,
      body: IncomingBody(request, channel), address: forwarded ?? address,
      clientAddress: forwarded ?? (settings.allowsInsecureProxy ? nil : address),
      channel: channel, connections: connections)
    connections.begin(on: channel, from: incoming.address)
    let reply = incoming.host == "" ? Reply.plain(.badRequest) : await site.reply(to: incoming)
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
    var response = reply.response(isHead: isHead, incoming.body, limits: limits) { [connections] in
      connections.end(on: channel)
    }
    response.headers[.date] = date.text
    return response
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
