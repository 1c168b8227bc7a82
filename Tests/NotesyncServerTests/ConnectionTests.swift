import Foundation
import NotesyncServer
import TestSupport
import Testing
import WebServer

/// What one address can do to others.
@Suite("One address and many connections")
struct CrowdTests {
  private static let question = "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  @Test(
    "silent connections of an address are closed for new ones, and those that signed in are not")
  func crowd() async throws {
    try await TestServer.run(change: { $0.web.addressLimit = 3 }) { server in
      let token = try await server.logIn().access
      let signedIn = try RawConnection(to: server.port)
      let list =
        "GET /api/notes HTTP/1.1\r\nHost: x\r\nX-API-Key: \(server.apiKey)\r\n"
        + "Authorization: Bearer \(token)\r\n\r\n"
      let first = await signedIn.ask(list, until: #""media":[]}"#)
      #expect(first.hasPrefix("HTTP/1.1 200 "))
      var silent: [RawConnection] = []
      for _ in 0..<10 { silent.append(try RawConnection(to: server.port)) }
      // In which order the server takes them up is up to its threads.
      #expect(await Self.ended(of: silent, atLeast: 7) == 7)
      let late = try RawConnection(to: server.port)
      let answer = await late.ask(Self.question)
      #expect(answer.hasPrefix("HTTP/1.1 404 "))
      let second = await signedIn.ask(list, until: #""media":[]}"#)
      #expect(second.hasPrefix("HTTP/1.1 200 "))
    }
  }

  /// How many connections the server has ended, once there are so many, or after a minute.
  private static func ended(of connections: [RawConnection], atLeast count: Int) async -> Int {
    var ended = 0
    for _ in 0..<1200 {
      ended = connections.count(where: \.isEndedNow)
      if ended >= count { break }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return ended
  }

  @Test("a head that trickles in on a connection that was answered before ends it")
  func trickle() async throws {
    try await TestServer.run(change: { $0.web.headTime = 1 }) { server in
      let connection = try RawConnection(to: server.port, patience: 30)
      await connection.ask("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n", until: "</html>")
      let answer = await connection.ask("GET /nowhere HTTP/1.1\r\nHost: ")
      #expect(answer == "" && connection.hasEnded)
    }
  }

  @Test("behind a proxy an address has a share of the requests under way, whatever the connection")
  func forwarded() async throws {
    try await TestServer.run(change: {
      $0.web.allowsInsecureProxy = true
      $0.web.addressLimit = 2
      $0.web.smallBodyTime = 30
    }) { server in
      func login(from address: String) async throws -> RawConnection {
        let connection = try RawConnection(to: server.port, patience: 30)
        await connection.send(
          "POST /auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(address)\r\n"
            + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
        return connection
      }
      var slow: [RawConnection] = []
      for _ in 0..<3 { slow.append(try await login(from: "203.0.113.5")) }
      let other = try await login(from: "203.0.113.6")
      // One of the three had to go; which is the oldest is up to the server's threads.
      #expect(await Self.ended(of: slow, atLeast: 1) == 1)
      let answer = await other.ask(String(repeating: " ", count: 98) + "}", until: "}")
      #expect(answer.hasPrefix("HTTP/1.1 401 "))
    }
  }
}
