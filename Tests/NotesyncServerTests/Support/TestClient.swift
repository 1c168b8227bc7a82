import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends each request on a connection of its own, and shares no code with the client of tl.
struct TestClient: Sendable {
  var port: Int

  /// - Parameters:
  ///   - headers: `Host` is added; the length of the body is not.
  ///   - pieces: of the body.
  func send(
    _ method: String, _ path: String, headers: [(String, String)], pieces: [[UInt8]]
  ) async throws -> Answer {
    let channel = try await connect()
    let patience = channel.channel.eventLoop.scheduleTask(in: .seconds(60)) {
      channel.channel.close(promise: nil)
    }
    defer { patience.cancel() }
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: method), uri: path,
      headers: HTTPHeaders([("Host", "127.0.0.1:\(port)")] + headers))
    return try await channel.executeThenClose { inbound, outbound in
      // Beside reading: an answer may come before all was sent, and then the rest is not.
      async let isSent: Void? = try? {
        try await outbound.write(.head(head))
        for piece in pieces {
          try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: piece))))
        }
        try await outbound.write(.end(nil))
      }()
      var answer: Answer?
      for try await part in inbound {
        switch part {
        case .head(let head):
          answer = Answer(status: Int(head.status.code), headers: head.headers, body: [])
        case .body(let piece): answer?.body += piece.readableBytesView
        case .end:
          if let answer { return answer }
        }
      }
      _ = await isSent
      throw ChannelError.eof
    }
  }

  private func connect() async throws
    -> NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>
  {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHTTPClientHandlers()
          return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
        }
      }
  }
}
