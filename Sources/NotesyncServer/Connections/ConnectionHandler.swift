internal import NIOCore

/// Tells the registry when a connection comes and when it is over.
final class ConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
  // What comes is only handed on.
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
    // Before that the address of the other end is unknown.
    open(context.channel)
    context.fireChannelActive()
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
