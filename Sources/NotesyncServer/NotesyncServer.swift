internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore
internal import NIOSSL
internal import Notesync
internal import ServiceLifecycle

/// Vaults as a notesync server.
///
/// Keys are made at the first start. What is worth telling goes to `log`, a line at a time: never note text, never a
/// token or a code.
package struct NotesyncServer: Sendable {
  /// What every request has to bring along as `X-API-Key`.
  package var apiKey: String { core.keys.apiKey }

  private let core: ServerCore
  private let server: HTTPServerBuilder

  /// Reads or makes what is in the state folder, and reads the certificate.
  ///
  /// - Throws: a `ServerProblem`, a `SystemFailure`, an error of the database.
  package init(
    _ settings: ServerSettings, log: @escaping @Sendable (String) -> Void
  ) async throws {
    guard settings.isLoopback || settings.tls != nil || settings.allowsInsecureProxy else {
      throw ServerProblem.needsTLS(host: settings.host)
    }
    // A connection that says nothing for so long is gone.
    let headTime = settings.headTime
    let http = HTTPServerBuilder.http1(
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [HeadDeadline(seconds: headTime)], idleTimeout: .seconds(75)))
    server = try settings.tls.map { try .tls(http, tlsConfiguration: $0.configuration()) } ?? http
    core = try await ServerCore(settings, log: log)
  }

  /// Serves until the task is cancelled; requests that are under way are answered if that takes no longer than ten
  /// seconds.
  ///
  /// - Parameter onReady: is told the port once it can be reached.
  package func run(onReady: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    let settings = core.settings
    let host = settings.host == "localhost" ? "127.0.0.1" : settings.host
    let logger = Logger(label: "notesync") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      responder: ServerResponder(core: core), server: server,
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: settings.port),
        availableConnectionsDelegate: .maximum(settings.connectionLimit, logger: logger)),
      onServerRunning: { channel in await onReady(channel.localAddress?.port ?? settings.port) },
      logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: application)], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    let group = ServiceGroup(configuration: configuration)
    // A task of its own: a cancelled one drops what is under way.
    let running = Task { try await group.run() }
    do {
      try await withTaskCancellationHandler {
        try await running.value
      } onCancel: {
        Task { await group.triggerGracefulShutdown() }
      }
    } catch let error as IOError {
      throw ServerProblem.cannotListen(
        host: host, port: settings.port, reason: SystemFailure("", code: error.errnoCode).reason)
    }
  }
}

extension TLSFiles {
  fileprivate func configuration() throws(ServerProblem) -> TLSConfiguration {
    let chain: [NIOSSLCertificate]
    let privateKey: NIOSSLPrivateKey
    let (certificateBytes, keyBytes) = (try Self.read(certificate), try Self.read(key))
    do {
      chain = try NIOSSLCertificate.fromPEMBytes(certificateBytes)
    } catch {
      throw .unreadableTLS(path: certificate, reason: "is no certificate in PEM")
    }
    do {
      privateKey = try NIOSSLPrivateKey(bytes: keyBytes, format: .pem)
    } catch {
      throw .unreadableTLS(path: key, reason: "is no key in PEM, or one with a password")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }

  private static func read(_ path: String) throws(ServerProblem) -> [UInt8] {
    let bytes: [UInt8]?
    do { bytes = try PrivateFile(path).read() } catch {
      throw .unreadableTLS(path: path, reason: error.reason)
    }
    guard let bytes else { throw .unreadableTLS(path: path, reason: "there is no such file") }
    return bytes
  }
}
