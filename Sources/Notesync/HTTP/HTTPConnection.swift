internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization
internal import TLS

/// A connection to a server, for one request after another.
struct HTTPConnection: Sendable {
  private let channel: any Channel
  private let reader: NIOLoopBound<AnswerReader>

  /// The most bytes that all headers of an answer may have.
  private static let headerLimit = 1 << 18

  /// - Parameters:
  ///   - tls: nil for clear text.
  ///   - timeout: in seconds.
  static func open(
    to server: ServerAddress, tls: TLSContext?, timeout: Int64, _ cancellation: HTTPCancellation
  ) async throws(HTTPProblem) -> HTTPConnection {
    let host = server.host.hasPrefix("[") ? String(server.host.dropFirst().dropLast()) : server.host
    let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connectTimeout(.seconds(timeout))
    do {
      return try await bootstrap.connect(
        host: host, port: server.port ?? (server.isSecure ? 443 : 80)
      ) { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls { try pipeline.addHandler(TLSHandler(tls, host: host)) }
          var limits = NIOHTTPDecoderLimitConfiguration()
          limits.maxHeaderListSize = headerLimit
          let decoder = HTTPResponseDecoder(
            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward,
            limitConfiguration: limits)
          try pipeline.addHandlers([HTTPRequestEncoder(), ByteToMessageHandler(decoder)])
          let reader = AnswerReader()
          try pipeline.addHandler(reader)
          let connection = HTTPConnection(
            channel: channel, reader: NIOLoopBound(reader, eventLoop: channel.eventLoop))
          cancellation.add(connection)
          return connection
        }
      }
    } catch {
      throw HTTPProblem(error)
    }
  }

  /// Whether it can take another request.
  var isIdle: Bool {
    get async {
      (try? await channel.eventLoop.submit { [reader] in reader.value.isIdle }.get()) ?? false
    }
  }

  /// Sends a part of the request, and waits as `AnswerReader` does.
  func send(
    _ part: HTTPClientRequestPart, within seconds: Int64, or slowness: HTTPFailure = .idle
  ) async throws(HTTPProblem) -> Bool {
    let loop = channel.eventLoop
    let result = loop.flatSubmit { [reader] in
      reader.value.send(part, within: seconds, or: slowness, on: loop)
    }
    do { return try await result.get() } catch { throw HTTPProblem(error) }
  }

  /// Reads the next part of the answer, and waits as `AnswerReader` does.
  func next(within seconds: Int64) async throws(HTTPProblem) -> HTTPClientResponsePart {
    let loop = channel.eventLoop
    let result = loop.flatSubmit { [reader] in reader.value.next(within: seconds, on: loop) }
    do { return try await result.get() } catch { throw HTTPProblem(error) }
  }

  func close() {
    channel.eventLoop.execute { [reader] in reader.value.end(with: HTTPFailure.closed) }
    // One that is not connected yet has no context that could close it.
    channel.close(promise: nil)
  }
}

/// Closes the connections of an exchange when its task is cancelled, also those that are being made.
final class HTTPCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var connections: [HTTPConnection] = []
  }

  private let state = Mutex(State())

  func add(_ connection: HTTPConnection) {
    let isCancelled = state.withLock { state in
      state.connections.append(connection)
      return state.isCancelled
    }
    if isCancelled { connection.close() }
  }

  func cancel() {
    let connections = state.withLock { state in
      state.isCancelled = true
      return state.connections
    }
    for connection in connections { connection.close() }
  }
}
