import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import NotesyncServer
import TestSupport
import Testing
import WebServer

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
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: HTTPClient.Configuration(tlsConfiguration: tls))
      let address = server.base.replacingOccurrences(of: "http:", with: "https:")
      let answer = try await client.get(url: address + "/auth/oauth_start?client=ios").get()
      #expect(answer.status == .ok)
      #expect(answer.headers["set-cookie"].first?.hasSuffix("; Secure") == true)
      await #expect(throws: (any Error).self) {
        _ = try await server.send("GET", "/auth/oauth_start?client=ios")
      }
      try await client.shutdown()
      tls.minimumTLSVersion = .tlsv1
      tls.maximumTLSVersion = .tlsv11
      var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
      // A refused handshake is tried again and again until then.
      configuration.timeout.connect = .seconds(1)
      let old = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      await #expect(throws: (any Error).self) {
        _ = try await old.get(url: address + "/auth/oauth_start?client=ios").get()
      }
      try await old.shutdown()
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
      var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
      configuration.timeout.connect = .seconds(isTaken ? 10 : 1)
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: configuration)
      let address = server.base.replacingOccurrences(of: "http:", with: "https:")
      let answer = try? await client.get(url: address + "/auth/oauth_start?client=ios").get()
      #expect((answer?.status == .ok) == isTaken)
      try await client.shutdown()
    }
  }
}
