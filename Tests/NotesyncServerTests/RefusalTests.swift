import Foundation
import NotesyncServer
import Synchronization
import TestSupport
import Testing
import WebServer

/// Answers that are given before all of a request is here.
@Suite("Requests that are refused before their end")
struct RefusalTests {
  private static func head(_ path: String, _ length: some BinaryInteger, key: String = "x")
    -> String
  {
    "POST \(path) HTTP/1.1\r\nHost: x\r\nX-API-Key: \(key)\r\nContent-Length: \(length)\r\n\r\n"
  }

  @Test(
    "of what has no end no more is read than a request may have, and the connection ends",
    arguments: ["/api/notesync", "/auth/login", "/nowhere"], [1_000_000_000_000, UInt64.max])
  func endless(path: String, length: UInt64) async throws {
    try await TestServer.run(change: { $0.web.bodyLimit = 1 << 20 }) { server in
      let connection = try RawConnection(to: server.port)
      let answer = await connection.ask(Self.head(path, length), until: "\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 4"))
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
      let piece = [UInt8](repeating: 0x20, count: 1 << 16)
      var sent = 0
      // Far more than the buffers on the way can hold.
      while sent < 1 << 28, case let count = await connection.send(piece), count > 0 {
        sent += count
      }
      #expect(sent < 1 << 28)
    }
  }

  @Test("who looks for an answer only at the end of the body gets it", arguments: [true, false])
  func lateReader(isAnnounced: Bool) async throws {
    try await TestServer.run(change: { $0.web.bodyLimit = 4 << 20 }) { server in
      let body = [UInt8](repeating: 0x20, count: 4 << 20)
      let connection = try RawConnection(to: server.port)
      if isAnnounced {
        await connection.send(Self.head("/api/notesync", body.count))
        let sent = await connection.send(body)
        #expect(sent == body.count)
      } else {
        await connection.send(
          "POST /api/notesync HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        await connection.send(String(body.count, radix: 16) + "\r\n")
        let sent = await connection.send(body)
        #expect(sent == body.count)
        await connection.send("\r\n0\r\n\r\n")
      }
      let answer = await connection.receive()
      #expect(answer.hasPrefix("HTTP/1.1 401 "))
      #expect(answer.hasSuffix(#"{"error":"unauthorized"}"#))
    }
  }

  @Test("a short request that is refused costs no connection")
  func short() async throws {
    try await TestServer.run { server in
      let connection = try RawConnection(to: server.port)
      for _ in 1...2 {
        await connection.send(Self.head("/api/notesync", 1000))
        await connection.send([UInt8](repeating: 0x20, count: 1000))
        let answer = await connection.receive(until: #"{"error":"unauthorized"}"#)
        #expect(answer.hasPrefix("HTTP/1.1 401 "))
        #expect(!answer.lowercased().contains("connection: close"))
      }
    }
  }

  @Test("a chunk whose length is no number is 400, and the connection ends")
  func malformedChunk() async throws {
    try await TestServer.run { server in
      let token = try await server.logIn().access
      let connection = try RawConnection(to: server.port)
      let answer = await connection.ask(
        "POST /api/notesync HTTP/1.1\r\nHost: x\r\nX-API-Key: \(server.apiKey)\r\n"
          + "Authorization: Bearer \(token)\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "5\r\n{\"ops\r\nnonsense\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 400 ") && connection.hasEnded, "\(answer)")
    }
  }

  @Test("a small body that does not come in time ends its connection")
  func slow() async throws {
    try await TestServer.run(change: { $0.web.smallBodyTime = 1 }) { server in
      let connection = try RawConnection(to: server.port, patience: 30)
      let answer = await connection.ask(
        "POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
          + "Content-Length: 100\r\n\r\n{")
      #expect(answer == "" && connection.hasEnded)
    }
  }

  @Test("the rest of a refused body that does not come in time ends its connection")
  func slowRest() async throws {
    try await TestServer.run(change: { $0.web.unauthenticatedRestTime = 1 }) { server in
      let connection = try RawConnection(to: server.port, patience: 30)
      let answer = await connection.ask(Self.head("/api/notesync", 1000))
      #expect(answer.hasSuffix(#"{"error":"unauthorized"}"#) && connection.hasEnded)
    }
  }
}

/// Connections on which nothing is said.
@Suite("Silent connections")
struct SilenceTests {
  private static let question = "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  @Test("there are only so many connections; the oldest without credentials gives way")
  func limit() async throws {
    try await TestServer.run(change: { $0.web.connectionLimit = 2 }) { server in
      var silent: [RawConnection] = []
      for _ in 0..<2 {
        let connection = try RawConnection(to: server.port)
        // Answered, so that it is counted before the next one comes.
        await connection.ask(Self.question.replacing("close", with: "keep-alive"), until: "</html>")
        silent.append(connection)
      }
      let connection = try RawConnection(to: server.port)
      let answer = await connection.ask(Self.question)
      #expect(answer.hasPrefix("HTTP/1.1 404 "))
      let oldest = await silent[0].receive()
      #expect(oldest == "" && silent[0].hasEnded)
    }
  }

  @Test("a connection on which no request begins is closed")
  func deadline() async throws {
    try await TestServer.run(change: { $0.web.headTime = 1 }) { server in
      for words in ["", "GET /nowhere HTTP/1.1\r\nHost: "] {
        let connection = try RawConnection(to: server.port, patience: 30)
        let answer = await connection.ask(words)
        #expect(answer == "" && connection.hasEnded)
      }
    }
  }
}

/// The end of a server.
@Suite("Stopping")
struct StoppingTests {
  @Test("a request that is under way is answered, and no connection is taken any more")
  func graceful() async throws {
    let (written, isWritten) = AsyncStream.makeStream(of: Void.self)
    let port = Mutex(0)
    let answer = Mutex<Task<String, Never>?>(nil)
    try await TestServer.run(
      change: { settings in
        settings.whenWritten = {
          isWritten.finish()
          // Until the server has begun to stop.
          while (try? RawConnection(to: port.withLock { $0 })) != nil { usleep(10_000) }
        }
      },
      { server in
        port.withLock { $0 = server.port }
        let token = try await server.logIn().access
        let body = try JSONSerialization.data(withJSONObject: ["ops": [Operation().json]])
        let connection = try RawConnection(to: server.port)
        await connection.send(
          "POST /api/notesync HTTP/1.1\r\nHost: x\r\nX-API-Key: \(server.apiKey)\r\n"
            + "Authorization: Bearer \(token)\r\nContent-Length: \(body.count)\r\n\r\n")
        await connection.send(Array(body))
        answer.withLock { $0 = Task { await connection.receive() } }
        for await _ in written {}
      })
    let text = await answer.withLock { $0 }?.value ?? ""
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(text.contains(#""result":"applied""#))
  }
}
