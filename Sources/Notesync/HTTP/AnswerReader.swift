internal import NIOCore
internal import NIOHTTP1

/// The end of a connection's pipeline: hands out the parts of answers when they are asked for, and sends requests.
///
/// The connection is read only while all that came has been taken, so that a server which sends faster than its answer
/// is used waits, and memory stays constant.
///
/// Used on the event loop of its connection only.
final class AnswerReader: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// How many answers that say only "go on" (1xx) may come before the real one.
  private static let interimLimit = 16

  private var context: ChannelHandlerContext?
  private var parts = CircularBuffer<HTTPClientResponsePart>()
  private var reading: EventLoopPromise<HTTPClientResponsePart>?
  private var sending: EventLoopPromise<Bool>?
  /// Why nothing more comes.
  private var ending: (any Error)?
  private var isReadHeld = false
  private var interimCount = 0
  /// The answer to the current request has begun, maybe before all of the request was sent.
  private var isAnswered = false
  /// That answer is an error, so that the rest needs not be sent.
  private var isRefused = false

  // MARK: - For the connection

  /// Whether the connection is open and nothing has come that nobody asked for.
  var isIdle: Bool { ending == nil && context?.channel.isActive == true && parts.isEmpty }

  /// Sends a part; the result comes when the system has taken it.
  ///
  /// - Parameters:
  ///   - seconds: the time for that.
  ///   - slowness: the error after it.
  /// - Returns: false if the rest is not to be sent: the server has refused the request, or has answered and closed.
  func send(
    _ part: HTTPClientRequestPart, within seconds: Int64, or slowness: HTTPFailure,
    on loop: any EventLoop
  ) -> EventLoopFuture<Bool> {
    switch part {
    case .head: (isAnswered, isRefused, interimCount) = (false, false, 0)
    case .body: if isRefused { return loop.makeSucceededFuture(false) }
    // Nothing follows that a refusal could save.
    case .end: break
    }
    guard let context, ending == nil else {
      return isAnswered
        ? loop.makeSucceededFuture(false) : loop.makeFailedFuture(ending ?? HTTPFailure.closed)
    }
    let promise = loop.makePromise(of: Bool.self)
    sending = promise
    let timeout = loop.assumeIsolated().scheduleTask(in: .seconds(seconds)) {
      self.end(with: slowness)
    }
    let written = loop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { result in
      timeout.cancel()
      switch result {
      case .success: self.takeSending()?.succeed(true)
      // That the channel is closed says nothing: the reason follows.
      case .failure(is ChannelError): self.context?.close(promise: nil)
      case .failure(let error): self.end(with: error)
      }
    }
    context.writeAndFlush(wrapOutboundOut(part), promise: written)
    return promise.futureResult
  }

  /// The next part of the answer.
  ///
  /// - Parameter seconds: the time to wait for it.
  func next(within seconds: Int64, on loop: any EventLoop) -> EventLoopFuture<
    HTTPClientResponsePart
  > {
    if let part = parts.popFirst() {
      if parts.isEmpty, isReadHeld {
        isReadHeld = false
        context?.read()
      }
      return loop.makeSucceededFuture(part)
    }
    if let ending { return loop.makeFailedFuture(ending) }
    let promise = loop.makePromise(of: HTTPClientResponsePart.self)
    reading = promise
    let timeout = loop.assumeIsolated().scheduleTask(in: .seconds(seconds)) {
      self.end(with: HTTPFailure.idle)
    }
    promise.futureResult.whenComplete { _ in timeout.cancel() }
    return promise.futureResult
  }

  /// Closes the connection; whoever waits gets the error.
  func end(with error: any Error) {
    if ending == nil { ending = error }
    takeReading()?.fail(ending ?? error)
    let sending = takeSending()
    if isAnswered { sending?.succeed(false) } else { sending?.fail(ending ?? error) }
    context?.close(promise: nil)
  }

  private func takeReading() -> EventLoopPromise<HTTPClientResponsePart>? {
    defer { reading = nil }
    return reading
  }

  private func takeSending() -> EventLoopPromise<Bool>? {
    defer { sending = nil }
    return sending
  }

  // MARK: - For the channel

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    end(with: HTTPFailure.closed)
    self.context = nil
  }

  func read(context: ChannelHandlerContext) {
    if parts.isEmpty { context.read() } else { isReadHeld = true }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Where the connection's end is that of the answer, the decoder takes a cut for it.
    guard ending == nil else { return }
    let part = unwrapInboundIn(data)
    if case .head(let head) = part {
      if head.status.isInterim {
        interimCount += 1
        if interimCount > Self.interimLimit { end(with: HTTPFailure.malformed) }
        return
      }
      isAnswered = true
      if head.status.code >= 300 {
        isRefused = true
        takeSending()?.succeed(false)
      }
    }
    if let reading = takeReading() { reading.succeed(part) } else { parts.append(part) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { end(with: error) }

  func channelInactive(context: ChannelHandlerContext) {
    end(with: HTTPFailure.closed)
    context.fireChannelInactive()
  }
}

extension HTTPResponseStatus {
  /// Another answer follows (RFC 9110, 15.2); after 101 something else does.
  fileprivate var isInterim: Bool { (100..<200).contains(code) && code != 101 }
}
