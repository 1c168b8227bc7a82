import Cryptography
import Foundation
import TestSupport
import Testing
import WebServer

@testable import NotesyncServer

@Suite("Signing in by password")
struct AuthenticationTests {
  @Test("a right password gives two tokens, nested, that work")
  func login() async throws {
    try await TestServer.run { server in
      let answer = try await server.attempt(TestServer.password).expect(200)
      #expect(answer.header("content-type") == "application/json")
      let tokens = try #require(answer.json["tokens"] as? [String: String])
      #expect(Set(tokens.keys) == ["access_token", "refresh_token"])
      try await server.get("/api/notes", tokens["access_token"] ?? "").expect(200)
    }
  }

  @Test(
    "anything else gives 401, 415 or 400, and does not tell which name exists",
    arguments: [
      (#"{"username": "ada", "password": "wrong"}"#, "application/json", 401),
      (#"{"username": "bob", "password": "correct horse"}"#, "application/json", 401),
      (#"{"username": "ada"}"#, "application/json", 401),
      (#"{"username": 7, "password": []}"#, "application/json", 401),
      ("username=ada&password=x", "application/x-www-form-urlencoded", 415),
      ("{", "application/json", 400),
    ])
  func refused(body: String, type: String, status: Int) async throws {
    try await TestServer.run { server in
      let answer = try await server.send(
        "POST", "/auth/login", headers: [("Content-Type", type)], body: Array(body.utf8))
      #expect(answer.status == status)
      if status == 401 {
        #expect(answer.json["message"] as? String == "Invalid username or password")
      }
    }
  }

  @Test("claims are those of the original, three hours and thirty days")
  func claims() async throws {
    try await TestServer.run { server in
      let (access, refresh) = try await server.logIn()
      for (token, type, lifetime) in [(access, "access", 10_800), (refresh, "refresh", 2_592_000)] {
        let claims = try Self.claims(of: token)
        #expect(claims["type"] as? String == type)
        #expect(claims["sub"] is String)
        #expect(claims["is_admin"] as? String == "user")
        #expect(claims["fresh"] as? Bool == false)
        for name in ["jti", "csrf"] { #expect(claims[name] is String) }
        #expect(claims["iat"] as? Int == Int(TestServer.start))
        #expect(claims["nbf"] as? Int == Int(TestServer.start))
        #expect(claims["exp"] as? Int == Int(TestServer.start) + lifetime)
      }
      #expect(try Self.header(of: access)["alg"] as? String == "HS256")
    }
  }

  static func claims(of token: String) throws -> [String: Any] { try part(1, of: token) }
  static func header(of token: String) throws -> [String: Any] { try part(0, of: token) }

  private static func part(_ index: Int, of token: String) throws -> [String: Any] {
    var text = String(token.split(separator: ".")[index])
      .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    while text.utf8.count % 4 != 0 { text += "=" }
    let data = try #require(Data(base64Encoded: text))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test(
    "after five failures one waits, longer each time, and a right password does not help before")
  func throttled() async throws {
    try await TestServer.run { server in
      for _ in 1...6 { #expect(try await server.attempt("wrong").status == 401) }
      let answer = try await server.attempt(TestServer.password).expect(429)
      #expect(answer.header("retry-after") == "1")
      server.clock.advance(1)
      #expect(try await server.attempt("wrong").status == 401)
      #expect(try await server.attempt("wrong").header("retry-after") == "2")
      server.clock.advance(2)
      #expect(try await server.attempt(TestServer.password).status == 200)
      // The name's failures are forgotten, those of the address are not.
      #expect(try await server.attempt("wrong").status == 401)
      #expect(try await server.attempt(TestServer.password).header("retry-after") == "4")
      server.clock.advance(4)
      for _ in 1...2 { #expect(try await server.attempt(TestServer.password).status == 200) }
    }
  }

  @Test("a right password is no way to go on guessing others, and costs its address nothing")
  func successes() async throws {
    try await TestServer.run { server in
      for number in 1...5 { _ = try await server.attempt("name \(number)", "x") }
      for _ in 1...3 { #expect(try await server.attempt(TestServer.password).status == 200) }
      #expect(try await server.attempt("name 6", "x").status == 401)
      #expect(try await server.attempt("name 7", "x").status == 429)
      #expect(try await server.attempt(TestServer.password).status == 429)
    }
  }

  @Test("whoever has a whole network of IPv6 addresses has one address")
  func networks() async throws {
    try await TestServer.run(change: { $0.web.allowsInsecureProxy = true }) { server in
      func status(_ name: String, _ address: String) async throws -> Int {
        try await server.attempt(name, "x", from: address).status
      }
      for number in 1...6 {
        #expect(try await status("six \(number)", "2001:db8:1:2:\(number)::\(number)") == 401)
        #expect(try await status("four \(number)", "192.0.2.\(number)") == 401)
      }
      #expect(try await status("six 7", "2001:db8:1:2:ffff:ffff:ffff:ffff") == 429)
      #expect(try await status("six 8", "2001:db8:1:3::1") == 401)
      #expect(try await status("four 7", "192.0.2.1") == 401)
      for number in 1...5 { _ = try await status("mapped \(number)", "::ffff:192.0.2.1") }
      #expect(try await status("four 8", "192.0.2.1") == 429)
    }
  }

  @Test("strangers that fail for a name do not keep its owner out where they signed in before")
  func familiarNetworks() async throws {
    let folder = try TestServer.prepared()
    let clock = TestClock(TestServer.start)
    let home = "2001:db8:1:2::1"
    /// Runs a server behind a proxy; the body asks by passwords and addresses for a status.
    func serve(
      _ body: @Sendable @escaping ((String, String) async throws -> Int) async throws -> Void
    ) async throws {
      try await TestServer.run(
        in: folder, clock: clock, change: { $0.web.allowsInsecureProxy = true }
      ) { server in
        try await body { try await server.attempt($0, from: $1).status }
      }
    }
    try await serve { status async throws in
      #expect(try await status(TestServer.password, home) == 200)
    }
    try await serve { status async throws in
      for number in 1...6 { #expect(try await status("guess", "192.0.2.\(number)") == 401) }
      #expect(try await status(TestServer.password, "192.0.2.7") == 429)
      for _ in 1...3 { #expect(try await status(TestServer.password, "2001:db8:1:2::f") == 200) }
      // Nothing of that is a help to the strangers.
      #expect(try await status("guess", "192.0.2.8") == 429)
      for _ in 1...6 { #expect(try await status("typo", home) == 401) }
      #expect(try await status(TestServer.password, home) == 429)
    }
  }

  @Test("sites that share a port share the attempts")
  func sharedAttempts() async throws {
    let folder = try TestServer.prepared()
    let clock = TestClock(TestServer.start)
    let shared = TestServer.settings(in: folder, clock).passwordSignIn { _ in }
    try await TestServer.run(in: folder, clock: clock, passwords: { _ in shared }) { server in
      for _ in 1...6 {
        #expect(try await server.attempt("guess", from: "192.0.2.9").status == 401)
      }
      let outcome = try await shared.check(
        name: TestServer.name, password: TestServer.password, address: "192.0.2.1")
      guard case .wait(1) = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }

  @Test("another password ends all sign-ins that were made with the one before")
  func passwordChange() async throws {
    try await TestServer.run { server in
      let (access, refresh) = try await server.logIn()
      let file = AccountsFile(server.folder.path("state/accounts.json"))
      // The same one set anew counts: whoever does that wants the others out.
      try file.setPassword(of: TestServer.name, to: TestServer.password, cost: .least)
      try await server.get("/api/notes", access)
        .expect(401, error: "invalid_token")
      let bearer = try await server.send(
        "GET", "/auth/refresh", headers: [("Authorization", "Bearer \(refresh)")])
      #expect(bearer.error == "invalid_token")
      #expect(
        try await server.post("/auth/refresh", ["refresh_token": refresh]).error == "invalid_token")
      let again = try await server.logIn().access
      try await server.get("/api/notes", again).expect(200)
    }
  }

  @Test("a file of accounts that is gone, or broken, signs nobody out")
  func missingAccounts() async throws {
    try await TestServer.withPhone { server, phone in
      let path = "state/accounts.json"
      let accounts = try server.folder.read(path)
      try server.folder.remove(path)
      #expect(try await phone.notes().status == 200)
      #expect(server.lines.all.contains { $0.contains("accounts.json: is not there; ") })
      try server.folder.write("{", to: path)
      #expect(try await phone.notes().status == 200)
      try server.folder.write(#"{"accounts": []}"#, to: path)
      #expect(try await phone.notes().status == 401)
      try server.folder.write(accounts, to: path)
      #expect(try await phone.notes().status == 200)
    }
  }

  @Test("many attempts at once are no way around the waiting")
  func throttledAtOnce() async throws {
    try await TestServer.run { server in
      let statuses = try await atOnce(20) { try await server.attempt("\($0)").status }
      #expect(statuses.count { $0 == 401 } == 6)
      #expect(statuses.count { $0 == 429 } == 14)
    }
  }

  @Test("an account that is added while the server runs can sign in; one that is removed is out")
  func changes() async throws {
    try await TestServer.run { server in
      let file = AccountsFile(server.folder.path("state/accounts.json"))
      try file.add("bob", password: "x", cost: .least)
      let token = try await server.logIn("bob", "x").access
      try file.remove("bob")
      let answer = try await server.get("/api/notes", token).expect(401)
      #expect(answer.error == nil)
      #expect((answer.json["msg"] as? String)?.hasPrefix("Error loading the user ") == true)
    }
  }

  @Test("nobody can make an account from outside")
  func register() async throws {
    try await TestServer.run { server in
      let answer = try await server.post(
        "/auth/register", ["username": "eve", "password": "x", "email": "e@x", "role": "user"])
      #expect(answer.status == 403)
      try await server.attempt("eve", "x").expect(401)
    }
  }

  @Test("secrets are for the owner's eyes alone, and no line of the log holds one")
  func privacy() async throws {
    try await TestServer.run { server in
      let (access, refresh) = try await server.logIn()
      _ = try await Phone(server).sync(Operation(text: "very private"))
      _ = try await server.send("GET", "/auth/callback?code=secret-code")
      for name in server.folder.contents() where name.hasPrefix("state") {
        let attributes = try FileManager.default.attributesOfItem(atPath: server.folder.path(name))
        let mode = try #require(attributes[.posixPermissions] as? Int)
        #expect(mode & 0o077 == 0, "\(name) has \(String(mode, radix: 8))")
      }
      let log = server.lines.all.joined(separator: "\n")
      #expect(log.contains("POST /auth/login: 200"))
      for secret in [
        access, refresh, server.apiKey, TestServer.password, "very private", "secret-code",
      ] {
        #expect(!log.contains(secret))
      }
      let accounts = try server.folder.readText("state/accounts.json")
      #expect(!accounts.contains(TestServer.password))
    }
  }
}

@Suite("What a request on /api has to bring along")
struct AuthorizationTests {
  @Test("the key of the server is asked for first")
  func key() async throws {
    try await TestServer.run { server in
      let token = try await server.logIn().access
      for key in [nil, "", server.apiKey + "x", server.apiKey.uppercased()] {
        let headers =
          [("Authorization", "Bearer \(token)")] + (key.map { [("X-API-Key", $0)] } ?? [])
        let answer = try await server.send("GET", "/api/notes", headers: headers).expect(401)
        #expect(answer.text == #"{"error":"unauthorized"}"#)
      }
      let answer = try await server.send(
        "POST", "/api/notesync", headers: [("Authorization", "Bearer x")], body: [])
      #expect(answer.text == #"{"error":"unauthorized"}"#)
    }
  }

  @Test(
    "a scheme other than Bearer is no token",
    arguments: [nil, "bearer TOKEN", "Basic TOKEN", "TOKEN", "Bearer"])
  func scheme(field: String?) async throws {
    try await TestServer.run { server in
      let token = try await server.logIn().access
      let value = field?.replacingOccurrences(of: "TOKEN", with: token)
      let headers = [("X-API-Key", server.apiKey)] + (value.map { [("Authorization", $0)] } ?? [])
      let answer = try await server.send("GET", "/api/notes", headers: headers).expect(401)
      #expect(answer.text == #"{"error":"authorization_required","msg":"Missing token"}"#)
    }
  }

  @Test("garbage, what was tampered with, and a refresh token are invalid")
  func invalid() async throws {
    try await TestServer.run { server in
      let (access, refresh) = try await server.logIn()
      let parts = access.split(separator: ".").map(String.init)
      let unsigned = #"{"alg":"none","typ":"JWT"}"#
      let none = Data(unsigned.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
      for token in [
        "x", "a.b.c", refresh, "\(none).\(parts[1]).", "\(parts[0]).\(parts[1])",
        "\(parts[0]).\(parts[1])A.\(parts[2])", String(repeating: "x", count: 9000),
      ] {
        let answer = try await server.get("/api/notes", token).expect(401)
        #expect(answer.text == #"{"error":"invalid_token","msg":"Invalid token"}"#)
      }
    }
  }

  @Test("after three hours a token has expired, to the second")
  func expired() async throws {
    try await TestServer.run { server in
      let token = try await server.logIn().access
      server.clock.advance(10_799)
      try await server.get("/api/notes", token).expect(200)
      server.clock.advance(1)
      let answer = try await server.get("/api/notes", token).expect(401)
      #expect(answer.text == #"{"error":"token_expired","msg":"Token has expired"}"#)
    }
  }

  @Test("a token whose header names another algorithm is none, whatever its signature")
  func algorithm() async throws {
    try await TestServer.run { server in
      let token = try await server.logIn().access
      let secret = SecretKey(Array(try server.folder.readText("state/token-key").dropLast().utf8))
      let key = secret.derived(for: "tl-notesync tokens")
      func signed(_ header: String) -> String {
        let text = "\(Self.url(Data(header.utf8))).\(token.split(separator: ".")[1])"
        return "\(text).\(Self.url(Data(key.code(of: text.utf8))))"
      }
      func status(_ token: String) async throws -> Int {
        try await server.get("/api/notes", token).status
      }
      #expect(try await status(signed(#"{"alg":"HS256","typ":"JWT"}"#)) == 200)
      for header in [#"{"alg":"none"}"#, #"{"alg":"HS512"}"#, #"{"alg":"hs256"}"#, "{}"] {
        #expect(try await status(signed(header)) == 401)
      }
    }
  }

  private static func url(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  @Test("tokens are those of this server's key, which outlives a restart")
  func restart() async throws {
    let folder = try TestServer.prepared()
    let kept = Kept()
    try await TestServer.run(in: folder) { kept.text = try await $0.logIn().access }
    let token = kept.text
    try await TestServer.run(in: folder) { server in
      try await server.get("/api/notes", token).expect(200)
    }
    try await TestServer.run { server in
      try await server.get("/api/notes", token).expect(error: "invalid_token")
    }
  }
}

/// Something that is carried from one server to the next.
final class Kept: @unchecked Sendable {
  var text = ""
}
