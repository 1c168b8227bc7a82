import Foundation
import TestSupport
import Testing

@testable import Notesync

@Suite("HTTP", .serialized)
struct HTTPTransportTests {
  private func exchange(
    _ answers: [SocketServer.Answer], body: WireBody? = nil, times: Int = 1
  ) async throws -> (result: Result<(TransportReply, [UInt8]), any Error>, server: SocketServer) {
    let server = try SocketServer(answers)
    defer { server.stop() }
    var settings = NotesyncSettings(
      server: try ServerAddress("http://127.0.0.1:\(server.port)/base"))
    settings.connectTimeout = 3600
    settings.idleTimeout = 3600
    let transport = HTTPTransport(settings)
    var received: [UInt8] = []
    var sentCount = 0
    let result: Result<(TransportReply, [UInt8]), any Error>
    do {
      let reply = try await transport.exchange(
        TransportRequest(
          body == nil ? .get : .post, "/api/notes?limit=3",
          headers: [("Authorization", "Bearer t")],
          body: body), sent: { sentCount += $0 }
      ) { received += $0 }
      #expect(Int64(sentCount) == body?.length ?? 0 || reply.status != 200)
      result = .success((reply, received))
    } catch {
      result = .failure(error)
    }
    await transport.close()
    return (result, server)
  }

  @Test("a request goes to its path, with its headers and a body of the length that was announced")
  func request() async throws {
    let (result, server) = try await exchange([.ok("{}")], body: WireBody(Array("[1,2]".utf8)))
    let (reply, body) = try result.get()
    #expect(reply.status == 200)
    #expect(body == Array("{}".utf8))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST /base/api/notes?limit=3 HTTP/1.1\r\n"))
    #expect(request.lowercased().contains("\r\nauthorization: bearer t\r\n"))
    #expect(request.lowercased().contains("\r\ncontent-length: 5\r\n"))
    #expect(!request.lowercased().contains("transfer-encoding"))
    #expect(request.hasSuffix("\r\n\r\n[1,2]"))
  }

  @Test("a redirect is not followed, and the token goes nowhere else")
  func redirect() async throws {
    let other = try SocketServer([.ok("{}")])
    let (result, _) = try await exchange([
      .init(
        "HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n\r\n"
      )
    ])
    let (reply, _) = try result.get()
    #expect(reply.status == 301)
    #expect(reply.headers["location"] == "http://127.0.0.1:\(other.port)/")
    other.stop()
    #expect(other.requests == [])
  }

  @Test("of an error as large as a film the beginning is read, and no more")
  func hugeError() async throws {
    let body = String(repeating: "x", count: 50_000_000)
    let (result, _) = try await exchange([
      .init("HTTP/1.1 400 Bad\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
    ])
    let (reply, received) = try result.get()
    #expect(reply.status == 400)
    #expect(reply.body.count == TransportReply.errorLimit)
    #expect(received == [])
  }

  @Test("an answer that is cut at any place is an interruption, or no answer")
  func cuts() async throws {
    let whole = SocketServer.Answer.ok(#"{"results":[]}"#)
    for end in stride(from: 0, to: whole.bytes.count, by: 9) {
      var answer = whole
      answer.bytes = Array(whole.bytes[..<end])
      let (result, _) = try await exchange([answer])
      #expect {
        try result.get()
      } throws: { error in
        switch error as? NotesyncError {
        case .interrupted, .unreachable: true
        default: false
        }
      }
    }
  }

  @Test("a server that answers before it has read the request is understood")
  func earlyAnswer() async throws {
    let body = WireBody([UInt8](repeating: 0x20, count: 20_000_000))
    let (result, _) = try await exchange(
      [
        .init(
          "HTTP/1.1 413 Too Large\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbig!",
          readsOnly: 1_000)
      ],
      body: body)
    #expect(try result.get().0.status == 413)
  }

  @Test("a file that changes while it is sent ends the request, and is named")
  func changedFile() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.bodyFile(
      [UInt8](repeating: 1, count: 300_000), at: "x.jpg", size: 400_000)
    let body = WireBody(parts: [.base64(file)])
    let (result, server) = try await exchange([.ok("{}")], body: body)
    #expect(throws: WireBody.Changed.self) { try result.get() }
    #expect(server.requests.allSatisfy { $0.utf8.count < 533_336 })
  }

  @Test("nobody there is told at once", arguments: ["127.0.0.1", "localhost"])
  func refused(host: String) async throws {
    let server = try SocketServer([])
    server.stop()
    let settings = NotesyncSettings(server: try ServerAddress("http://\(host):\(server.port)"))
    let transport = HTTPTransport(settings)
    do {
      _ = try await transport.exchange(TransportRequest(.get, "/"), sent: { _ in }) { _ in }
      Issue.record("somebody answered")
    } catch NotesyncError.unreachable(let words) {
      #expect(words == "connection refused")
    } catch {
      Issue.record("\(error)")
    }
    await transport.close()
  }

  @Test(
    "a secret with a line end goes nowhere, not even into the error", arguments: ["\r", "\n", "\0"])
  func lineEnd(_ end: String) async throws {
    let server = try SocketServer([])
    defer { server.stop() }
    let settings = NotesyncSettings(server: try ServerAddress("http://127.0.0.1:\(server.port)"))
    let transport = HTTPTransport(settings)
    let request = TransportRequest(
      .get, "/", headers: [("X-API-Key", "key"), ("Authorization", "Bearer secret\(end)x")])
    await #expect(throws: NotesyncError.unusableSecret("token")) {
      try await transport.exchange(request, sent: { _ in }) { _ in }
    }
    #expect(server.requests.isEmpty)
    await transport.close()
  }

  @Test("nothing goes to another machine in clear text")
  func clearText() async throws {
    let settings = NotesyncSettings(server: try ServerAddress("http://192.0.2.1"))
    let transport = HTTPTransport(settings)
    await #expect(throws: NotesyncError.clearText(server: "http://192.0.2.1")) {
      try await transport.exchange(TransportRequest(.get, "/"), sent: { _ in }) { _ in }
    }
    await transport.close()
  }
}
