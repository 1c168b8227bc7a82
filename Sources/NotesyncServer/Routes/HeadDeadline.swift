internal import NIOCore

/// Closes a connection on which no request has begun in time.
///
/// Later requests on the same connection have the time that an idle one has.
final class HeadDeadline: ChannelInboundHandler, RemovableChannelHandler {
  // Whatever comes first is the head of a request: it is only handed on.
  typealias InboundIn = Never

  private let seconds: Int64
  private var deadline: Scheduled<Void>?

  init(seconds: Int64) {
    self.seconds = seconds
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: .seconds(seconds)) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    deadline?.cancel()
    context.fireChannelRead(data)
  }
}
