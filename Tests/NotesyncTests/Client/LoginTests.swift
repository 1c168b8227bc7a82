import TestSupport
import Testing

@testable import Notesync

@Suite("Signing in")
struct LoginTests {
  private func login(_ server: FakeServer) throws -> NotesyncLogin {
    NotesyncLogin(
      NotesyncSettings(server: try ServerAddress("https://notes.example"), apiKey: "key"), server,
      pacing: Pacing(now: { 0 }, sleep: { _ in }, random: { 0 }))
  }

  @Test("a password gives tokens")
  func password() async throws {
    let server = try FakeServer()
    server.with {
      $0.script = [
        .reply(200, #"{"message":"ok","tokens":{"access_token":"A","refresh_token":"R"}}"#),
        .reply(401, #"{"message":"Invalid username or password"}"#), .reply(415, "<html>"),
        .reply(500, "<html>"), .reply(200, "<html>"), .reply(302, "", headers: ["location": "/x"]),
      ]
    }
    let login = try login(server)
    let found = try await login.signIn(user: "ada", password: "p\"w")
    #expect(found == Credentials(accessToken: "A", refreshToken: "R", userName: "ada"))
    #expect(
      server.with { String(decoding: $0.bodies[0], as: UTF8.self) }
        == #"{"username":"ada","password":"p\"w"}"#)
    for error in [
      NotesyncError.wrongPassword, .refused(status: 415, "no reason given"),
      .serverFails(status: 500),
      .unusableAnswer("there is no token"), .redirected(to: "/x"),
    ] {
      await #expect(throws: error) { try await login.signIn(user: "ada", password: "x") }
    }
  }

  @Test("a code gives tokens and says who that is; a wrong one does not")
  func code() async throws {
    let server = try FakeServer()
    server.with {
      $0.script = [
        .reply(
          200,
          #"{"access_token":"A","refresh_token":"R","token_type":"Bearer","expires_in":10800,"user":{"id":"7","username":null,"email":"ada@example.org"}}"#
        ),
        .reply(400, #"{"error":"invalid_code"}"#), .reply(404, #"{"error":"user_not_found"}"#),
        .reply(404, "<html>"),
      ]
    }
    let login = try login(server)
    let browser = BrowserLogin(redirect: "http://127.0.0.1:1/callback") {
      [UInt8](repeating: 1, count: 32)
    }
    #expect(try await login.exchange(code: "c", of: browser).userName == "ada@example.org")
    await #expect(throws: NotesyncError.invalidCode) { try await login.exchange(code: "c") }
    await #expect(throws: NotesyncError.invalidCode) { try await login.exchange(code: "c") }
    await #expect(throws: NotesyncError.notNotesync(status: 404)) {
      try await login.exchange(code: "c")
    }
  }

  @Test("a browser's answer counts with our state alone")
  func browser() throws {
    // RFC 7636, appendix B.
    let verifier: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77,
      105,
      214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ]
    let login = BrowserLogin(redirect: "http://127.0.0.1:5/cb") { verifier }
    #expect(login.verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(login.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(
      login.page(of: try ServerAddress("h")).hasPrefix(
        "https://h/auth/oauth_start?client=tl&redirect_uri=http%3A%2F%2F127.0.0.1%3A5%2Fcb&state=")
    )
    let address = "zzuse.timeline://auth/callback?code=a%2Bb"
    #expect(try login.code(in: " \(address)\n", isPasted: true) == "a+b")
    #expect(try login.code(in: address + "&state=" + login.state, isPasted: false) == "a+b")
    #expect(try login.code(in: "Zk3v", isPasted: true) == "Zk3v")
    for isPasted in [true, false] {
      #expect(throws: NotesyncError.foreignLogin) {
        try login.code(in: address + "&state=x", isPasted: isPasted)
      }
    }
    #expect(throws: NotesyncError.foreignLogin) { try login.code(in: address, isPasted: false) }
    for wrong in ["", " ", "https://h/x", "https://h/?error=denied", "https://h/?code="] {
      #expect(throws: NotesyncError.invalidCode) { try login.code(in: wrong, isPasted: true) }
    }
  }

  @Test("a server that knows the apps alone is told from one that brings the browser back")
  func bringsBack() async throws {
    let server = try FakeServer()
    let browser = BrowserLogin(redirect: "http://127.0.0.1:1/callback") {
      [UInt8](repeating: 1, count: 32)
    }
    let field = #"<input name="state" value="\#(browser.state)">"#
    server.with {
      $0.script = [
        .reply(200, field), .reply(200, #"<a href="/auth/login/github?client=web">"#),
        .reply(200, String(repeating: "x", count: 100_000)), .reply(404, "<html>"),
      ]
    }
    let login = try login(server)
    #expect(try await login.bringsBack(browser))
    #expect(try await !login.bringsBack(browser))
    #expect(try await !login.bringsBack(browser))
    await #expect(throws: NotesyncError.notNotesync(status: 404)) {
      try await login.bringsBack(browser)
    }
    #expect(
      BrowserLogin.pageForApps(of: try ServerAddress("h"))
        == "https://h/auth/oauth_start?client=ios")
  }

  @Test("a key that the server refuses is told before anything is kept")
  func check() async throws {
    let server = try FakeServer()
    server.with { $0.apiKey = "right" }
    let login = try login(server)
    await #expect(throws: NotesyncError.wrongAPIKey) {
      try await login.check(Credentials(accessToken: "access"))
    }
    server.with { $0.apiKey = nil }
    try await login.check(Credentials(accessToken: "access"))
    await #expect(throws: NotesyncError.loginExpired) {
      try await login.check(Credentials(accessToken: "another"))
    }
  }

  @Test("an answer without end is read no further than an answer can be")
  func endless() async throws {
    let server = try FakeServer()
    server.with { $0.script = [.reply(200, String(repeating: "x", count: 1_000_000))] }
    let login = try login(server)
    await #expect(throws: NotesyncError.unusableAnswer("it is too long")) {
      try await login.signIn(user: "a", password: "b")
    }
  }

  @Test("a token's claims are read, whatever it is")
  func claims() {
    // {"sub":"42","exp":1800000000}
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiIsImV4cCI6MTgwMDAwMDAwMH0.sig"
    #expect(TokenClaims(of: token)?.subject == "42")
    #expect(TokenClaims(of: token)?.expires == 1_800_000_000)
    for text in ["", "a.b.c", "..", "a", "a.e30"] { #expect(TokenClaims(of: text)?.subject == nil) }
  }
}
