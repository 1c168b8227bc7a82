import Cryptography
import Foundation
import SystemCalls
import TestSupport
import Testing

@testable import WebServer

/// In seconds since 1970.
private let now: Int64 = 1_795_000_000
private let day: Int64 = 86_400

private func names(
  host: String = "kitchen", address: [UInt8] = [192, 168, 1, 20]
) throws -> HomeNames {
  try #require(
    HomeNames(hostName: host, interfaces: [InterfaceAddress(interface: "eth0", bytes: address)]))
}

@Suite("Certificates at home")
struct HomeCertificateTests {
  @Test("the root vouches for one name and for private addresses, for ten years")
  func root() throws {
    let root = try HomeCertificate.root(for: "kitchen.local", now: now)
    try expect(
      OpenSSL.words(root.der),
      has: "Version: 3 (0x2)", "Signature Algorithm: ecdsa-with-SHA256", "ASN1 OID: prime256v1",
      "Issuer: CN = tl on kitchen.local, O = tl", "Subject: CN = tl on kitchen.local, O = tl",
      "Not Before: Nov 18 10:06:40 2026 GMT", "Not After : Nov 17 10:06:40 2036 GMT",
      "X509v3 Basic Constraints: critical CA:TRUE, pathlen:0 X509v3",
      "X509v3 Key Usage: critical Certificate Sign, CRL Sign X509v3",
      "X509v3 Name Constraints: critical Permitted: DNS:kitchen.local "
        + "IP:127.0.0.0/255.0.0.0 IP:10.0.0.0/255.0.0.0 IP:172.16.0.0/255.240.0.0 "
        + "IP:192.168.0.0/255.255.0.0 IP:169.254.0.0/255.255.0.0 "
        + "IP:FC00:0:0:0:0:0:0:0/FE00:0:0:0:0:0:0:0 Signature")
    #expect(try OpenSSL.verifies(root.der, by: root.der, at: now))
  }

  @Test("a server's certificate names the host and its addresses, for 397 days")
  func server() throws {
    let root = try HomeCertificate.root(for: "kitchen.local", now: now)
    let made = try HomeCertificate.server(for: try names(), by: root, now: now)
    let words = try OpenSSL.words(made.der)
    expect(
      words, has: "Issuer: CN = tl on kitchen.local, O = tl", "Subject: CN = kitchen.local Subject",
      "Not Before: Nov 18 10:06:40 2026 GMT", "Not After : Dec 20 10:06:40 2027 GMT",
      "X509v3 Basic Constraints: critical CA:FALSE X509v3",
      "X509v3 Key Usage: critical Digital Signature X509v3",
      "X509v3 Extended Key Usage: TLS Web Server Authentication X509v3",
      "X509v3 Subject Alternative Name: DNS:kitchen.local, IP Address:127.0.0.1, "
        + "IP Address:192.168.1.20 X509v3")
    let identifier = try #require(try OpenSSL.words(root.der).keyIdentifier("Subject"))
    #expect(words.keyIdentifier("Authority") == identifier)
    #expect(try OpenSSL.verifies(made.der, by: root.der, at: now))
    #expect(made.isSigned(by: root))
    let other = try HomeCertificate.root(for: "kitchen.local", now: now)
    #expect(!made.isSigned(by: other))
    #expect(try !OpenSSL.verifies(made.der, by: other.der, at: now))
  }

  @Test("what an earlier tl made stays, and signs what this one makes")
  func earlier() throws {
    let root = try #require(HomeCertificate(pem: Array(EarlierCertificates.root.utf8)))
    let server = try #require(HomeCertificate(pem: Array(EarlierCertificates.server.utf8)))
    #expect(root.pem == EarlierCertificates.root)
    #expect(server.pem == EarlierCertificates.server)
    #expect(root.fingerprint == EarlierCertificates.fingerprint)
    let time = root.end - HomeCertificate.rootLifetime
    let names = HomeNames(
      host: EarlierCertificates.host,
      addresses: EarlierCertificates.addresses.map { HomeAddress(unchecked: $0) })
    let plan = HomeCertificatePlan(
      root: .certificate(root), server: .certificate(server), for: names, now: time)
    #expect(plan == .keep)
    let next = try HomeCertificate.server(for: names, by: root, now: time)
    #expect(next.isSigned(by: root))
    #expect(try OpenSSL.verifies(next.der, by: root.der, at: time))
    #expect(try OpenSSL.verifies(server.der, by: root.der, at: time))
  }

  @Test("a server's certificate ends no later than the root")
  func lastYear() throws {
    let root = try HomeCertificate.root(for: "kitchen.local", now: now)
    let late = root.end - 100 * day
    let made = try HomeCertificate.server(for: try names(), by: root, now: late)
    #expect(made.end == root.end)
  }

  @Test("what was written is read again; a key of another certificate is not")
  func reading() throws {
    let root = try HomeCertificate.root(for: "kitchen.local", now: now)
    let other = try HomeCertificate.root(for: "kitchen.local", now: now)
    #expect(HomeCertificate(pem: Array(root.pem.utf8))?.der == root.der)
    let key = try #require(other.pem.range(of: "-----BEGIN PRIVATE KEY-----"))
    let ownKey = try #require(root.pem.range(of: "-----BEGIN PRIVATE KEY-----"))
    let mixed = root.pem[..<ownKey.lowerBound] + other.pem[key.lowerBound...]
    #expect(HomeCertificate(pem: Array(mixed.utf8)) == nil)
    #expect(HomeCertificate(pem: Array(root.pem.utf8.dropLast(60))) == nil)
    #expect(HomeCertificate(pem: []) == nil)
  }

  @Test("a fingerprint is the SHA-256 of the certificate in pairs")
  func fingerprint() throws {
    let root = try HomeCertificate.root(for: "kitchen.local", now: now)
    #expect(root.fingerprint.count == 95)
    #expect(root.fingerprint.filter { $0 != ":" }.lowercased() == sha256Hex(root.der))
  }

  @Test("what is made anew, by names and by the clock")
  func plans() throws {
    let root = try HomeCertificate.root(for: "kitchen.local", now: now)
    let wanted = try names()
    let server = try HomeCertificate.server(for: wanted, by: root, now: now)
    let stranger = try HomeCertificate.root(for: "kitchen.local", now: now)
    let moved = try names(address: [192, 168, 1, 21])
    let renamed = try names(host: "cellar")
    typealias Plan = HomeCertificatePlan
    let cases: [(Plan.Found, Plan.Found, HomeNames, Int64, Plan)] = [
      (.missing, .missing, wanted, now, .root(.missing)),
      (.missing, .certificate(server), wanted, now, .root(.missing)),
      (.damaged, .certificate(server), wanted, now, .root(.damaged)),
      (.certificate(root), .certificate(server), renamed, now, .root(.otherNames)),
      (.certificate(root), .missing, wanted, now, .server(.missing)),
      (.certificate(root), .damaged, wanted, now, .server(.damaged)),
      (.certificate(stranger), .certificate(server), wanted, now, .server(.otherRoot)),
      (.certificate(root), .certificate(server), moved, now, .server(.otherNames)),
      (.certificate(root), .certificate(server), wanted, now, .keep),
      (.certificate(root), .certificate(server), wanted, now - 400 * day, .keep),
      (.certificate(root), .certificate(server), wanted, server.end - 30 * day, .keep),
      (
        .certificate(root), .certificate(server), wanted, server.end - 30 * day + 1,
        .server(.ending)
      ),
      (.certificate(root), .certificate(server), wanted, root.end - 30 * day + 1, .root(.ending)),
    ]
    for (root, server, names, now, plan) in cases {
      #expect(HomeCertificatePlan(root: root, server: server, for: names, now: now) == plan)
    }
  }

  @Test("a machine is found by the first part of its name and by its private addresses")
  func found() throws {
    func address(_ interface: String, _ text: String) throws -> InterfaceAddress {
      InterfaceAddress(interface: interface, bytes: try #require(addressBytes(of: text)))
    }
    let names = try #require(
      HomeNames(
        hostName: "Kitchen.fritz.box",
        interfaces: [
          address("lo", "127.0.0.1"), address("docker0", "172.17.0.1"),
          address("eth0", "fd12::20"), address("eth0", "192.168.1.20"), address("eth0", "fe80::1"),
          address("wwan0", "203.0.113.9"), address("wlan0", "10.0.0.7"), address("lo", "::1"),
          address("eth0", "2001:db8::1"), address("eth1", "192.168.1.20"),
        ]))
    #expect(names.host == "kitchen.local")
    #expect(
      names.addresses.map(\.text)
        == ["127.0.0.1", "192.168.1.20", "10.0.0.7", "fd12::20", "172.17.0.1"])
    #expect(names.reachable.first?.text == "192.168.1.20")
  }

  @Test(
    "a name that no other device can find has no page at home",
    arguments: ["", "localhost", "-kitchen", "küche", "my kitchen", "a_b", "kitchen\n"])
  func badNames(name: String) { #expect(HomeNames(hostName: name, interfaces: []) == nil) }

  @Test(
    "ranges end where they end",
    arguments: [
      ("172.15.255.255", false), ("172.16.0.0", true), ("172.31.255.255", true),
      ("172.32.0.0", false), ("192.167.1.1", false), ("11.0.0.1", false), ("fbff::1", false),
      ("fc00::1", true), ("fdff::1", true), ("fe00::1", false), ("100.64.0.1", false),
      ("kitchen", false), ("10.1", false), ("", false),
    ])
  func ranges(text: String, isHome: Bool) { #expect((HomeAddress(text) != nil) == isHome) }
}

@Suite("The folder of certificates")
struct HomeCertificatesTests {
  private let folder: TemporaryFolder
  private let certificates: HomeCertificates

  init() throws {
    folder = try TemporaryFolder()
    certificates = try HomeCertificates(folder.path("home"))
  }

  @Test("the second start keeps what the first made; both files are for the owner alone")
  func keeps() throws {
    let first = try certificates.prepare(for: try names(), now: now)
    #expect(first.plan == .root(.missing))
    let second = try certificates.prepare(for: try names(), now: now + day)
    #expect(second.plan == .keep)
    #expect(second.root.der == first.root.der)
    #expect(second.server.der == first.server.der)
    for path in [certificates.rootPath, certificates.serverPath] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: certificates.folder)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("another address makes another certificate by the same root")
  func moves() throws {
    let first = try certificates.prepare(for: try names(), now: now)
    let moved = try certificates.prepare(for: try names(address: [10, 0, 0, 9]), now: now)
    #expect(moved.plan == .server(.otherNames))
    #expect(moved.root.der == first.root.der)
    #expect(moved.server.isSigned(by: first.root))
  }

  @Test("a crash after the root and before the server's certificate is repaired by the next start")
  func crash() throws {
    let first = try certificates.prepare(for: try names(), now: now)
    try FileManager.default.removeItem(atPath: certificates.serverPath)
    let second = try certificates.prepare(for: try names(), now: now)
    #expect(second.plan == .server(.missing))
    #expect(second.root.der == first.root.der)
    // A new root beside what the old one signed.
    let newRoot = try HomeCertificate.root(for: "kitchen.local", now: now)
    try Data(newRoot.pem.utf8).write(to: URL(filePath: certificates.rootPath))
    let third = try certificates.prepare(for: try names(), now: now)
    #expect(third.plan == .server(.otherRoot))
    #expect(third.server.isSigned(by: newRoot))
    #expect(try certificates.prepare(for: try names(), now: now).plan == .keep)
  }

  @Test("a damaged file is made anew")
  func damage() throws {
    _ = try certificates.prepare(for: try names(), now: now)
    try Data("x".utf8).write(to: URL(filePath: certificates.serverPath))
    #expect(try certificates.prepare(for: try names(), now: now).plan == .server(.damaged))
    try Data().write(to: URL(filePath: certificates.rootPath))
    #expect(try certificates.prepare(for: try names(), now: now).plan == .root(.damaged))
    #expect(try certificates.prepare(for: try names(), now: now).plan == .keep)
  }

  @Test("a root counts as handed out until there is another one")
  func handedOut() throws {
    let root = try certificates.prepare(for: try names(), now: now).root
    #expect(!certificates.isHandedOut(root))
    try certificates.setHandedOut(root)
    #expect(certificates.isHandedOut(root))
    #expect(!certificates.isHandedOut(try HomeCertificate.root(for: "kitchen.local", now: now)))
  }
}
