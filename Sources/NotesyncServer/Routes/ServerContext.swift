internal import Hummingbird
internal import NIOCore

/// The connection of a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The remote address.
  let address: String
  /// That connection.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    address = source.channel.remoteAddress?.ipAddress ?? "unknown"
  }
}
