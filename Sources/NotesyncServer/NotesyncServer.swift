internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore
internal import Notesync
internal import ServiceLifecycle
internal import SystemCalls

/// Vaults as a notesync server.
///
/// Keys are made at the first start. `log` gets one line at a time, and never note text, a token or a code.
package struct NotesyncServer: Sendable {
  /// The value that each request must have as `X-API-Key`.
  package var apiKey: String { core.keys.apiKey }

  private let core: ServerCore
  private let server: HTTPServerBuilder

  /// Reads or makes what is in the state folder, and reads the certificate.
  ///
  /// - Throws: a `ServerProblem`, a `SystemError`, an error of the database.
  package init(
    _ settings: ServerSettings, log: @escaping @Sendable (String) -> Void
  ) async throws {
    guard
      ServerAddress.isLoopback(settings.host) || settings.tls != nil
        || settings.allowsInsecureProxy
    else { throw ServerProblem.needsTLS(host: settings.host) }
    // First, so that nothing is made if the files are unusable.
    let tls = try settings.tls?.configuration()
    let core = try await ServerCore(settings, log: log)
    let connections = core.connections
    let http = HTTPServerBuilder.http1(
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionHandler(connections)],
        // An idle connection counts as lost after this time.
        idleTimeout: .seconds(settings.idleTime)))
    server = try tls.map { try .tls(http, tlsConfiguration: $0) } ?? http
    self.core = core
  }

  /// Serves until the task is cancelled; running requests are answered if they end within ten seconds.
  ///
  /// - Parameter onReady: called with the port once the server listens.
  package func run(onReady: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    let settings = core.settings
    let host = settings.host == "localhost" ? "127.0.0.1" : settings.host
    let logger = Logger(label: "notesync") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      responder: ServerResponder(core: core), server: server,
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: settings.port),
        // With room for connections that the registry is about to close.
        availableConnectionsDelegate: .maximum(
          settings.connectionLimit + settings.addressLimit, logger: logger)),
      onServerRunning: { channel in await onReady(channel.localAddress?.port ?? settings.port) },
      logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: application)], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(settings.graceTime)
    let group = ServiceGroup(configuration: configuration)
    // In a separate task: a cancelled one would abort running requests.
    let running = Task { try await group.run() }
    do {
      try await withTaskCancellationHandler {
        try await running.value
      } onCancel: {
        Task { await group.triggerGracefulShutdown() }
        Task {
          try? await Task.sleep(for: .seconds(settings.graceTime))
          core.stop.raise()
        }
      }
    } catch let error as IOError {
      throw ServerProblem.cannotListen(
        host: host, port: settings.port, reason: SystemError(error.errnoCode, .connect).reason)
    }
  }
}
