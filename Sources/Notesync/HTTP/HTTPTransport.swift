internal import NIOCore
internal import NIOHTTP1
internal import Synchronization
internal import TLS

/// The transport over the network: HTTP/1.1, no redirects, certificates verified.
package final class HTTPTransport: NotesyncTransport {
  private let settings: NotesyncSettings
  private let trust: TLSContext.Trust
  /// Made when it is first needed: it reads all certificates that the system trusts.
  private let tls = Mutex<TLSContext?>(nil)
  /// Open after an exchange, for the next one.
  private let kept = Mutex<HTTPConnection?>(nil)

  /// The caller has to call `close` at the end.
  package convenience init(_ settings: NotesyncSettings) {
    self.init(settings, trust: .system)
  }

  init(_ settings: NotesyncSettings, trust: TLSContext.Trust) {
    self.settings = settings
    self.trust = trust
  }

  package func close() async { takeKept()?.close() }

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
    let cancellation = HTTPCancellation()
    return try await withTaskCancellationHandler {
      do {
        return try await exchange(request, cancellation, sent, accept)
      } catch {
        if Task.isCancelled { throw CancellationError() }
        throw error
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// On the connection that was kept, and on a new one if that was found closed.
  private func exchange(
    _ request: TransportRequest, _ cancellation: HTTPCancellation, _ sent: (Int) -> Void,
    _ accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply {
    if let connection = await takeIdle() {
      cancellation.add(connection)
      var run = Run(request, startTime: settings.idleTimeout)
      do {
        return try await carryOut(&run, on: connection, sent, accept)
      } catch let problem as HTTPProblem {
        guard problem.isLoss, !run.hasAnswer, !run.hasBegunBody, !Task.isCancelled else {
          throw NotesyncError(problem, hasBegun: run.hasBegun)
        }
      }
    }
    var run = Run(request, startTime: settings.connectTimeout)
    do {
      let connection = try await HTTPConnection.open(
        to: settings.server, tls: try context(), timeout: settings.connectTimeout, cancellation)
      return try await carryOut(&run, on: connection, sent, accept)
    } catch let problem as HTTPProblem {
      throw NotesyncError(problem, hasBegun: run.hasBegun)
    }
  }

  /// How far an exchange has come.
  private struct Run {
    let request: TransportRequest
    /// How many seconds the first bytes of the request may take, which wait for TLS.
    let startTime: Int64
    var hasBegun = false
    var hasBegunBody = false
    var hasAnswer = false
    /// The server has been sent all of the request.
    var isWhole = true

    init(_ request: TransportRequest, startTime: Int64) {
      self.request = request
      self.startTime = startTime
    }
  }

  /// Closes the connection unless it can be kept.
  ///
  /// - Throws: an `HTTPProblem`; errors of the body's files and of `accept` as they are.
  private func carryOut(
    _ run: inout Run, on connection: HTTPConnection, _ sent: (Int) -> Void,
    _ accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply {
    var isReusable = false
    defer { if isReusable { keep(connection) } else { connection.close() } }
    try await send(&run, on: connection, sent)
    guard case .head(let head) = try await connection.next(within: settings.idleTimeout) else {
      throw HTTPProblem(HTTPFailure.malformed)
    }
    run.hasAnswer = true
    let (reply, isComplete) = try await read(head, connection, accept)
    isReusable = isComplete && run.isWhole && head.isKeepAlive && head.status.code >= 200
    return reply
  }

  private func send(
    _ run: inout Run, on connection: HTTPConnection, _ sent: (Int) -> Void
  ) async throws {
    let head = HTTPClientRequestPart.head(try head(of: run.request))
    run.isWhole = try await connection.send(head, within: run.startTime, or: .slowStart)
    run.hasBegun = true
    let idleTime = settings.idleTimeout
    var pieces = run.request.body?.pieces()
    while run.isWhole, let piece = try pieces?.next() {
      run.hasBegunBody = true
      let part = HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: piece)))
      run.isWhole = try await connection.send(part, within: idleTime)
      if run.isWhole { sent(piece.count) }
    }
    if run.isWhole { run.isWhole = try await connection.send(.end(nil), within: idleTime) }
  }

  private func head(of request: TransportRequest) throws(HTTPProblem) -> HTTPRequestHead {
    let server = settings.server
    let path = server.path + request.path
    guard path.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw HTTPProblem(HTTPFailure.unusablePath)
    }
    var headers = HTTPHeaders([("Host", server.place)])
    for (name, value) in request.headers { headers.add(name: name, value: value) }
    // Of a POST the length is always said (RFC 9110, 8.6).
    if request.body != nil || request.method == .post {
      headers.add(name: "Content-Length", value: "\(request.body?.length ?? 0)")
    }
    return HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue),
      uri: path.hasPrefix("/") ? path : "/" + path, headers: headers)
  }

  /// - Returns: the reply, and whether the connection has given all of it.
  private func read(
    _ head: HTTPResponseHead, _ connection: HTTPConnection,
    _ accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> (TransportReply, isComplete: Bool) {
    var reply = TransportReply(status: Int(head.status.code))
    for (name, value) in head.headers where reply.headers[name.lowercased()] == nil {
      reply.headers[name.lowercased()] = value
    }
    while true {
      let part: HTTPClientResponsePart
      do {
        part = try await connection.next(within: settings.idleTimeout)
      } catch {
        // The part of the error received so far is enough.
        if reply.status != 200 { return (reply, false) }
        throw error
      }
      switch part {
      case .head: throw HTTPProblem(HTTPFailure.malformed)
      case .body(let piece) where reply.status == 200:
        try piece.withUnsafeReadableBytes { try accept($0.bindMemory(to: UInt8.self)) }
      case .body(let piece):
        let room = TransportReply.errorLimit - reply.body.count
        reply.body += piece.readableBytesView.prefix(room)
        if reply.body.count >= TransportReply.errorLimit { return (reply, false) }
      case .end: return (reply, true)
      }
    }
  }

  // MARK: - Connections

  private func context() throws(HTTPProblem) -> TLSContext? {
    guard settings.server.isSecure else { return nil }
    return try tls.withLock { context throws(HTTPProblem) in
      if let context { return context }
      do {
        let new = try TLSContext(trusting: trust)
        context = new
        return new
      } catch {
        throw HTTPProblem(error)
      }
    }
  }

  private func takeKept() -> HTTPConnection? {
    kept.withLock { connection in
      defer { connection = nil }
      return connection
    }
  }

  /// Nil if it was closed meanwhile, or if something came on it that nobody asked for.
  private func takeIdle() async -> HTTPConnection? {
    guard let connection = takeKept() else { return nil }
    if await connection.isIdle { return connection }
    connection.close()
    return nil
  }

  private func keep(_ connection: HTTPConnection) {
    let former = kept.withLock { kept in
      defer { kept = connection }
      return kept
    }
    former?.close()
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
