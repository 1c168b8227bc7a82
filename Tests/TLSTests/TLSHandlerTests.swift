import Cryptography
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import TLS

/// Over sockets of this machine.
@Suite("TLS in a pipeline")
struct TLSHandlerTests {
  @Test("what is written before the handshake, and straight before the close, comes whole")
  func wholeBeforeClose() async throws {
    let identity = try TestIdentity([.address([127, 0, 0, 1])])
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try await Self.withServer(identity) { server, received in
      let client = try await Self.connect(to: server, identity)
      client.write(ByteBuffer(bytes: bytes[..<5]), promise: nil)
      client.write(ByteBuffer(bytes: bytes[5...]), promise: nil)
      client.flush()
      try await client.close().get()
      try await received.ended.futureResult.get()
      let isWhole = received.bytes.withLock { $0 == bytes }
      #expect(isWhole)
      #expect(received.errors.withLock { $0 }.isEmpty)
    }
  }

  @Test("a connection that is cut is an error, even if nothing came")
  func cut() async throws {
    let identity = try TestIdentity([.address([127, 0, 0, 1])])
    try await Self.withServer(identity) { server, received in
      let client = try await Self.connect(to: server, identity)
      try await client.writeAndFlush(ByteBuffer(string: "half a no")).get()
      // Below TLS, which so says no end.
      try await client.eventLoop.submit {
        try client.pipeline.syncOperations.context(handlerType: TLSHandler.self)
          .close(promise: nil)
      }.get()
      try await received.ended.futureResult.get()
      #expect(received.errors.withLock { $0 }.contains { $0 as? TLSError == .unexpectedEnd })
    }
  }

  @Test("a close before the handshake is done waits for it as long as it may, and then says so")
  func closeWithoutHandshake() async throws {
    let identity = try TestIdentity([.address([127, 0, 0, 1])])
    // It takes all, and answers nothing.
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0).get()
    let client = try await Self.connect(to: server, identity, closingTime: 0)
    let write = client.write(ByteBuffer(string: "words"))
    try? await client.close().get()
    await #expect(throws: (any Error).self) { try await write.get() }
    try await server.close().get()
  }

  @Test(
    "an answer comes whole though nothing more is read, because of either end",
    arguments: [true, false])
  func answerAfterEnd(byServer: Bool) async throws {
    let identity = try TestIdentity([.address([127, 0, 0, 1])])
    let answer = [UInt8](repeating: 7, count: 3_000_000)
    try await Self.withServer(identity, isHalfOpen: true) { server, received in
      let own = Received(server.eventLoop)
      let client = try await Self.connect(to: server, identity, own)
      try await client.writeAndFlush(ByteBuffer(string: "a question")).get()
      let connection = try await received.begun.futureResult.get()
      if byServer {
        try await connection.close(mode: .input).get()
      } else {
        // Below TLS, which so says no end.
        try await client.eventLoop.submit {
          try client.pipeline.syncOperations.context(handlerType: TLSHandler.self)
            .close(mode: .output, promise: nil)
        }.get()
      }
      try await received.inputClosed.futureResult.get()
      #expect(received.errors.withLock { $0.count } == (byServer ? 0 : 1))
      connection.writeAndFlush(ByteBuffer(bytes: answer), promise: nil)
      connection.close(promise: nil)
      try await own.ended.futureResult.get()
      let isWhole = own.bytes.withLock { $0 == answer }
      #expect(isWhole)
      #expect(own.errors.withLock { $0 }.isEmpty)
    }
  }

  @Test("an abort waits neither for the other end to take what was written, nor for a close")
  func abort() async throws {
    let identity = try TestIdentity([.address([127, 0, 0, 1])])
    try await Self.withServer(identity) { server, received in
      let client = try await Self.connect(to: server, identity)
      try await client.writeAndFlush(ByteBuffer(string: "a question")).get()
      let connection = try await received.begun.futureResult.get()
      try await client.setOption(ChannelOptions.autoRead, value: false).get()
      // More than the system takes.
      let answer = ByteBuffer(repeating: 7, count: 50_000_000)
      connection.writeAndFlush(answer, promise: nil)
      connection.close(promise: nil)
      connection.triggerUserOutboundEvent(TLSHandler.Abort(), promise: nil)
      // Otherwise in an hour.
      try await received.ended.futureResult.get()
      try? await client.close().get()
    }
  }

  @Test("a client that is told a wrong name gets an error, and nothing that it wrote is sent")
  func wrongName() async throws {
    let identity = try TestIdentity([.host("kitchen.local")])
    try await Self.withServer(identity) { server, received in
      let own = Received(server.eventLoop)
      let client = try await Self.connect(to: server, identity, own)
      await #expect(throws: (any Error).self) {
        try await client.writeAndFlush(ByteBuffer(string: "secret")).get()
      }
      try await own.ended.futureResult.get()
      let errors = own.errors.withLock { $0.compactMap { $0 as? TLSError } }
      #expect(errors == [.untrusted("IP address mismatch")])
      try await received.ended.futureResult.get()
      #expect(received.bytes.withLock { $0 }.isEmpty)
    }
  }

  private static func connect(
    to server: any Channel, _ identity: TestIdentity, _ received: Received? = nil,
    closingTime: Int64 = 3600
  ) async throws -> any Channel {
    let context = try identity.client()
    let port = try #require(server.localAddress?.port)
    return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            TLSHandler(context, host: "127.0.0.1", closingTime: closingTime))
          if let received {
            try channel.pipeline.syncOperations.addHandler(Collector(received))
          }
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
  }

  /// With a server of one connection.
  private static func withServer(
    _ identity: TestIdentity, isHalfOpen: Bool = false,
    _ body: (any Channel, Received) async throws -> Void
  ) async throws {
    let context = try identity.server()
    let group = MultiThreadedEventLoopGroup.singleton
    let received = Received(group.next())
    let server = try await ServerBootstrap(group: group)
      .childChannelOption(.allowRemoteHalfClosure, value: isHalfOpen)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            TLSHandler(context, closingTime: 3600), Collector(received))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    try await body(server, received)
    try await server.close().get()
  }

  private final class Received: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let errors = Mutex<[any Error]>([])
    /// The connection, when the first bytes have come.
    let begun: EventLoopPromise<any Channel>
    let inputClosed: EventLoopPromise<Void>
    let ended: EventLoopPromise<Void>

    init(_ loop: any EventLoop) {
      begun = loop.makePromise()
      inputClosed = loop.makePromise()
      ended = loop.makePromise()
    }

    deinit {
      begun.fail(ChannelError.eof)
      inputClosed.fail(ChannelError.eof)
    }
  }

  private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let received: Received

    init(_ received: Received) {
      self.received = received
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let piece = unwrapInboundIn(data)
      received.bytes.withLock { $0 += piece.readableBytesView }
      received.begun.succeed(context.channel)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .inputClosed? = event as? ChannelEvent { received.inputClosed.succeed() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      received.errors.withLock { $0.append(error) }
    }

    func channelInactive(context: ChannelHandlerContext) { received.ended.succeed() }
  }
}
