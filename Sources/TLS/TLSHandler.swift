package import NIOCore

/// Speaks TLS at the beginning of a connection's pipeline.
///
/// Errors are `TLSError`. What is written before the handshake is done waits for it. A connection that the other end
/// leaves without TLS's own end is an error before it is inactive, since what came may be a part.
package final class TLSHandler: ChannelDuplexHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer
  package typealias OutboundIn = ByteBuffer
  package typealias OutboundOut = ByteBuffer

  /// In seconds: the time that the other end has to take all that was written before a close.
  private static let closingTime: Int64 = 5

  private enum State {
    /// Not connected yet.
    case waiting
    case handshake
    case open
    /// Our end is said, and is being sent.
    case closing(EventLoopPromise<Void>)
    case closed
  }

  private let session: TLSSession
  private var state = State.waiting
  private var waitingWrites: [(data: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
  /// Since the last end of a reading.
  private var hasDelivered = false
  private var hasSaidEnd = false

  /// The end of a server.
  package init(_ context: TLSContext) throws {
    session = try TLSSession(context)
  }

  /// The end of a client, which accepts only a certificate that names the host.
  ///
  /// - Parameter host: a name or an address.
  package init(_ context: TLSContext, host: String) throws {
    session = try TLSSession(context, host: host)
  }

  // MARK: - The connection

  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  package func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    noteEnd(context)
    state = .closed
    failWrites(ChannelError.eof)
    context.fireChannelInactive()
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent {
      noteEnd(context)
      if hasSaidEnd { return }
      hasSaidEnd = true
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard case .waiting = state else { return }
    state = .handshake
    advance(context)
  }

  /// An end that TLS did not announce.
  private func noteEnd(_ context: ChannelHandlerContext) {
    switch state {
    case .handshake, .open:
      if !session.isEndedByPeer { fail(context, TLSError.unexpectedEnd) }
    case .waiting, .closing, .closed: break
    }
  }

  private func fail(_ context: ChannelHandlerContext, _ error: any Error) {
    if case .closed = state { return }
    // The other end is told why.
    send(context)
    state = .closed
    failWrites(error)
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }

  private func failWrites(_ error: any Error) {
    let writes = waitingWrites
    waitingWrites = []
    for write in writes { write.promise?.fail(error) }
  }

  // MARK: - Reading

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    do { try session.receive(unwrapInboundIn(data)) } catch { return fail(context, error) }
    advance(context)
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    // A part of a record is nothing for whoever has asked for it.
    if !hasDelivered { context.read() }
    hasDelivered = false
    context.fireChannelReadComplete()
  }

  /// Does what the bytes that have come allow.
  private func advance(_ context: ChannelHandlerContext) {
    do {
      if case .handshake = state {
        let isDone = try session.shakeHands()
        send(context)
        guard isDone else { return }
        state = .open
        sendWaiting(context)
      }
      // Whoever gets a piece may close the connection.
      while isReading, let piece = try session.read(context.channel.allocator) {
        hasDelivered = true
        context.fireChannelRead(wrapInboundOut(piece))
      }
      if isReading { send(context) }
    } catch {
      return fail(context, error)
    }
    if session.isEndedByPeer { takeEnd(context) }
  }

  private var isReading: Bool {
    switch state {
    case .open, .closing: true
    case .waiting, .handshake, .closed: false
    }
  }

  /// The other end sends nothing more; where the channel may be open in one direction, answers still go out.
  private func takeEnd(_ context: ChannelHandlerContext) {
    guard !hasSaidEnd else { return }
    hasSaidEnd = true
    context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    let isHalfOpen = try? context.channel.syncOptions?.getOption(.allowRemoteHalfClosure)
    if isHalfOpen != true { close(context: context, mode: .all, promise: nil) }
  }

  // MARK: - Writing

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let data = unwrapOutboundIn(data)
    switch state {
    case .waiting, .handshake: waitingWrites.append((data, promise))
    case .open: encrypt(data, context, promise)
    case .closing, .closed: promise?.fail(ChannelError.ioOnClosedChannel)
    }
  }

  package func flush(context: ChannelHandlerContext) {
    // What waits is flushed when it goes.
    context.flush()
  }

  /// Ends the connection in one direction or both, after all that was written.
  package func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    switch (state, mode) {
    case (.open, .all), (.open, .output):
      let written = context.eventLoop.makePromise(of: Void.self)
      state = .closing(written)
      session.end()
      let patience = context.eventLoop.assumeIsolated().scheduleTask(
        in: .seconds(Self.closingTime)
      ) {
        context.close(promise: nil)
      }
      written.futureResult.assumeIsolated().whenComplete { _ in
        patience.cancel()
        context.close(mode: mode, promise: promise)
      }
      send(context, promise: written)
    case (.closing(let written), .all):
      written.futureResult.assumeIsolated().whenComplete { _ in
        context.close(mode: .all, promise: promise)
      }
    case (.closing, .output):
      promise?.succeed()
    case (_, .input), (.waiting, _), (.handshake, _), (.closed, _):
      context.close(mode: mode, promise: promise)
    }
  }

  private func sendWaiting(_ context: ChannelHandlerContext) {
    guard !waitingWrites.isEmpty else { return }
    let writes = waitingWrites
    waitingWrites = []
    for write in writes { encrypt(write.data, context, write.promise) }
    context.flush()
  }

  private func encrypt(
    _ data: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    do {
      try session.write(data)
    } catch {
      promise?.fail(error)
      return fail(context, error)
    }
    let output = session.takeOutput(context.channel.allocator) ?? ByteBuffer()
    context.write(wrapOutboundOut(output), promise: promise)
  }

  /// Sends what the session says of its own accord.
  ///
  /// - Parameter promise: is fulfilled when the system has taken it.
  private func send(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>? = nil) {
    let output = session.takeOutput(context.channel.allocator)
    guard output != nil || promise != nil else { return }
    context.writeAndFlush(wrapOutboundOut(output ?? ByteBuffer()), promise: promise)
  }
}
