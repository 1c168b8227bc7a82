internal import NIOCore

/// Reports opened and closed connections to the registry.
final class ConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
  // Incoming data pass through unchanged.
  typealias InboundIn = Never

  private let registry: ConnectionRegistry
  private var isOpen = false

  init(_ registry: ConnectionRegistry) {
    self.registry = registry
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { open(context.channel) }
  }

  func channelActive(context: ChannelHandlerContext) {
    // The remote address is unknown before that.
    open(context.channel)
    context.fireChannelActive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { registry.clientIsGone(from: context.channel) }
    context.fireUserInboundEventTriggered(event)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    registry.close(context.channel)
  }

  private func open(_ channel: any Channel) {
    guard !isOpen else { return }
    isOpen = true
    registry.open(channel)
  }
}
