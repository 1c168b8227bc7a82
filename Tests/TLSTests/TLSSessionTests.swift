import CCrypto
import Cryptography
import NIOCore
import TestSupport
import Testing

@testable import TLS

@Suite("Both ends of TLS in memory")
struct TLSSessionTests {
  private static let allocator = ByteBufferAllocator()

  @Test("all that one end writes comes to the other, in whatever pieces the network brings it")
  func laws() throws {
    let identity = try TestIdentity([.host("kitchen.local")])
    let (server, client) = (try identity.server(), try identity.client())
    try withSeed { random, _ in
      for _ in 0..<20 {
        let ends = [
          End(try TLSSession(client, host: "kitchen.local"), using: &random),
          End(try TLSSession(server), using: &random),
        ]
        var isBusy = true
        while isBusy {
          isBusy = false
          for turn in [0, 1].shuffled(using: &random) {
            let hasStepped = try ends[turn].step(using: &random)
            let hasTaken = try ends[1 - turn].take(from: ends[turn], using: &random)
            isBusy = isBusy || hasStepped || hasTaken
          }
        }
        let isWhole = ends[0].received == ends[1].sent && ends[1].received == ends[0].sent
        #expect(isWhole)
        #expect(ends.allSatisfy { $0.session.isEndedByPeer })
      }
    }
  }

  @Test(
    "a client accepts only a certificate of the host that it asked for, and says why not",
    arguments: [
      ("kitchen.local", nil), ("KITCHEN.LOCAL", nil), ("kitchen.local.", nil),
      ("192.168.1.20", nil), ("fd00::1", nil),
      ("cellar.local", "hostname mismatch"), ("a.kitchen.local", "hostname mismatch"),
      ("192.168.1.21", "IP address mismatch"), ("fd00::2", "IP address mismatch"),
    ] as [(String, String?)])
  func names(host: String, reason: String?) throws {
    let identity = try TestIdentity([
      .host("kitchen.local"), .address([192, 168, 1, 20]),
      .address([0xFD] + [UInt8](repeating: 0, count: 14) + [1]),
    ])
    let failure = Self.handshake(
      try TLSSession(identity.client(), host: host), try TLSSession(identity.server()))
    #expect(failure == reason.map { .untrusted($0) })
  }

  @Test("a certificate of nobody that is trusted is refused")
  func untrusted() throws {
    let names = [CertificateName.host("kitchen.local")]
    let client = try TLSSession(TestIdentity(names).client(), host: "kitchen.local")
    let failure = Self.handshake(client, try TLSSession(TestIdentity(names).server()))
    #expect(failure == .untrusted("self-signed certificate"))
  }

  @Test("what is no TLS is known as such", arguments: ["HTTP/1.1 200 OK\r\n\r\n"])
  func notTLS(answer: String) throws {
    let identity = try TestIdentity([.host("kitchen.local")])
    let client = try TLSSession(identity.client(), host: "kitchen.local")
    _ = try client.shakeHands()
    try client.receive(ByteBuffer(string: answer))
    #expect(throws: TLSError.notTLS) { try client.shakeHands() }
    let server = try TLSSession(identity.server())
    try server.receive(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: kitchen.local\r\n\r\n"))
    #expect(throws: TLSError.notTLS) { try server.shakeHands() }
  }

  @Test("a record that was changed on its way is an error, and nothing of it is read")
  func changed() throws {
    let (client, server) = try Self.connected()
    try client.write(ByteBuffer(string: "a note"))
    var record = try #require(client.takeOutput(Self.allocator))
    let last = record.writerIndex - 1
    record.setInteger(try #require(record.getInteger(at: last, as: UInt8.self)) ^ 1, at: last)
    try server.receive(record)
    var buffer = ByteBuffer()
    #expect(throws: TLSError.self) { try server.read(into: &buffer) }
    #expect(buffer.readableBytes == 0)
  }

  @Test("small records come together, and what came before a bad one is read")
  func together() throws {
    let (client, server) = try Self.connected()
    for byte in "a few words" { try client.write(ByteBuffer(string: String(byte))) }
    try server.receive(try #require(client.takeOutput(Self.allocator)))
    try server.receive(ByteBuffer(bytes: [UInt8](repeating: 0, count: 100)))
    var buffer = ByteBuffer()
    #expect(throws: TLSError.self) { try server.read(into: &buffer) }
    #expect(String(buffer: buffer) == "a few words")
  }

  @Test("an end that only changes keys is not listened to for ever")
  func keyUpdates() throws {
    let (client, server) = try Self.connected()
    var buffer = ByteBuffer()
    func changeKeys(_ count: Int) throws {
      for _ in 0..<count {
        try #require(SSL_key_update(client.handle, SSL_KEY_UPDATE_NOT_REQUESTED) == 1)
        _ = try client.shakeHands()
      }
      try server.receive(try #require(client.takeOutput(Self.allocator)))
      try server.read(into: &buffer)
    }
    for _ in 0..<100 {
      try changeKeys(100)
      try client.write(ByteBuffer(string: "x"))
    }
    try changeKeys(1)
    #expect(buffer.readableBytes == 100)
    #expect(throws: TLSError.failed("too many messages")) {
      for _ in 0..<100 { try changeKeys(100) }
    }
  }

  @Test("a server needs a certificate, and the key that belongs to it")
  func files() throws {
    let (own, other) = (try TestIdentity([.host("a")]), try TestIdentity([.host("b")]))
    let certificate = Array(try own.certificate.text().utf8)
    func problem(_ certificate: [UInt8], _ key: String) -> TLSContext.ServerProblem? {
      do {
        _ = try TLSContext(certificate: certificate, key: Array(key.utf8))
        return nil
      } catch {
        return error
      }
    }
    #expect(problem(certificate, own.key) == nil)
    #expect(problem(Array(own.key.utf8) + certificate, own.key) == nil)
    #expect(problem(certificate, other.key) == .foreignKey)
    #expect(problem(certificate, "no key") == .key)
    #expect(problem([], own.key) == .certificate)
    #expect(problem(Array(own.key.utf8), own.key) == .certificate)
  }

  /// Both ends after their handshake.
  private static func connected() throws -> (client: TLSSession, server: TLSSession) {
    let identity = try TestIdentity([.host("kitchen.local")])
    let client = try TLSSession(identity.client(), host: "kitchen.local")
    let server = try TLSSession(identity.server())
    try #require(handshake(client, server) == nil)
    return (client, server)
  }

  /// The error of whoever has one first; nil if both are done.
  private static func handshake(_ client: TLSSession, _ server: TLSSession) -> TLSError? {
    do throws(TLSError) {
      var isDone = false
      while !isDone {
        isDone = try client.shakeHands()
        if let output = client.takeOutput(allocator) { try server.receive(output) }
        isDone = try server.shakeHands() && isDone
        if let output = server.takeOutput(allocator) { try client.receive(output) }
      }
      return nil
    } catch {
      return error
    }
  }
}

/// One end, with what it has to send.
private final class End {
  let session: TLSSession
  var sent: [UInt8] = []
  var received: [UInt8] = []
  private var pieces: [[UInt8]] = []
  private var isOpen = false
  private var hasEnded = false
  private var way = ByteBuffer()

  init(_ session: TLSSession, using random: inout some RandomNumberGenerator) {
    self.session = session
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let size = [0, 1, 100, 16_384, 16_385, 70_000].randomElement(using: &random) ?? 0
      let first = UInt8.random(in: 0...255, using: &random)
      pieces.append((0..<size).map { first &+ UInt8(truncatingIfNeeded: $0 >> 3) })
    }
  }

  /// - Returns: whether there was something to do.
  func step(using random: inout some RandomNumberGenerator) throws -> Bool {
    if !isOpen {
      isOpen = try session.shakeHands()
      if !isOpen { return false }
    }
    var buffer = ByteBuffer()
    try session.read(into: &buffer)
    received += buffer.readableBytesView
    if !pieces.isEmpty {
      let piece = pieces.removeFirst()
      try session.write(ByteBuffer(bytes: piece))
      sent += piece
      return true
    }
    if !hasEnded {
      hasEnded = true
      session.end()
      return true
    }
    return false
  }

  /// Takes some bytes of those on their way from the other end.
  ///
  /// - Returns: whether there were any.
  func take(
    from other: End, using random: inout some RandomNumberGenerator
  ) throws -> Bool {
    if var output = other.session.takeOutput(ByteBufferAllocator()) {
      other.way.writeBuffer(&output)
    }
    let count = min(other.way.readableBytes, Int.random(in: 1...20_000, using: &random))
    guard count > 0, let piece = other.way.readSlice(length: count) else { return false }
    try session.receive(piece)
    _ = try isOpen || session.shakeHands()
    return true
  }
}
