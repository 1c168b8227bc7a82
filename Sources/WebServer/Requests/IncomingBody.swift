internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// A request's body that counts what has been read.
///
/// A request may be answered before its body has arrived in full. Most clients send all of it before they read the
/// answer, so the rest has to be read, within limits: otherwise a client could keep the connection busy for ever.
///
/// A client that asks with `Expect: 100-continue` whether its body is wanted is told so when the body is first read
/// (RFC 9110, section 10.1.1). A request that is answered without its body gets no such word.
///
/// Used by the task of the connection only, one call at a time.
package final class IncomingBody: @unchecked Sendable {
  /// Limits for reading the rest of a body after the answer.
  struct Limits: Sendable {
    /// The most bytes of the body.
    var size: Int64
    /// The most seconds that the body may take.
    var time: Int64
  }

  /// The largest announced length, in bytes, whose end is awaited so that the connection can be used again.
  static let shortLength: Int64 = 1 << 16

  private let body: RequestBody
  private var iterator: RequestBody.AsyncIterator
  private let announced: Int64?
  private let channel: any Channel
  private var isAtEnd: Bool
  /// Whether the client holds the body back until it is told to continue.
  private var isHeldBack: Bool

  init(_ request: Request, _ channel: any Channel) {
    body = request.body
    iterator = request.body.makeAsyncIterator()
    announced = request.headers.contentLength
    self.channel = channel
    // A request with neither header has no body.
    isAtEnd = request.headers[.transferEncoding] == nil && (announced ?? 0) == 0
    isHeldBack = !isAtEnd && request.headers[.expect]?.lowercased() == "100-continue"
  }

  /// The next piece; nil at the end.
  ///
  /// - Throws: an `HTTPErrorReply` for bytes that are no body, an error of the connection.
  package func next() async throws -> [UInt8]? {
    if isHeldBack {
      isHeldBack = false
      try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
    }
    return try await piece()
  }

  private func piece() async throws -> [UInt8]? {
    guard !isAtEnd else { return nil }
    let piece: ByteBuffer?
    do {
      piece = try await iterator.next()
    } catch is HTTPParserError {
      // Such as a chunk with an invalid length: the start of the next request is unknown.
      throw HTTPErrorReply(reply: .plain(.badRequest))
    }
    isAtEnd = piece == nil
    return piece.map { Array($0.readableBytesView) }
  }

  /// The whole body, of at most `limit` bytes.
  ///
  /// - Parameter time: in seconds; after it the connection is closed.
  /// - Throws: an `HTTPErrorReply` for a larger one.
  package func all(limit: Int, within time: Int64) async throws -> [UInt8] {
    if let announced, announced > Int64(limit) { throw HTTPErrorReply.tooLarge }
    let deadline = close(after: time)
    defer { deadline.cancel() }
    var bytes: [UInt8] = []
    while let piece = try await next() {
      bytes += piece
      if bytes.count > limit { throw HTTPErrorReply.tooLarge }
    }
    return bytes
  }

  /// Whether the connection is closed after the answer, which must announce it.
  ///
  /// A body that is held back may still be sent, or not: what follows on the connection could be either.
  var endsConnection: Bool {
    !isAtEnd && (isHeldBack || !(announced.map { $0 <= Self.shortLength } ?? false))
  }

  /// Reads the rest of the body within the limits after the answer was sent, and closes the connection if necessary.
  func finish(_ limits: Limits) async {
    let ends = endsConnection
    let deadline = close(after: limits.time)
    defer { deadline.cancel() }
    var left = ends ? limits.size : Self.shortLength
    while left > 0, let piece = try? await piece() { left -= Int64(piece.count) }
    if ends || !isAtEnd { await endConnection() }
  }

  /// Closes the connection once the rest of the answer has been sent.
  func endConnection() async {
    try? await channel.close(mode: .output)
    channel.close(promise: nil)
  }

  /// Runs `work`, and cancels it when the client closes the connection; nothing more can be received on it.
  ///
  /// - Throws: an error of `work`, a `CancellationError` if the client has gone.
  func whileConnected(_ work: () async throws -> Void) async throws {
    try await body.consumeWithCancellationOnInboundClose { _ in try await work() }
  }

  private func close(after seconds: Int64) -> Scheduled<Void> {
    let channel = channel
    return channel.eventLoop.scheduleTask(in: .seconds(seconds)) { channel.close(promise: nil) }
  }
}
