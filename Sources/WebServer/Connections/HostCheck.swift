internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Empties `Host` in a request that names two hosts (RFC 9112, 3.2).
///
/// What comes after this sees the first `Host` alone, and nothing of the target's host. The server refuses a request for
/// no host.
final class HostCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), !Self.namesOneHost(head) else {
      return context.fireChannelRead(data)
    }
    head.headers.replaceOrAdd(name: "Host", value: "")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  static func namesOneHost(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["Host"]
    guard hosts.count <= 1 else { return false }
    // `http://HOST/…`, as proxies ask.
    guard let scheme = head.uri.firstRange(of: "://"),
      !head.uri[..<scheme.lowerBound].contains("/")
    else { return true }
    let host = head.uri[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return hosts.allSatisfy { $0.lowercased() == host.lowercased() }
  }
}

/// An HTTP channel with a `HostCheck`.
struct HostCheckedChannel: ServerChildChannel {
  let base: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(HostCheck(), position: .after(decoder))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
