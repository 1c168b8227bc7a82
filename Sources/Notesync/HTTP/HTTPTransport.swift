internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization
internal import SystemCalls

/// The transport over the network: HTTP/1.1, no redirects, certificates verified.
package final class HTTPTransport: NotesyncTransport {
  private let client: HTTPClient
  private let settings: NotesyncSettings

  /// The caller has to call `close` at the end.
  package init(_ settings: NotesyncSettings) {
    self.settings = settings
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.decompression = .disabled
    configuration.httpVersion = .http1Only
    configuration.timeout = HTTPClient.Configuration.Timeout(
      connect: .seconds(settings.connectTimeout), read: .seconds(settings.idleTimeout),
      write: .seconds(settings.idleTimeout))
    // Otherwise a refusing host is retried until the timeout.
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  package func close() async {
    try? await client.shutdown()
  }

  package func exchange(
    _ request: TransportRequest, sent: (Int) -> Void,
    accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply {
    let server = settings.server
    guard server.isSecure || server.isLoopback || settings.allowsClearText else {
      throw NotesyncError.clearText(server: server.text)
    }
    for (name, value) in request.headers where value.unicodeScalars.contains(where: \.isControl) {
      throw NotesyncError.unusableSecret(name == "X-API-Key" ? "API key" : "token")
    }
    var outgoing = HTTPClientRequest(url: server.text + request.path)
    outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
    for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
    let progress = BodyProgress()
    if let body = request.body {
      outgoing.body = .stream(
        BodyStream(body: body, progress: progress), length: .known(body.length))
    }
    let response: HTTPClientResponse
    do {
      response = try await execute(outgoing, progress, sent)
    } catch {
      throw progress.failure ?? Self.failure(error, hasBegun: progress.hasBegun)
    }
    return try await read(response, accept)
  }

  /// Reports bytes as they are sent.
  private func execute(
    _ request: HTTPClientRequest, _ progress: BodyProgress, _ sent: (Int) -> Void
  ) async throws -> HTTPClientResponse {
    let client = self.client
    async let response = {
      defer { progress.finish() }
      return try await client.execute(request, deadline: .distantFuture)
    }()
    for await count in progress.counts { sent(count) }
    return try await response
  }

  private func read(
    _ response: HTTPClientResponse, _ accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply {
    var reply = TransportReply(status: Int(response.status.code))
    for (name, value) in response.headers where reply.headers[name.lowercased()] == nil {
      reply.headers[name.lowercased()] = value
    }
    var pieces = response.body.makeAsyncIterator()
    while true {
      let piece: ByteBuffer?
      do {
        piece = try await pieces.next()
      } catch {
        // The part of the error received so far is enough.
        if reply.status != 200 { return reply }
        throw Self.failure(error, hasBegun: true)
      }
      guard let piece else { return reply }
      if reply.status == 200 {
        try piece.withUnsafeReadableBytes { try accept($0.bindMemory(to: UInt8.self)) }
      } else {
        let room = TransportReply.errorLimit - reply.body.count
        reply.body += piece.readableBytesView.prefix(room)
        if reply.body.count >= TransportReply.errorLimit { return reply }
      }
    }
  }

  private static func failure(_ error: any Error, hasBegun: Bool) -> any Error {
    if error is CancellationError { return error }
    let text = words(error)
    if let known = error as? HTTPClientError {
      if known == .connectTimeout { return NotesyncError.unreachable("no answer in time") }
      if known == .readTimeout || known == .writeTimeout || known == .deadlineExceeded {
        return NotesyncError.interrupted("no data were received in time")
      }
      if known == .invalidURL || known == .emptyHost {
        return NotesyncError.unreachable("the address cannot be used")
      }
      if known == .remoteConnectionClosed {
        return NotesyncError.interrupted("the server closed it")
      }
    }
    return hasBegun ? NotesyncError.interrupted(text) : .unreachable(text)
  }

  /// Without a library's description, which may contain what was sent.
  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as IOError: return SystemError(error.errnoCode, .connect).reason
    case let error as NIOConnectionError:
      if let first = error.connectionErrors.first?.error { return words(first) }
      return "there is no host with that name"
    case let error as HTTPClientError: return error.shortDescription.lowercased()
    default:
      return tlsWords(String(describing: error)) ?? "the connection failed (\(type(of: error)))"
    }
  }

  /// The TLS error in a description that also has source positions of the library.
  private static func tlsWords(_ text: String) -> String? {
    let marks = text.split(separator: "OPENSSL_internal:")
    guard marks.count > 1, let last = marks.last else { return nil }
    switch last.prefix(while: { $0 == "_" || $0.isLetter || $0.isNumber }) {
    case "WRONG_VERSION_NUMBER": return "it does not speak TLS; http:// before the address says so"
    case "CERTIFICATE_VERIFY_FAILED": return "its certificate is not valid"
    case let mark: return "TLS: \(mark.lowercased().map { $0 == "_" ? " " : "\($0)" }.joined())"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}

/// The progress of sending a body, and its error.
private final class BodyProgress: Sendable {
  private struct State {
    var hasBegun = false
    var failure: (any Error)?
  }

  /// The size of each piece, when it is sent.
  let counts: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation
  private let state = Mutex(State())

  init() {
    (counts, continuation) = AsyncStream.makeStream(of: Int.self)
  }

  var hasBegun: Bool { state.withLock { $0.hasBegun } }
  var failure: (any Error)? { state.withLock { $0.failure } }

  func add(_ count: Int) {
    state.withLock { $0.hasBegun = true }
    continuation.yield(count)
  }

  func fail(_ error: any Error) { state.withLock { $0.failure = error } }
  func finish() { continuation.finish() }
}

/// A body as a sequence of buffers, each read from its file on demand.
private struct BodyStream: AsyncSequence, Sendable {
  let body: WireBody
  let progress: BodyProgress

  func makeAsyncIterator() -> Iterator { Iterator(pieces: body.pieces(), progress: progress) }

  struct Iterator: AsyncIteratorProtocol {
    var pieces: WireBody.Pieces
    let progress: BodyProgress

    mutating func next() async throws -> ByteBuffer? {
      do {
        guard let bytes = try pieces.next() else { return nil }
        progress.add(bytes.count)
        return ByteBuffer(bytes: bytes)
      } catch {
        progress.fail(error)
        throw error
      }
    }
  }
}
