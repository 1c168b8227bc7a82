internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization
internal import SystemCalls
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

/// Why an exchange failed, where no library says it.
enum HTTPFailure: Error {
  /// The connection was not ready in time.
  case slowStart
  /// Nothing came, or nothing was taken, for too long.
  case idle
  /// The server closed the connection.
  case closed
  /// What came is no answer.
  case malformed
  /// No request can have this path.
  case unusablePath
}

/// What went wrong with a connection, in the words of whoever noticed it.
struct HTTPProblem: Error {
  let cause: any Error

  init(_ cause: any Error) {
    self.cause = cause
  }

  /// Whether the server may just have closed the connection.
  var isLoss: Bool {
    switch cause {
    case HTTPFailure.closed, TLSError.unexpectedEnd, is ChannelError, is IOError: true
    default: false
    }
  }
}

extension NotesyncError {
  /// - Parameter hasBegun: the request may have arrived.
  init(_ problem: HTTPProblem, hasBegun: Bool) {
    switch problem.cause {
    case HTTPFailure.slowStart, ChannelError.connectTimeout:
      self = .unreachable("no answer in time")
    case HTTPFailure.unusablePath: self = .unreachable("the address cannot be used")
    case HTTPFailure.idle: self = .interrupted("no data were received in time")
    case HTTPFailure.closed, is ChannelError: self = .interrupted("the server closed it")
    case let error:
      let words = Self.words(error)
      self = hasBegun ? .interrupted(words) : .unreachable(words)
    }
  }

  /// Without a library's description, which may contain what was sent.
  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as IOError: return SystemError(error.errnoCode, .connect).reason
    case let error as NIOConnectionError:
      if let first = error.connectionErrors.first?.error { return words(first) }
      return "there is no host with that name"
    case HTTPFailure.malformed: return "what came is no answer"
    case ChannelError.connectTimeout: return "no answer in time"
    case TLSError.notTLS: return "it does not speak TLS; http:// before the address says so"
    case TLSError.untrusted(let reason): return "its certificate is not valid: \(reason)"
    case let error as TLSError: return "TLS: \(error)"
    default: return "the connection failed (\(type(of: error)))"
    }
  }
}
