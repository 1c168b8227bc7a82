import Cryptography
import Foundation
import HTTPTypes
import Synchronization
import SystemCalls
import TestSupport
import Testing

@testable import WebServer

@Suite("Servers at home")
struct HomeServerTests {
  @Test("a client that trusts the root gets the page, one that does not gets nothing")
  func trust() async throws {
    let folder = try TemporaryFolder()
    let certificates = try HomeCertificates(folder.path("home"))
    let names = try #require(HomeNames(hostName: "kitchen", interfaces: []))
    let prepared = try certificates.prepare(for: names, now: LocalTime.now())
    let site = TestSite { _ in Reply(.ok, "text/plain", body: .bytes(Array("hello".utf8))) }
    try await RunningSite.run(site, change: { $0.tls = certificates.files }) { server in
      for name in ["127.0.0.1", "kitchen.local"] {
        let answer = try await get(name, server.port, trusting: [prepared.root])
        #expect(answer == "hello")
      }
      await #expect(throws: (any Error).self) {
        _ = try await get("kitchen.local", server.port, trusting: [])
      }
      await #expect(throws: (any Error).self) {
        _ = try await get("cellar.local", server.port, trusting: [prepared.root])
      }
    }
  }

  @Test(
    "what the root signs for a name or an address outside of its constraints is refused",
    arguments: [
      ("kitchen", [192, 168, 1, 20], true), ("cellar", [192, 168, 1, 20], false),
      ("kitchen", [203, 0, 113, 9], false),
    ] as [(String, [UInt8], Bool)])
  func constraints(host: String, address: [UInt8], isValid: Bool) async throws {
    let folder = try TemporaryFolder()
    let now = LocalTime.now()
    let root = try HomeCertificate.root(for: "kitchen.local", now: now)
    let names = HomeNames(host: "\(host).local", addresses: [HomeAddress(unchecked: address)])
    let made = try HomeCertificate.server(for: names, by: root, now: now)
    let path = try folder.write(made.pem, to: "server.pem")
    let site = TestSite { _ in Reply(.ok, "text/plain", body: .bytes(Array("hello".utf8))) }
    let files = TLSFiles(certificate: path, key: path)
    try await RunningSite.run(site, change: { $0.tls = files }) { server in
      let answer = try? await get("\(host).local", server.port, trusting: [root])
      #expect((answer == "hello") == isValid)
    }
  }

  @Test("the server of the root gives the certificate and the steps, and nothing else")
  func trustSite() async throws {
    let root = try HomeCertificate.root(for: "kitchen.local", now: 1_795_000_000)
    let taken = Counter()
    let clock = TestClock(0)
    let site = TrustSite(
      root, address: "https://kitchen.local:8787",
      now: { clock.now }
    ) {
      taken.count.add(1, ordering: .sequentiallyConsistent)
    }
    try await RunningSite.run(TestSite { await site.reply(to: $0) }) { server in
      let page = try await server.answer("GET", "/")
      #expect(page.hasPrefix("HTTP/1.1 200 "))
      expect(
        page, has: root.fingerprint, "Certificate Trust Settings", "CA certificate",
        "/tl-root.crt", "https://kitchen.local:8787/")
      #expect(taken.value == 0)
      let certificate = try await server.answer("GET", "/tl-root.crt")
      #expect(certificate.lowercased().contains("content-type: application/x-x509-ca-cert"))
      #expect(taken.value == 1)
      for path in [
        "/login", "/api/v1/notes", "/api/notes", "/sw.js", "/server.pem", "/root.pem",
        "/tl-root.crt/", "//", "/../root.pem", "/assets/page.css",
      ] {
        #expect(try await server.answer("GET", path).hasPrefix("HTTP/1.1 404 "), "\(path)")
      }
      #expect(try await server.answer("POST", "/").hasPrefix("HTTP/1.1 404 "))
      #expect(try await server.answer("DELETE", "/tl-root.crt").hasPrefix("HTTP/1.1 404 "))
      clock.advance(599)
      #expect(!site.isOver)
      clock.advance(1)
      #expect(site.isOver)
      #expect(try await server.answer("GET", "/").hasPrefix("HTTP/1.1 404 "))
      #expect(try await server.answer("GET", "/tl-root.crt").hasPrefix("HTTP/1.1 404 "))
      #expect(taken.value == 1)
    }
  }

  @Test("plain http beyond this machine is for a public site alone")
  func plain() {
    var settings = WebServerSettings(port: 0)
    settings.host = "192.168.1.20"
    #expect(throws: WebServerProblem.needsTLS(host: "192.168.1.20")) { try settings.check() }
    settings.isPublic = true
    #expect(throws: Never.self) { try settings.check() }
  }

  private final class Counter: Sendable {
    let count = Atomic(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }
  }

  /// What a server on loopback answers at `/` to a client that believes it to be `name`.
  private func get(
    _ name: String, _ port: Int, trusting roots: [HomeCertificate]
  ) async throws -> String {
    let root = try roots.map { try PEMDocument("CERTIFICATE", $0.der).text() }.joined()
    return try await OpenSSL.answer(
      "GET / HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n", port: port, trusting: root,
      as: name
    ).afterHeaders
  }
}
