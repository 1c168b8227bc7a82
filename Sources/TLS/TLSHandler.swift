package import NIOCore

/// Speaks TLS at the beginning of a connection's pipeline.
///
/// Errors are `TLSError`. What is written before the handshake is done waits for it, and so does a close behind it. A
/// connection that the other end leaves without TLS's own end is an error before it is inactive, since what came may
/// be a part.
///
/// Whatever is sent or handed on can come back as another call of the handler, so its state is set before.
package final class TLSHandler: ChannelDuplexHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer
  package typealias OutboundIn = ByteBuffer
  package typealias OutboundOut = ByteBuffer

  /// Sent through the pipeline, closes the connection at once: what was written and not taken yet is lost.
  package struct Abort: Sendable {
    package init() {}
  }

  private enum State {
    /// Not connected yet.
    case waiting
    case handshake
    case open
    /// Our end is said, and the future is fulfilled when the system has taken it.
    case halfClosed(EventLoopFuture<Void>)
    /// Nothing is read any more, and what was written is being sent.
    case closing
    case closed
  }

  private let session: TLSSession
  private let closingTime: Int64
  private var state = State.waiting
  private var waitingWrites: [(data: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
  /// Those behind what waits.
  private var waitingCloses: [(mode: CloseMode, promise: EventLoopPromise<Void>?)] = []
  /// Since the last end of a reading.
  private var hasDelivered = false
  /// Nothing more comes, as TLS, the network or whoever reads here has said.
  private var isInputClosed = false

  /// The end of a server.
  ///
  /// - Parameter closingTime: in seconds, the time that the other end has to take all that was written before a close.
  package init(_ context: TLSContext, closingTime: Int64 = 5) throws {
    session = try TLSSession(context)
    self.closingTime = closingTime
  }

  /// The end of a client, which accepts only a certificate that names the host.
  ///
  /// - Parameters:
  ///   - host: a name or an address.
  ///   - closingTime: in seconds, the time that the other end has to take all that was written before a close.
  package init(_ context: TLSContext, host: String, closingTime: Int64 = 5) throws {
    session = try TLSSession(context, host: host)
    self.closingTime = closingTime
  }

  // MARK: - The connection

  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    state = .closed
    failWaiting(ChannelError.ioOnClosedChannel)
  }

  package func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    noteCut(context)
    state = .closed
    failWaiting(ChannelError.eof)
    context.fireChannelInactive()
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent {
      // TLS has said it before.
      if isInputClosed, session.isEndedByPeer { return }
      noteCut(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard case .waiting = state else { return }
    state = .handshake
    advance(context)
  }

  /// Makes an end that nobody said an error; answers still go out.
  private func noteCut(_ context: ChannelHandlerContext) {
    switch state {
    case .handshake: fail(context, TLSError.unexpectedEnd)
    case .open, .halfClosed:
      guard !isInputClosed else { return }
      isInputClosed = true
      context.fireErrorCaught(TLSError.unexpectedEnd)
    case .waiting, .closing, .closed: break
    }
  }

  private func fail(_ context: ChannelHandlerContext, _ error: any Error) {
    if case .closed = state { return }
    state = .closed
    // The other end is told why.
    send(context)
    failWaiting(error)
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }

  private func failWaiting(_ error: any Error) {
    let promises = waitingWrites.map(\.promise) + waitingCloses.map(\.promise)
    (waitingWrites, waitingCloses) = ([], [])
    for promise in promises { promise?.fail(error) }
  }

  // MARK: - Reading

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isReading else { return }
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
    if case .handshake = state {
      do {
        let isDone = try session.shakeHands()
        send(context)
        guard isDone, case .handshake = state else { return }
      } catch {
        return fail(context, error)
      }
      state = .open
      sendWaiting(context)
    }
    guard isReading else { return }
    var data = context.channel.allocator.buffer(capacity: 0)
    var failure: TLSError?
    do { try session.read(into: &data) } catch { failure = error }
    if data.readableBytes > 0 {
      hasDelivered = true
      context.fireChannelRead(wrapInboundOut(data))
    }
    if let failure { return fail(context, failure) }
    guard isReading else { return }
    send(context)
    if session.isEndedByPeer { takeEnd(context) }
  }

  private var isReading: Bool {
    switch state {
    case .handshake, .open, .halfClosed: !isInputClosed
    case .waiting, .closing, .closed: false
    }
  }

  /// The other end sends nothing more; where the channel may be open in one direction, answers still go out.
  private func takeEnd(_ context: ChannelHandlerContext) {
    isInputClosed = true
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
    case .halfClosed, .closing, .closed: promise?.fail(ChannelError.ioOnClosedChannel)
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
    case (.waiting, _), (.closed, _): context.close(mode: mode, promise: promise)
    case (.handshake, .output): waitingCloses.append((.output, promise))
    case (.handshake, .all) where !waitingWrites.isEmpty:
      waitingCloses.append((.all, promise))
      context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(closingTime)) {
        guard case .handshake = self.state else { return }
        self.state = .closed
        self.failWaiting(ChannelError.ioOnClosedChannel)
        context.close(promise: nil)
      }
    case (.handshake, _):
      // Nothing was asked yet, so that nothing is left to answer.
      state = .closed
      failWaiting(ChannelError.ioOnClosedChannel)
      context.close(promise: promise)
    case (.open, .input), (.halfClosed, .input):
      isInputClosed = true
      context.close(mode: .input, promise: promise)
    case (.open, .output):
      let sent = context.eventLoop.makePromise(of: Void.self)
      state = .halfClosed(sent.futureResult)
      session.end()
      send(context, promise: sent)
      sent.futureResult.assumeIsolated().whenComplete { _ in
        context.close(mode: .output, promise: promise)
      }
    case (.open, .all):
      let sent = context.eventLoop.makePromise(of: Void.self)
      state = .closing
      session.end()
      send(context, promise: sent)
      closeAll(context, after: sent.futureResult, promise)
    case (.halfClosed(let sent), .all):
      state = .closing
      closeAll(context, after: sent, promise)
    case (.halfClosed(let sent), .output): sent.cascade(to: promise)
    case (.closing, _): context.channel.closeFuture.cascade(to: promise)
    }
  }

  package func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is Abort else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    state = .closed
    failWaiting(ChannelError.ioOnClosedChannel)
    context.close(promise: promise)
  }

  private func closeAll(
    _ context: ChannelHandlerContext, after sent: EventLoopFuture<Void>,
    _ promise: EventLoopPromise<Void>?
  ) {
    let patience = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(closingTime)) {
      context.close(promise: nil)
    }
    sent.assumeIsolated().whenComplete { _ in
      patience.cancel()
      context.close(promise: promise)
    }
  }

  private func sendWaiting(_ context: ChannelHandlerContext) {
    let (writes, closes) = (waitingWrites, waitingCloses)
    (waitingWrites, waitingCloses) = ([], [])
    for item in writes {
      write(context: context, data: wrapOutboundOut(item.data), promise: item.promise)
    }
    if !writes.isEmpty { context.flush() }
    for item in closes { close(context: context, mode: item.mode, promise: item.promise) }
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
