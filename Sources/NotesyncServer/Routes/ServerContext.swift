internal import Hummingbird
internal import NIOCore

/// What a request comes with besides itself.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Of the other end of the connection.
  let address: String
  /// That connection.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    address = source.channel.remoteAddress?.ipAddress ?? "unknown"
  }
}
