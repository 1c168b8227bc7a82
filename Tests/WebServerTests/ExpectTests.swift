import HTTPTypes
import TestSupport
import Testing
import WebServer

@Suite("Clients that ask before they send a body")
struct ExpectTests {
  private static let site = TestSite { request in
    guard request.path != "/refused" else { return .plain(.forbidden) }
    do {
      let body = try await request.body.all(limit: 100, within: 60)
      return Reply(.ok, "text/plain", body: .bytes(Array("got ".utf8) + body))
    } catch {
      return (error as? HTTPErrorReply)?.reply ?? .plain(.internalServerError)
    }
  }

  private static func head(_ path: String, length: Int, expect: String = "100-continue") -> String {
    "PUT \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\nExpect: \(expect)\r\n\r\n"
  }

  @Test("are told to go on once the body is wanted, and the connection goes on")
  func wanted() async throws {
    try await RunningSite.run(Self.site) { running in
      let connection = try RawConnection(to: running.port)
      for expect in ["100-continue", "100-Continue"] {
        await connection.send(Self.head("/wanted", length: 5, expect: expect))
        let told = await connection.receive(until: "\r\n\r\n")
        #expect(told == "HTTP/1.1 100 Continue\r\n\r\n")
        let answer = await connection.ask("words", until: "got words")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(!answer.contains("100 Continue"))
      }
    }
  }

  @Test(
    "are not told so where the request is refused, and the connection ends",
    arguments: [("/refused", 5, "403"), ("/wanted", 101, "413")])
  func refused(path: String, length: Int, status: String) async throws {
    try await RunningSite.run(Self.site) { running in
      let connection = try RawConnection(to: running.port)
      let answer = await connection.ask(Self.head(path, length: length), until: "\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
      #expect(answer.lowercased().contains("connection: close\r\n"))
      // One that sends the body all the same has its answer, and no second one.
      await connection.send(String(repeating: "x", count: length))
      #expect(await connection.receive().afterHeaders.contains("HTTP/1.1") == false)
    }
  }

  @Test("without a body, or with another expectation, are answered at once")
  func unasked() async throws {
    try await RunningSite.run(Self.site) { running in
      let connection = try RawConnection(to: running.port)
      await connection.send(Self.head("/wanted", length: 0))
      #expect(await connection.receive(until: "got ").hasPrefix("HTTP/1.1 200 "))
      await connection.send(Self.head("/wanted", length: 1, expect: "more") + "x")
      #expect(await connection.receive(until: "got x").hasPrefix("HTTP/1.1 200 "))
    }
  }
}
