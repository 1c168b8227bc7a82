import Foundation
import NotesyncServer
import TestSupport
import Testing
import WebServer

@Suite("Paths, methods and sizes")
struct RouteTests {
  @Test(
    "a path that is not exactly one of ours does not exist",
    arguments: [
      "/", "/login", "/api/notes/", "/api//notes", "/api/notes/n1", "/API/notes", "/auth/login/",
      "/api/auth/refresh", "/refresh", "/%61pi/notes", "/api/notes/../notes", "/state/api-key",
      "/../../etc/passwd",
    ])
  func unknown(path: String) async throws {
    try await TestServer.run { server in
      try await server.send("GET", path).expect(404, lacks: "token_expired")
    }
  }

  @Test(
    "another method is refused with those that are allowed",
    arguments: [
      ("GET", "/api/notesync", "POST"), ("PUT", "/api/notes", "GET"),
      ("GET", "/auth/login", "POST"),
      ("DELETE", "/auth/refresh", "GET"),
    ])
  func methods(method: String, path: String, allowed: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.send(method, path).expect(405)
      #expect(answer.header("allow")?.contains(allowed) == true)
    }
  }

  @Test(
    "a request that names its operations twice is none",
    arguments: [#"{"ops":[],"ops":[]}"#, #"{"ops":7,"x":{"ops":[]},"ops":[]}"#])
  func repeatedOperations(body: String) async throws {
    try await TestServer.run { server in
      let token = try await server.logIn().access
      try await server.send(
        "POST", "/api/notesync", headers: server.credentials(token), body: Array(body.utf8)
      ).expect(400, error: "invalid_request", has: "duplicate key")
      let once = #"{"x":{"ops":[]},"ops":[]}"#
      let good = try await server.send(
        "POST", "/api/notesync", headers: server.credentials(token), body: Array(once.utf8))
      #expect(good.status == 200)
    }
  }

  @Test("a request above the limit is 413, announced or not, and stores nothing")
  func sizes() async throws {
    try await TestServer.withPhone(change: { $0.web.bodyLimit = 2000 }) { server, phone in
      let large = Operation(text: String(repeating: "x", count: 3000))
      #expect(try await phone.sync(large).status == 413)
      let body = Array(try JSONSerialization.data(withJSONObject: ["ops": [large.json]]))
      let chunked = try await server.sendChunked(
        "/api/notesync", headers: server.credentials(phone.token), body)
      #expect(chunked.status == 413)
      try await server.send("POST", "/api/notesync", body: body).expect(401)
      #expect(try await phone.notes().notes.isEmpty)
      #expect(try await phone.sync(Operation()).outcomes == ["applied"])
      #expect(!server.folder.contents().contains { $0.contains("/incoming/") })
    }
  }

  @Test("too many operations are 413, and nothing of them is stored")
  func tooMany() async throws {
    try await TestServer.withPhone(change: { $0.operationLimit = 3 }) { server, phone in
      #expect(try await phone.sync((1...4).map { Operation(note: "n\($0)") }).status == 413)
      let numbers: [String: Any] = ["ops": [1, 2, 3, 4]]
      let answer = try await server.post(
        "/api/notesync", numbers, headers: server.credentials(phone.token))
      #expect(answer.status == 413)
      #expect(try await phone.notes().notes.isEmpty)
      #expect(try await phone.sync((1...3).map { Operation(note: "n\($0)") }).status == 200)
    }
  }

  @Test("an answer that would be too large is 413; what it is about was carried out")
  func largeAnswers() async throws {
    try await TestServer.withPhone(change: { $0.answerLimit = 1000 }) { _, phone in
      let text = String(repeating: "x", count: 400)
      let operations = (1...3).map { Operation(note: "n\($0)", text: text) }
      try await phone.sync(operations).expect(413)
      #expect(try await phone.notes("?limit=2").notes.count == 2)
      #expect(try await phone.notes("?limit=3").status == 413)
      #expect(try await phone.sync(operations[2]).outcomes == ["skipped"])
    }
  }

  @Test("of many problems the first ten are told, and how many there are")
  func manyProblems() async throws {
    try await TestServer.withPhone { server, phone in
      let bad = (1...25).map { Operation(note: "bad \($0)", text: "precious", updated: "never") }
      try await phone.sync(bad).expect(200)
      let lines = server.lines.all.filter { $0.contains("bad ") }
      #expect(lines.count == 10)
      #expect(server.lines.all.contains { $0.contains("25 operations") })
      #expect(!server.lines.all.contains { $0.contains("precious") })
    }
  }

  @Test(
    "a body that is no request is 400 and changes nothing",
    arguments: [
      "", "{", "[]", "null", "{\"ops\": null}", "{\"ops\": {}}", "{}", "\u{FEFF}{\"ops\": []}",
      "{\"ops\": []} x", "{\"a\": {\"ops\": []}}", "[{\"ops\": []}]", "3", "\"ops\"",
    ])
  func noRequest(body: String) async throws {
    try await TestServer.withPhone { server, phone in
      let answer = try await server.send(
        "POST", "/api/notesync", headers: server.credentials(phone.token), body: Array(body.utf8)
      ).expect(400, error: "invalid_request")
      #expect(answer.json["details"] is [Any])
    }
  }

  @Test("an operation that is wrong is skipped alone, and what it says is not repeated")
  func badOperations() async throws {
    try await TestServer.withPhone { _, phone in
      var operations: [[String: Any]] = [Operation(note: "good").json]
      for (key, value) in [
        ("opType", "Create" as Any), ("opId", 7), ("note", [:] as [String: Any]),
        ("media", NSNull()),
      ] {
        var bad = Operation(note: "bad", text: "precious").json
        bad[key] = value
        operations.append(bad)
      }
      var note = try #require(operations[0]["note"] as? [String: Any])
      note["id"] = ""
      operations.append(["opId": "x", "opType": "create", "note": note])
      let answer = try await phone.sync(operations)
        .expect(200, outcomes: ["applied"] + Array(repeating: "skipped", count: 5))
      #expect(answer.results[1]["noteId"] as? String == "bad")
      #expect(answer.results[1]["error"] as? String == "invalid_request")
      let details = try #require(answer.results[1]["details"] as? [[String: Any]])
      #expect(details[0]["loc"] as? [AnyHashable] == ["ops", 1, "opType"])
      #expect(details[0]["input"] == nil)
      #expect(try await phone.notes().notes.count == 1)
    }
  }
}

@Suite("Refreshing and leaving")
struct RefreshTests {
  @Test("GET with the refresh token gives an access token and the user's id")
  func byBearer() async throws {
    try await TestServer.run { server in
      let (access, refresh) = try await server.logIn()
      let answer = try await server.send(
        "GET", "/auth/refresh", headers: [("Authorization", "Bearer \(refresh)")])
      #expect(answer.status == 200)
      #expect(Set(answer.json.keys) == ["access_token", "message"])
      let claims = try AuthenticationTests.claims(of: access)
      #expect(answer.json["message"] as? String == claims["sub"] as? String)
      try await server.send(
        "GET", "/auth/refresh", headers: [("Authorization", "Bearer \(access)")]
      ).expect(401, error: "invalid_token")
    }
  }

  @Test(
    "POST with the token under either name gives all four fields",
    arguments: ["refresh_token", "refreshToken"])
  func byBody(name: String) async throws {
    try await TestServer.run { server in
      let (access, refresh) = try await server.logIn()
      server.clock.advance(20_000)
      let answer = try await server.post("/auth/refresh", [name: refresh]).expect(200)
      #expect(answer.json["token_type"] as? String == "Bearer")
      #expect(answer.json["expires_in"] as? Int == 10_800)
      #expect(answer.json["refresh_token"] is String)
      let token = try #require(answer.json["access_token"] as? String)
      try await server.get("/api/notes", token).expect(200)
      try await server.post("/auth/refresh", [name: access]).expect(401, error: "invalid_token")
      #expect(try await server.post("/auth/refresh", [:]).status == 400)
    }
  }

  @Test("a refresh token lives thirty days, and any number of uses")
  func lifetime() async throws {
    try await TestServer.run { server in
      let refresh = try await server.logIn().refresh
      server.clock.advance(30 * 86_400 - 1)
      for _ in 1...3 {
        try await server.post("/auth/refresh", ["refresh_token": refresh]).expect(200)
      }
      server.clock.advance(1)
      try await server.post("/auth/refresh", ["refresh_token": refresh])
        .expect(401, error: "token_expired")
    }
  }

  @Test("leaving ends all tokens of this sign-in and of no other, also after a restart")
  func logout() async throws {
    let folder = try TestServer.prepared()
    let kept = Kept()
    try await TestServer.run(in: folder) { server in
      let (access, refresh) = try await server.logIn()
      let other = try await server.logIn().access
      let answer = try await server.send(
        "GET", "/auth/logout", headers: [("Authorization", "Bearer \(access)")])
      #expect(answer.status == 200)
      #expect(answer.text == #"{"msg":"access token has been revoked"}"#)
      try await server.get("/api/notes", access).expect(error: "invalid_token")
      try await server.post("/auth/refresh", ["refresh_token": refresh]).expect(401)
      try await server.get("/api/notes", other).expect(200)
      kept.text = access
    }
    try await TestServer.run(in: folder) { server in
      try await server.get("/api/notes", kept.text).expect(error: "invalid_token")
    }
  }
}
