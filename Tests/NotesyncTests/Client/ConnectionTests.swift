import Foundation
import SystemCalls
import TestSupport
import Testing

@testable import Notesync

@Suite("Talking to a server")
struct ConnectionTests {
  private func device() throws -> Device {
    let device = try Device(try FakeServer())
    try device.write("a.md", id: "a", "text")
    return device
  }

  @Test("an expired token is renewed once, by GET or by POST, and kept")
  func refresh() async throws {
    for byPost in [false, true] {
      let device = try device()
      device.server.with {
        $0.accessToken = "newer"
        $0.refreshesByPost = byPost
      }
      #expect(try await device.client.push().created.count == 1)
      #expect(device.credentials.accessToken != "access")
      #expect(device.credentials.refreshToken == "refresh")
      let refreshes = device.server.with { $0.requests.filter { $0.path == "/auth/refresh" } }
      #expect(refreshes.map(\.method) == (byPost ? [.get, .post] : [.get]))
    }
  }

  @Test(
    "each shape of a 401 says what helps",
    arguments: [
      (#"{"error":"unauthorized"}"#, NotesyncError.wrongAPIKey),
      (#"{"error":"authorization_required","msg":"Missing token"}"#, .loginExpired),
      (#"{"error":"invalid_token","msg":"Invalid token"}"#, .loginExpired),
      (#"{"msg":"Error loading the user 7"}"#, .accountGone),
      ("<html>401</html>", .loginExpired),
    ])
  func refusals(_ body: String, _ error: NotesyncError) async throws {
    let device = try device()
    device.server.with { $0.script = [.reply(401, body)] }
    await #expect(throws: error) { try await device.client.push() }
    #expect(device.server.with { $0.requests.count } == 1)
    device.server.with { $0.script = [] }
    #expect(try await device.client.push().created.count == 1)
  }

  @Test("a 401 that was cut off before its reason is asked about")
  func cutReason() async throws {
    for isExpired in [true, false] {
      let device = try device()
      device.server.with {
        $0.scriptsEverything = true
        $0.script = [.reply(401, "")]
        if isExpired { $0.accessToken = "another" } else { $0.apiKey = "right" }
      }
      device.settings.apiKey = isExpired ? nil : "wrong"
      if isExpired {
        #expect(try await device.client.push().created.count == 1)
      } else {
        await #expect(throws: NotesyncError.wrongAPIKey) { try await device.client.push() }
      }
    }
  }

  @Test("a refresh token that is refused asks for a new login and loses nothing")
  func expiredLogin() async throws {
    let device = try device()
    device.server.with {
      $0.accessToken = "newer"
      $0.refreshToken = "newer"
    }
    await #expect(throws: NotesyncError.loginExpired) { try await device.client.push() }
    #expect(try device.client.queue().changes.count == 1)
    #expect(try device.client.status().lastError == "the session has ended")
  }

  @Test("408, 429, 503 and broken lines are waited out, longer each time")
  func backOff() async throws {
    let device = try device()
    device.server.with {
      $0.script = [
        .reply(503, "<html>"), .reply(429, "", headers: ["retry-after": "30"]), .reply(503, ""),
        .reply(408, ""), .failure(.interrupted("cut")), .honest,
      ]
    }
    #expect(try await device.client.push().created.count == 1)
    #expect(device.clock.sleeps == [1, 30, 4, 8, 1])
  }

  @Test("a server that stays busy, or cannot be reached, leaves the queue as it is")
  func unreachable() async throws {
    let device = try device()
    device.server.with { $0.script = Array(repeating: .reply(503, "<html>"), count: 20) }
    await #expect(throws: NotesyncError.busy(status: 503)) { try await device.client.push() }
    device.server.with { $0.script = [.failure(.unreachable("no route"))] }
    await #expect(throws: NotesyncError.unreachable("no route")) { try await device.client.push() }
    device.server.with { $0.script = [] }
    #expect(try await device.client.push().created.count == 1)
  }

  @Test("a redirect is told and not followed; another kind of server is named as such")
  func strangers() async throws {
    let device = try device()
    device.server.with {
      $0.script = [.reply(301, "", headers: ["location": "https://evil.example/"])]
    }
    await #expect(throws: NotesyncError.redirected(to: "https://evil.example/")) {
      try await device.client.push()
    }
    device.server.with { $0.script = [.reply(404, "<html>")] }
    await #expect(throws: NotesyncError.notNotesync(status: 404)) { try await device.client.push() }
    for body in ["<html>", "{}", #"{"results":[]}"#, #"{"results":[{"noteId":"x"}]}"#, ""] {
      device.server.with { $0.script = [.reply(200, body)] }
      await #expect(throws: NotesyncError.self) { try await device.client.push() }
    }
    device.server.with { $0.script = [] }
    #expect(try await device.client.push().created.count == 1)
    #expect(device.server.with { $0.appliedCount["a"] } == 1)
  }

  @Test("an answer that is cut anywhere is repeated by the next push without harm")
  func cutAnswers() async throws {
    for count in stride(from: 0, to: 176, by: 16) {
      let device = try device()
      device.server.with { $0.script = [.cut(count)] }
      await #expect(throws: NotesyncError.self) { try await device.client.push() }
      _ = try await device.client.push()
      #expect(try device.client.queue().changes == [])
      #expect(device.server.with { $0.appliedCount["a"] } == 1)
    }
  }

  @Test("two at once are one too many")
  func alone() async throws {
    let device = try device()
    _ = try device.client.queue()
    let key = NotesyncClient.accountKey(
      server: device.settings.server, user: "")
    try FileManager.default.createDirectory(
      atPath: device.folder.path(".tl/local/notesync/\(key)"), withIntermediateDirectories: true)
    let lock = try FileLock(device.folder.path(".tl/local/notesync/\(key)/lock"))
    #expect(lock != nil)
    await #expect(throws: NotesyncError.alreadyRunning) { try await device.client.push() }
    withExtendedLifetime(lock) {}
  }

  @Test(
    "addresses are read, and what is none is refused",
    arguments: [
      ("notes.example", "https://notes.example"),
      (" https://Notes.Example:8443/base/ ", "https://notes.example:8443/base"),
      ("http://[::1]:80", "http://[::1]:80"), ("127.0.0.1:8788", "https://127.0.0.1:8788"),
      ("ftp://x", nil), ("", nil), ("https://user:pass@host", nil), ("https://h/?x", nil),
      ("https://h:0", nil),
      ("https://h:99999", nil), ("https://", nil), ("::1", nil), ("h ost", nil),
    ] as [(String, String?)])
  func addresses(_ text: String, _ expected: String?) {
    #expect((try? ServerAddress(text))?.text == expected)
  }

  @Test("only this machine is loopback")
  func loopback() throws {
    for text in ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"] {
      #expect(try ServerAddress("http://\(text)").isLoopback)
    }
    for text in ["127.0.0.1.example.org", "localhost.example", "10.0.0.1", "127.example"] {
      #expect(try !ServerAddress("http://\(text)").isLoopback)
    }
  }
}
