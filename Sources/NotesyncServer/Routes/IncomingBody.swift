internal import Hummingbird
internal import NIOCore

/// A request's body, of which it is known how much has come.
///
/// An answer may be given before all of it is here. Most clients send on until they are done and look for an answer
/// only then, so that the rest has to be read; but not without end, or whoever likes could keep a connection and the
/// line busy for ever.
///
/// Only the task of the connection uses it, one call after the other.
final class IncomingBody: @unchecked Sendable {
  /// What is read of a body after the answer.
  struct Limits: Sendable {
    /// In bytes.
    var size: Int64
    /// In seconds.
    var time: Int64
  }

  /// Announced bodies of up to so many bytes are waited for, so that the connection can be used again.
  static let shortLength: Int64 = 1 << 16

  private var iterator: RequestBody.AsyncIterator
  private let announced: Int64?
  private let channel: any Channel
  private(set) var isAtEnd: Bool

  init(_ request: Request, _ channel: any Channel) {
    iterator = request.body.makeAsyncIterator()
    announced = request.contentLength
    self.channel = channel
    // A request that says neither has no body.
    isAtEnd = request.headers[.transferEncoding] == nil && (announced ?? 0) == 0
  }

  /// The next piece; nil at the end.
  func next() async throws -> ByteBuffer? {
    guard !isAtEnd else { return nil }
    let piece = try await iterator.next()
    isAtEnd = piece == nil
    return piece
  }

  /// All of a body that has at most `limit` bytes.
  ///
  /// - Parameter time: in seconds; whoever takes longer loses the connection.
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

  /// Whether the connection ends with the answer, which has to say so.
  var endsConnection: Bool { !isAtEnd && !(announced.map { $0 <= Self.shortLength } ?? false) }

  /// Reads the rest after the answer was sent, as far as the limits go, and closes the connection where it has to end.
  func finish(_ limits: Limits) async {
    let ends = endsConnection
    let deadline = close(after: limits.time)
    var left = ends ? limits.size : Self.shortLength
    while left > 0, let piece = try? await next() { left -= Int64(piece.readableBytes) }
    if ends || !isAtEnd {
      // What is left of the answer goes out first.
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
