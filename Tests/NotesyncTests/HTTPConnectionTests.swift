import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Notesync

@Suite("Connections of the HTTP client", .serialized)
struct HTTPConnectionTests {
  private typealias Answer = SocketServer.Answer

  /// Runs exchanges one after another, and closes at the end.
  private func run(
    _ answers: [Answer], idleTimeout: Int64 = 3600,
    _ body: (HTTPTransport, SocketServer) async throws -> Void
  ) async throws {
    let server = try SocketServer(answers)
    defer { server.stop() }
    var settings = NotesyncSettings(server: try ServerAddress("http://127.0.0.1:\(server.port)"))
    settings.connectTimeout = 3600
    settings.idleTimeout = idleTimeout
    let transport = HTTPTransport(settings)
    let result: Result<Void, any Error>
    do { result = .success(try await body(transport, server)) } catch { result = .failure(error) }
    await transport.close()
    try result.get()
  }

  private func get(_ transport: HTTPTransport) async throws -> String {
    var body: [UInt8] = []
    let reply = try await transport.exchange(TransportRequest(.get, "/x"), sent: { _ in }) {
      body += $0
    }
    return "\(reply.status) \(String(decoding: body + reply.body, as: UTF8.self))"
  }

  private func expect(
    _ answer: String, _ transport: HTTPTransport, at place: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await get(transport)
    #expect(found == answer, sourceLocation: place)
  }

  private func post(_ transport: HTTPTransport) async throws -> Int {
    let request = TransportRequest(.post, "/x", body: WireBody([1, 2, 3]))
    return try await transport.exchange(request, sent: { _ in }) { _ in }.status
  }

  private static func kept(_ body: String, keeps: Bool = true) -> Answer {
    Answer("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)", keeps: keeps)
  }

  @Test("one connection serves request after request, whatever ends their answers")
  func kept() async throws {
    let answers = [
      Self.kept("one"),
      Answer(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ntwo\r\n0\r\n\r\n", keeps: true),
      Answer("HTTP/1.1 404 No\r\nContent-Length: 1\r\n\r\nx", keeps: true),
      Answer("HTTP/1.1 204 No Content\r\n\r\n", keeps: true), Self.kept("five"),
    ]
    try await run(answers) { transport, server in
      for expected in ["200 one", "200 two", "404 x", "204 ", "200 five"] {
        try await expect(expected, transport)
      }
      #expect(server.connectionCount == 1)
    }
  }

  @Test("an answer that says so ends its connection, and so does one that ends with it")
  func ended() async throws {
    let answers = [
      Answer.ok("one"), Answer("HTTP/1.1 200 OK\r\n\r\ntwo"),
      Answer("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nthree"), Self.kept("four"),
    ]
    try await run(answers) { transport, server in
      for word in ["one", "two", "three", "four"] {
        try await expect("200 \(word)", transport)
      }
      #expect(server.connectionCount == 4)
    }
  }

  @Test(
    "a request on a kept connection that is closed without a word is sent once more, a body is not")
  func lost() async throws {
    try await run([Self.kept("one"), Answer(""), Self.kept("two")]) { transport, server in
      try await expect("200 one", transport)
      try await expect("200 two", transport)
      #expect(server.connectionCount == 2)
      #expect(server.requests.count == 3)
    }
    try await run([Self.kept("one"), Answer(""), Answer(""), Self.kept("x")]) { transport, server in
      try await expect("200 one", transport)
      await #expect(throws: NotesyncError.interrupted("the server closed it")) {
        try await get(transport)
      }
      #expect(server.requests.count == 3)
    }
    try await run([Self.kept("one"), Answer(""), Self.kept("two")]) { transport, server in
      try await expect("200 one", transport)
      await #expect(throws: NotesyncError.self) { try await post(transport) }
      #expect(server.requests.filter { $0.hasPrefix("POST") }.count == 1)
    }
  }

  @Test("what nobody asked for on a kept connection is no answer to the next request")
  func unasked() async throws {
    let two = String(decoding: Self.kept("one").bytes + Self.kept("bad").bytes, as: UTF8.self)
    try await run([Answer(two, keeps: true), Answer.ok("two"), Answer.ok("two")]) { transport, _ in
      try await expect("200 one", transport)
      try await expect("200 two", transport)
    }
  }

  @Test("answers that say only 'go on' are passed over, but not without end")
  func interim() async throws {
    let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
    try await run([Answer(interim + String(decoding: Answer.ok("yes").bytes, as: UTF8.self))]) {
      transport, _ in
      try await expect("200 yes", transport)
    }
    try await run([Answer(String(repeating: interim, count: 1000), readsOnly: 10)]) {
      transport, _ in
      await #expect(throws: NotesyncError.interrupted("what came is no answer")) {
        try await get(transport)
      }
    }
  }

  @Test(
    "what is no answer is an error, and nothing waits for more of it",
    arguments: [
      "garbage\r\n\r\n", "\0\0\0\0", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 99999999999 OK\r\n\r\n",
      "HTTP/1.1 -1 OK\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "\u{16}\u{3}\u{1}\0\u{1}",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(String(repeating: "F", count: 40))\r\n",
      "HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 400_000))\r\n\r\n",
      "HTTP/1.1 200 OK\r\n\(String(repeating: "A: x\r\n", count: 2_000))\r\n",
      "HTTP/1.1 200 OK\r\n\(String(repeating: "A: \(String(repeating: "x", count: 9_000))\r\n", count: 100))\r\n",
    ])
  func malformed(text: String) async throws {
    // The connection stays open: what is wrong has to be seen in what came.
    try await run([Answer(text, keeps: true), Answer("", readsOnly: .max)]) { transport, _ in
      await #expect(throws: NotesyncError.self) { try await get(transport) }
    }
  }

  @Test("a server that says nothing, or stops in the middle, is given up")
  func silence() async throws {
    for text in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"] {
      try await run([Answer(text, keeps: true), Answer("", readsOnly: .max)], idleTimeout: 1) {
        transport, _ in
        await #expect(throws: NotesyncError.interrupted("no data were received in time")) {
          try await get(transport)
        }
      }
    }
    // A server that reads nothing until its own answer has been read.
    let size = 100_000_000
    let text = "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"
    let answer = Answer(text + String(repeating: "x", count: size), readsOnly: 100)
    try await run([answer], idleTimeout: 1) { transport, _ in
      let body = WireBody([UInt8](repeating: 0, count: size))
      await #expect(throws: NotesyncError.interrupted("no data were received in time")) {
        try await transport.exchange(
          TransportRequest(.post, "/", body: body), sent: { _ in }, accept: { _ in })
      }
    }
  }

  @Test("an answer that is used slowly is received slowly")
  func backPressure() async throws {
    let size = 100_000_000
    let text = "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"
    let answer = Answer(
      text + String(decoding: [UInt8](repeating: UInt8(ascii: "x"), count: size), as: UTF8.self))
    try await run([answer]) { transport, server in
      var count = 0
      let reply = try await transport.exchange(TransportRequest(.get, "/"), sent: { _ in }) {
        piece in
        if count == 0 {
          Thread.sleep(forTimeInterval: 0.5)
          // The rest is what the buffers of both systems and one read ahead hold.
          #expect(server.sentCount < size / 4)
        }
        count += piece.count
      }
      #expect(reply.status == 200)
      #expect(count == size)
    }
  }

  @Test("what the caller throws ends the exchange and its connection")
  func thrown() async throws {
    try await run([Self.kept("one"), Self.kept("two", keeps: false)]) { transport, server in
      await #expect(throws: CocoaError.self) {
        try await transport.exchange(TransportRequest(.get, "/"), sent: { _ in }) { _ in
          throw CocoaError(.fileReadUnknown)
        }
      }
    }
  }

  @Test("a cancelled task ends at once, and the server sees it")
  func cancelled() async throws {
    try await run([Answer("", readsOnly: .max)]) { transport, server in
      let task = Task { try await get(transport) }
      while server.connectionCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
      try await Task.sleep(for: .milliseconds(50))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      // Heard to its end, which is the end of the connection.
      while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      let late = Task { try await get(transport) }
      late.cancel()
      await #expect(throws: CancellationError.self) { try await late.value }
    }
  }

  @Test("a path that no request can have goes nowhere", arguments: ["/a b", "/\r\nX: y", "/é"])
  func paths(path: String) async throws {
    try await run([]) { transport, server in
      await #expect(throws: NotesyncError.unreachable("the address cannot be used")) {
        try await transport.exchange(TransportRequest(.get, path), sent: { _ in }) { _ in }
      }
      #expect(server.requests.allSatisfy { $0.isEmpty })
    }
  }
}
