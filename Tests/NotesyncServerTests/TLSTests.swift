import Cryptography
import Foundation
import NIOHTTP1
import NIOSSL
import NotesyncServer
import SystemCalls
import TestSupport
import Testing
import WebServer

@testable import Notesync

@Suite("TLS")
struct TLSTests {
  @Test(
    "with a certificate the server speaks TLS and nothing else, and its cookies are for TLS alone")
  func speaksTLS() async throws {
    let folder = try TestServer.prepared()
    let files = TLSFiles(
      certificate: try folder.write(TestCertificate.certificate, to: "cert.pem"),
      key: try folder.write(TestCertificate.key, to: "key.pem"))
    try await TestServer.run(in: folder, change: { $0.web.tls = files }) { server in
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(
        try NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.certificate.utf8)))
      let path = "/auth/oauth_start?client=ios"
      let answer = try await server.send("GET", path, tls: tls)
      #expect(answer.status == 200)
      #expect(answer.header("set-cookie")?.hasSuffix("; Secure") == true)
      await #expect(throws: (any Error).self) { _ = try await server.send("GET", path) }
      tls.minimumTLSVersion = .tlsv1
      tls.maximumTLSVersion = .tlsv11
      let old = tls
      await #expect(throws: (any Error).self) {
        _ = try await server.send("GET", path, tls: old)
      }
    }
  }

  @Test(
    "of TLS 1.2 there is no cipher without forward secrecy, and none of CBC",
    arguments: [
      (NIOTLSCipher.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, false),
      (.TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, false),
      (.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, true),
      (.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, true),
    ])
  func ciphers(cipher: NIOTLSCipher, isTaken: Bool) async throws {
    let folder = try TestServer.prepared()
    let files = TLSFiles(
      certificate: try folder.write(TestCertificate.certificate, to: "cert.pem"),
      key: try folder.write(TestCertificate.key, to: "key.pem"))
    try await TestServer.run(in: folder, change: { $0.web.tls = files }) { server in
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(
        try NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.certificate.utf8)))
      tls.maximumTLSVersion = .tlsv12
      tls.cipherSuiteValues = [cipher]
      let answer = try? await server.send("GET", "/auth/oauth_start?client=ios", tls: tls)
      #expect((answer?.status == 200) == isTaken)
    }
  }

  @Test("the client checks whose certificate it is, and says what is wrong")
  func client() async throws {
    let folder = try TestServer.prepared()
    let files = TLSFiles(
      certificate: try folder.write(TestCertificate.certificate, to: "cert.pem"),
      key: try folder.write(TestCertificate.key, to: "key.pem"))
    let own = NIOSSLTrustRoots.certificates(
      try NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.certificate.utf8)))
    try await TestServer.run(in: folder, change: { $0.web.tls = files }) { server in
      #expect(await failure("https://127.0.0.1:\(server.port)", own) == nil)
      #expect(
        await failure("https://127.0.0.1:\(server.port)", .default)
          == .unreachable("its certificate is not valid"))
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
    let own = NIOSSLTrustRoots.certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))
    try await TestServer.run(in: folder, change: { $0.web.tls = files }) { server in
      for host in ["127.0.0.1", "localhost"] {
        let found = await failure("https://\(host):\(server.port)", own)
        #expect(found == .unreachable("the connection failed (NIOSSLExtraError)"))
      }
    }
  }

  /// What is wrong for two requests of the client, one after another; nil: both were answered.
  private func failure(_ address: String, _ trust: NIOSSLTrustRoots) async -> NotesyncError? {
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
