internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization
internal import SystemCalls

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
