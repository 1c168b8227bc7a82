import Cryptography
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NotesyncServer
import SystemCalls
import TLS
import TestSupport
import Testing
import WebServer

@testable import Notesync

@Suite("TLS")
struct TLSTests {
  private static let request =
    "GET /auth/oauth_start?client=ios HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

  @Test(
    "with a certificate the server speaks TLS and nothing else, and its cookies are for TLS alone")
  func speaksTLS() async throws {
    let folder = try TestServer.prepared()
    let files = try Self.files(in: folder)
    try await TestServer.run(in: folder, change: { $0.web.tls = files }) { server in
      for version in ["-tls1_2", "-tls1_3"] {
        let answer = try await Self.answer(server.port, version)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.lowercased().contains("; secure\r\n"))
      }
      await #expect(throws: (any Error).self) {
        _ = try await Self.answer(server.port, "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0")
      }
      await #expect(throws: (any Error).self) {
        _ = try await server.send("GET", "/auth/oauth_start?client=ios")
      }
    }
  }

  @Test(
    "of TLS 1.2 there is no cipher without forward secrecy, and none of CBC",
    arguments: [
      ("ECDHE-ECDSA-AES128-SHA", false), ("ECDHE-ECDSA-AES256-SHA384", false),
      ("ECDHE-ECDSA-AES128-CCM", false), ("ECDHE-ECDSA-AES128-GCM-SHA256", true),
      ("ECDHE-ECDSA-CHACHA20-POLY1305", true),
    ])
  func ciphers(cipher: String, isTaken: Bool) async throws {
    let folder = try TestServer.prepared()
    let files = try Self.files(in: folder)
    try await TestServer.run(in: folder, change: { $0.web.tls = files }) { server in
      let answer = try? await Self.answer(server.port, "-tls1_2", "-cipher", cipher)
      #expect((answer != nil) == isTaken)
    }
  }

  /// By a client that shares no code with tl.
  private static func answer(_ port: Int, _ arguments: String...) async throws -> String {
    try await OpenSSL.answer(
      request, port: port, trusting: TestCertificate.certificate, as: "127.0.0.1", arguments)
  }

  private static func files(in folder: TemporaryFolder) throws -> TLSFiles {
    TLSFiles(
      certificate: try folder.write(TestCertificate.certificate, to: "cert.pem"),
      key: try folder.write(TestCertificate.key, to: "key.pem"))
  }

  @Test("the client checks whose certificate it is, and says what is wrong")
  func client() async throws {
    let folder = try TestServer.prepared()
    let own = try Self.trust(TestCertificate.certificate)
    let files = try Self.files(in: folder)
    try await TestServer.run(in: folder, change: { $0.web.tls = files }) { server in
      #expect(await failure("https://127.0.0.1:\(server.port)", own) == nil)
      #expect(
        await failure("https://127.0.0.1:\(server.port)", .system)
          == .unreachable("its certificate is not valid: self-signed certificate"))
      #expect(await failure("http://127.0.0.1:\(server.port)", own) != nil)
    }
    try await TestServer.run { server in
      #expect(
        await failure("https://127.0.0.1:\(server.port)", own)
          == .unreachable("it does not speak TLS; http:// before the address says so"))
    }
  }

  @Test("a certificate for another name is refused, though it is trusted")
  func otherName() async throws {
    let folder = try TestServer.prepared()
    let now = LocalTime.now()
    let draft = CertificateDraft(
      subject: [("CN", "kitchen.local")], key: try SigningKey(), validity: now - 60...now + 3600,
      extensions: [.authority, try .names([.host("kitchen.local"), .address([10, 0, 0, 1])])])
    let pem = try PEMDocument("CERTIFICATE", draft.signed().der()).text()
    let files = TLSFiles(
      certificate: try folder.write(pem, to: "cert.pem"),
      key: try folder.write(
        PEMDocument("PRIVATE KEY", draft.key.pkcs8()).text(), to: "key.pem"))
    let own = try Self.trust(pem)
    try await TestServer.run(in: folder, change: { $0.web.tls = files }) { server in
      for (host, reason) in [
        ("127.0.0.1", "IP address mismatch"), ("localhost", "hostname mismatch"),
      ] {
        let found = await failure("https://\(host):\(server.port)", own)
        #expect(found == .unreachable("its certificate is not valid: \(reason)"))
      }
    }
  }

  @Test("an answer whose end is the connection's is not whole if TLS does not say that end")
  func cutAnswer() async throws {
    let context = try TLSContext(
      certificate: Array(TestCertificate.certificate.utf8), key: Array(TestCertificate.key.utf8))
    let group = MultiThreadedEventLoopGroup.singleton
    let accepted = group.next().makePromise(of: (any Channel).self)
    let server = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(TLSHandler(context), HalfAnswer())
          accepted.succeed(channel)
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(server.localAddress?.port)
    let settings = NotesyncSettings(server: try ServerAddress("https://127.0.0.1:\(port)"))
    let transport = HTTPTransport(settings, trust: try Self.trust(TestCertificate.certificate))
    await #expect(throws: NotesyncError.interrupted("TLS: the connection ended too early")) {
      _ = try await transport.exchange(TransportRequest(.get, "/x"), sent: { _ in }) { _ in
        // The client has taken all that came. Below TLS, which so says no end.
        accepted.futureResult.whenSuccess { channel in
          channel.eventLoop.execute {
            try? channel.pipeline.syncOperations.context(handlerType: TLSHandler.self)
              .close(promise: nil)
          }
        }
      }
    }
    await transport.close()
    try await server.close().get()
  }

  /// Answers a request on the event loop: a task may wait for its turn longer than the client for data.
  private final class HalfAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private var isSent = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isSent else { return }
      isSent = true
      let answer = ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\nhalf a ")
      context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
  }

  private static func trust(_ pem: String) throws -> TLSContext.Trust {
    .certificates(try #require(PEMDocument.documents(in: Array(pem.utf8))))
  }

  /// What is wrong for two requests of the client, one after another; nil: both were answered.
  private func failure(_ address: String, _ trust: TLSContext.Trust) async -> NotesyncError? {
    do {
      let settings = NotesyncSettings(server: try ServerAddress(address))
      let transport = HTTPTransport(settings, trust: trust)
      for _ in 1...2 {
        _ = try await transport.exchange(
          TransportRequest(.get, "/auth/oauth_start?client=ios"), sent: { _ in }, accept: { _ in })
      }
      await transport.close()
      return nil
    } catch {
      return error as? NotesyncError ?? .unreachable("\(error)")
    }
  }
}
