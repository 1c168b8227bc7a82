internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization
internal import SystemCalls
internal import TLS

/// An HTTP server: listens, keeps the limits, and has a site answer.
package struct WebServer: Sendable {
  private let settings: WebServerSettings
  private let site: any Site
  private let log: @Sendable (String) -> Void
  private let connections: ConnectionRegistry
  private let server: HTTPServerBuilder

  /// Reads the certificate.
  ///
  /// - Parameter log: gets a line for each request.
  /// - Throws: a `WebServerProblem`, an error of TLS.
  package init(
    _ settings: WebServerSettings, site: any Site, log: @escaping @Sendable (String) -> Void
  ) throws {
    let tls = try settings.tlsContext()
    let connections = ConnectionRegistry(settings)
    server = HTTPServerBuilder { responder in
      let http = HostCheckedChannel(
        base: HTTP1Channel(
          responder: responder,
          configuration: HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionHandler(connections)],
            // An idle connection counts as lost after this time.
            idleTimeout: .seconds(settings.idleTime))))
      return tls.map { TLSChannel(base: http, context: $0) } ?? http
    }
    self.settings = settings
    self.site = site
    self.log = log
    self.connections = connections
  }

  /// Serves until the task is cancelled; running requests are answered if they end within `graceTime`.
  ///
  /// - Parameter onReady: called with the port once the server listens.
  /// - Throws: a `WebServerProblem`.
  package func run(onReady: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    let (settings, site) = (settings, site)
    let host = settings.host == "localhost" ? "127.0.0.1" : settings.host
    let logger = Logger(label: "tl") { _ in SwiftLogNoOpLogHandler() }
    let responder = SiteResponder(
      site: site, settings: settings, connections: connections, log: log)
    let service = try server.buildServer(
      configuration: ServerConfiguration(
        address: .hostname(host, port: settings.port),
        // With room for connections that the registry is about to close.
        availableConnectionsDelegate: .maximum(
          settings.connectionLimit + settings.addressLimit, logger: logger)),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger
    ) { request, writer, channel in
      let response = await responder.response(to: request, on: channel)
      do {
        try await writer.write(response: response.head, body: response.body)
      } catch is HTTPParserError {
        // As itself it would make the server write another answer into this one.
        throw ChannelError.inputClosed
      }
    } onServerRunning: { channel in
      await onReady(channel.localAddress?.port ?? settings.port)
    }
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: service)], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(settings.graceTime)
    let group = ServiceGroup(configuration: configuration)
    // In a separate task: a cancelled one would abort running requests.
    let running = Task { try await group.run() }
    // Ends with the server: it would keep the site, and what that has open, for as long as requests may take.
    let patience = Mutex<Task<Void, Never>?>(nil)
    defer { patience.withLock { $0 }?.cancel() }
    do {
      try await withTaskCancellationHandler {
        try await running.value
      } onCancel: {
        Task { await group.triggerGracefulShutdown() }
        let waiting = Task {
          guard (try? await Task.sleep(for: .seconds(settings.graceTime))) != nil else { return }
          site.abandonRequests()
        }
        patience.withLock { $0 = waiting }
      }
    } catch let error as IOError {
      throw WebServerProblem.cannotListen(
        host: host, port: settings.port, reason: SystemError(error.errnoCode, .connect).reason)
    }
  }
}

/// Empties `Host` in a request that names two hosts (RFC 9112, 3.2).
///
/// What comes after this sees the first `Host` alone, and nothing of the target's host. The server refuses a request for
/// no host.
final class HostCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), !Self.namesOneHost(head) else {
      return context.fireChannelRead(data)
    }
    head.headers.replaceOrAdd(name: "Host", value: "")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  static func namesOneHost(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["Host"]
    guard hosts.count <= 1 else { return false }
    // `http://HOST/…`, as proxies ask.
    guard let scheme = head.uri.firstRange(of: "://"),
      !head.uri[..<scheme.lowerBound].contains("/")
    else { return true }
    let host = head.uri[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return hosts.allSatisfy { $0.lowercased() == host.lowercased() }
  }
}

/// An HTTP channel with a `HostCheck`.
struct HostCheckedChannel: ServerChildChannel {
  let base: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(HostCheck(), position: .after(decoder))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}

/// A connection that speaks TLS below what it speaks otherwise.
struct TLSChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let context: TLSContext

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(TLSHandler(context))
    }.flatMap { base.setup(channel: channel, logger: logger) }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
