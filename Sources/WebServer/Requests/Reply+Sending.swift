internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import ServiceLifecycle

extension Reply {
  /// - Parameters:
  ///   - isHead: the body is measured and left out.
  ///   - request: the request's body, whose rest is read up to `limits` after the answer.
  ///   - whenDone: called at the end, also of a body that could not be sent.
  func response(
    isHead: Bool, _ request: IncomingBody, limits: IncomingBody.Limits,
    whenDone: @escaping @Sendable () -> Void
  ) -> Response {
    var headers = headers
    let length = body.length.map { Int($0) }
    let (content, whenSent) = (body, whenSent)
    // Also with HEAD: NIO writes the end of a chunked body after its headers, which belongs to no answer.
    let endsConnection = request.endsConnection || content.isStream
    if endsConnection { headers[.connection] = "close" }
    if isHead, let length { headers[.contentLength] = "\(length)" }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(contentLength: length) { writer in
        defer { whenDone() }
        if case .stream(let stream) = content, !isHead {
          try await Self.send(stream, to: &writer, while: request)
          return
        }
        if !isHead { try await Self.send(content, to: &writer) }
        try await writer.finish(nil)
        if !isHead { await whenSent?() }
        await request.finish(limits)
        if content.isStream { await request.endConnection() }
      })
  }

  private static func send(
    _ stream: some AsyncSequence<[UInt8], Never> & Sendable,
    to writer: inout any ResponseBodyWriter,
    while request: IncomingBody
  ) async throws {
    try await request.whileConnected {
      for await piece in stream.cancelOnGracefulShutdown() where !piece.isEmpty {
        try await writer.write(ByteBuffer(bytes: piece))
      }
      try await writer.finish(nil)
    }
    await request.endConnection()
  }

  private static func send(_ body: ReplyBody, to writer: inout any ResponseBodyWriter) async throws
  {
    switch body {
    case .bytes(let bytes):
      if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
    case .fileRange(let file):
      var done: Int64 = 0
      while let piece = try await file.piece(after: done) {
        try await writer.write(ByteBuffer(bytes: piece))
        done += Int64(piece.count)
      }
    case .pieces(_, let make):
      let next = make()
      while let piece = try next() { try await writer.write(ByteBuffer(bytes: piece)) }
    case .stream: break
    }
  }
}

extension ReplyBody {
  fileprivate var isStream: Bool {
    if case .stream = self { true } else { false }
  }
}
