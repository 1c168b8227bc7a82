internal import Hummingbird
internal import NIOCore

/// What a request comes with besides itself.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Of the other end of the connection.
  let address: String

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = source.channel.remoteAddress?.ipAddress ?? "unknown"
  }
}
