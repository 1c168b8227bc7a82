internal import Hummingbird
internal import NIOCore

/// A request's body that counts what has been read.
///
/// A request may be answered before its body has arrived in full. Most clients send all of it before they read the
/// answer, so the rest has to be read, within limits: otherwise a client could keep the connection busy for ever.
///
/// Used by the task of the connection only, one call at a time.
final class IncomingBody: @unchecked Sendable {
  /// Limits for reading the rest of a body after the answer.
  struct Limits: Sendable {
    /// In bytes.
    var size: Int64
    /// In seconds.
    var time: Int64
  }

  /// The largest announced length, in bytes, whose end is awaited so that the connection can be used again.
  static let shortLength: Int64 = 1 << 16

  private var iterator: RequestBody.AsyncIterator
  private let announced: Int64?
  private let channel: any Channel
  private(set) var isAtEnd: Bool

  init(_ request: Request, _ channel: any Channel) {
    iterator = request.body.makeAsyncIterator()
    announced = request.contentLength
    self.channel = channel
    // A request with neither header has no body.
    isAtEnd = request.headers[.transferEncoding] == nil && (announced ?? 0) == 0
  }

  /// The next piece; nil at the end.
  func next() async throws -> ByteBuffer? {
    guard !isAtEnd else { return nil }
    let piece = try await iterator.next()
    isAtEnd = piece == nil
    return piece
  }

  /// The whole body, of at most `limit` bytes.
  ///
  /// - Parameter time: in seconds; after it the connection is closed.
  /// - Throws: an `HTTPErrorReply` for a larger one.
  func all(limit: Int, within time: Int64) async throws -> [UInt8] {
    if let announced, announced > Int64(limit) { throw HTTPErrorReply.tooLarge }
    let deadline = close(after: time)
    defer { deadline.cancel() }
    var bytes: [UInt8] = []
    while let piece = try await next() {
      bytes += piece.readableBytesView
      if bytes.count > limit { throw HTTPErrorReply.tooLarge }
    }
    return bytes
  }

  /// Whether the connection is closed after the answer, which must announce it.
  var endsConnection: Bool { !isAtEnd && !(announced.map { $0 <= Self.shortLength } ?? false) }

  /// Reads the rest of the body within the limits after the answer was sent, and closes the connection if necessary.
  func finish(_ limits: Limits) async {
    let ends = endsConnection
    let deadline = close(after: limits.time)
    var left = ends ? limits.size : Self.shortLength
    while left > 0, let piece = try? await next() { left -= Int64(piece.readableBytes) }
    if ends || !isAtEnd {
      // After the rest of the answer has been sent.
      try? await channel.close(mode: .output)
      channel.close(promise: nil)
    }
    deadline.cancel()
  }

  private func close(after seconds: Int64) -> Scheduled<Void> {
    let channel = channel
    return channel.eventLoop.scheduleTask(in: .seconds(seconds)) { channel.close(promise: nil) }
  }
}
