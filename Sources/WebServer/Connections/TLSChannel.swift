internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import TLS

/// A connection that speaks TLS below what it speaks otherwise.
struct TLSChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let context: TLSContext

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(TLSHandler(context))
    }.flatMap { base.setup(channel: channel, logger: logger) }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
