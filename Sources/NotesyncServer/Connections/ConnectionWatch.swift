internal import NIOCore

/// Tells the book when a connection comes and when it is over.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler {
  // What comes is only handed on.
  typealias InboundIn = Never

  private let book: ConnectionBook
  private var isOpen = false

  init(_ book: ConnectionBook) {
    self.book = book
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { open(context.channel) }
  }

  func channelActive(context: ChannelHandlerContext) {
    // Before that nobody knows the address of the other end.
    open(context.channel)
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    book.close(context.channel)
  }

  private func open(_ channel: any Channel) {
    guard !isOpen else { return }
    isOpen = true
    book.open(channel)
  }
}
