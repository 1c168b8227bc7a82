import Cryptography
import Foundation
import NotesyncServer
import TestSupport
import Testing
import WebServer

@Suite("Signing in through a browser")
struct SignInTests {
  @Test(
    "the page leads to the app with a code that can be exchanged once",
    arguments: [
      ("ios", "zzuse.timeline://auth/callback?code="),
      ("Android", "com.zzuse.timeline://auth/callback?code="), ("web", "/auth/callback?code="),
    ])
  func apps(client: String, start: String) async throws {
    try await TestServer.run { server in
      let browser = try await Browser(server, "client=\(client)")
      #expect(browser.page.header("content-type") == "text/html; charset=utf-8")
      #expect(!browser.page.text.contains("<script"))
      let answer = try await browser.submit().expect(302)
      let location = try #require(answer.header("location"))
      #expect(location.hasPrefix(start))
      let code = String(location.dropFirst(start.count))
      #expect(code.utf8.count == 43)
      let exchange = try await server.post(
        "/api/auth/exchange", ["code": code], headers: [("X-API-Key", "wrong")])
      #expect(exchange.status == 200)
      #expect(exchange.json["token_type"] as? String == "Bearer")
      #expect(exchange.json["expires_in"] as? Int == 10_800)
      #expect(exchange.json["refresh_token"] is String)
      let user = try #require(exchange.json["user"] as? [String: Any])
      #expect(user["username"] as? String == "ada")
      #expect(user["id"] is String)
      #expect(user["email"] is NSNull)
      let token = try #require(exchange.json["access_token"] as? String)
      try await server.get("/api/notes", token).expect(200)
      let again = try await server.post("/api/auth/exchange", ["code": code]).expect(400)
      #expect(again.text == #"{"error":"invalid_code"}"#)
    }
  }

  @Test("of eight exchanges at once one succeeds")
  func atomic() async throws {
    try await TestServer.run { server in
      let code = try await Browser(server, "client=ios").code()
      let statuses = try await atOnce(8) { _ in
        try await server.post("/api/auth/exchange", ["code": code]).status
      }
      #expect(statuses.sorted() == [200] + Array(repeating: 400, count: 7))
    }
  }

  @Test("a code lives five minutes; what is none is told apart from a request that is none")
  func codes() async throws {
    try await TestServer.run { server in
      let code = try await Browser(server, "client=ios").code()
      let other = try await Browser(server, "client=ios").code()
      server.clock.advance(299)
      #expect(try await server.post("/api/auth/exchange", ["code": code]).status == 200)
      server.clock.advance(1)
      #expect(try await server.post("/api/auth/exchange", ["code": other]).error == "invalid_code")
      for wrong in ["", " ", "x"] {
        try await server.post("/api/auth/exchange", ["code": wrong])
          .expect(400, error: "invalid_code")
      }
      for body in ["{}", #"{"code": 7}"#, #"{"code": null}"#, "{", "code=x"] {
        try await server.send("POST", "/api/auth/exchange", body: Array(body.utf8))
          .expect(400, error: "invalid_request")
      }
    }
  }

  @Test("a code that was got with another password is none")
  func oldPassword() async throws {
    try await TestServer.run { server in
      let code = try await Browser(server, "client=ios").code()
      try AccountsFile(server.folder.path("state/accounts.json")).setPassword(
        of: TestServer.name, to: "another", cost: .least)
      #expect(try await server.post("/api/auth/exchange", ["code": code]).error == "invalid_code")
    }
  }

  @Test("a program on this computer gets the code with its state, and needs its verifier")
  func program() async throws {
    try await TestServer.run { server in
      let verifier = String(repeating: "v", count: 43)
      let challenge = Data(SHA256.hash(verifier.utf8)).base64EncodedString()
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
      let query =
        "client=tl&redirect_uri=http%3A%2F%2F127.0.0.1%3A49152%2Fdone&state=a%26b%20%C3%A9"
        + "&code_challenge=\(challenge)&code_challenge_method=S256"
      func code() async throws -> String {
        let answer = try await Browser(server, query).submit().expect(302)
        let location = try #require(answer.header("location"))
        let parts = try #require(URLComponents(string: location))
        #expect(location.hasPrefix("http://127.0.0.1:49152/done?code="))
        #expect(parts.queryItems?.first { $0.name == "state" }?.value == "a&b é")
        return try #require(parts.queryItems?.first { $0.name == "code" }?.value)
      }
      let good = try await server.post(
        "/api/auth/exchange", ["code": try await code(), "code_verifier": verifier])
      #expect(good.status == 200)
      let missing = try await server.post("/api/auth/exchange", ["code": try await code()])
      #expect(missing.error == "invalid_code")
      let spent = try await code()
      let wrong = try await server.post(
        "/api/auth/exchange", ["code": spent, "code_verifier": verifier + "x"])
      #expect(wrong.error == "invalid_code")
      let after = try await server.post(
        "/api/auth/exchange", ["code": spent, "code_verifier": verifier])
      #expect(after.error == "invalid_code")
    }
  }

  @Test(
    "no other address gets a code",
    arguments: [
      "https://127.0.0.1:1/", "http://127.0.0.1/", "http://127.0.0.1:0/", "http://127.0.0.1:99999/",
      "http://127.0.0.1.evil.example:80/", "http://127.0.0.1:80@evil.example/",
      "http://localhost:80/",
      "http://evil.example:80/", "//127.0.0.1:80/", "javascript:alert(1)",
      "http://127.0.0.1:80/%0d\r\nX: y",
      "http://127.0.0.1:80/#x", "",
    ])
  func addresses(address: String) async throws {
    try await TestServer.run { server in
      let challenge = String(repeating: "c", count: 43)
      var allowed = CharacterSet.alphanumerics
      allowed.insert("-")
      let encoded = try #require(address.addingPercentEncoding(withAllowedCharacters: allowed))
      try await server.send(
        "GET",
        "/auth/oauth_start?client=tl&redirect_uri=\(encoded)&state=s&code_challenge=\(challenge)"
      ).expect(400, lacks: "<form")
    }
  }

  @Test("a form that is not ours, or was meant for something else, is refused")
  func forgery() async throws {
    try await TestServer.run { server in
      let browser = try await Browser(server, "client=ios")
      #expect(try await browser.submit(cookie: "").status == 403)
      #expect(try await browser.submit(cookie: "tl_sign_in=other").status == 403)
      #expect(try await browser.submit(changing: ["token": "1.2"]).status == 403)
      #expect(try await browser.submit(changing: ["client": "android"]).status == 403)
      server.clock.advance(3600)
      #expect(try await browser.submit().status == 403)
    }
  }

  @Test(
    "a form with a time that is none is refused, and the server goes on",
    arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
  func times(time: Int64) async throws {
    try await TestServer.run { server in
      let browser = try await Browser(server, "client=ios")
      #expect(try await browser.submit(changing: ["token": "\(time).2"], cookie: "").status == 403)
      #expect(try await browser.submit(changing: ["token": "\(time).2"]).status == 403)
      #expect(try await browser.submit().status == 302)
    }
  }

  @Test("a wrong password says so, keeps the name, and is throttled as everywhere")
  func wrong() async throws {
    try await TestServer.run { server in
      let name = "\"><script>alert(1)</script>"
      let browser = try await Browser(server, "client=ios")
      let answer = try await browser.submit(changing: ["username": name, "password": "x"])
        .expect(401, has: "Wrong name or password.", "&quot;&gt;&lt;script&gt;", lacks: "<script")
      #expect(answer.header("location") == nil)
      for _ in 1...5 { _ = try await browser.submit(changing: ["password": "x"]) }
      #expect(try await browser.submit().status == 429)
    }
  }

  @Test("pages cannot be framed, run nothing, and send the form nowhere but to us and the app")
  func headers() async throws {
    try await TestServer.run { server in
      let page = try await Browser(server, "client=ios").page
      let policy = try #require(page.header("content-security-policy"))
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(policy.contains("form-action 'self' zzuse.timeline:;"))
      #expect(page.header("x-frame-options") == "DENY")
      #expect(page.header("referrer-policy") == "no-referrer")
      #expect(page.header("cache-control") == "no-store")
      let cookie = try #require(page.header("set-cookie"))
      #expect(cookie.contains("HttpOnly; SameSite=Strict"))
      #expect(!cookie.contains("Secure"))
    }
    try await TestServer.run(change: { $0.web.allowsInsecureProxy = true }) { server in
      let page = try await Browser(server, "client=ios").page
      #expect(page.header("set-cookie")?.hasSuffix("; Secure") == true)
    }
  }

  @Test("the fallback page shows the code as text")
  func fallback() async throws {
    try await TestServer.run { server in
      try await server.send("GET", "/auth/callback?code=%3Cb%3Ex%26y")
        .expect(200, has: "<code>&lt;b&gt;x&amp;y</code>")
      #expect(try await server.send("GET", "/auth/callback").status == 400)
    }
  }
}

/// A browser that shows the sign-in page.
private struct Browser {
  let server: TestServer
  let page: Answer

  init(_ server: TestServer, _ query: String) async throws {
    self.server = server
    page = try await server.send("GET", "/auth/oauth_start?\(query)")
    #expect(page.status == 200)
  }

  private var hidden: [String: String] {
    var fields: [String: String] = [:]
    for tag in page.text.components(separatedBy: "<input type=\"hidden\" ").dropFirst() {
      let parts = tag.components(separatedBy: "\"")
      fields[parts[1]] = parts[3].replacingOccurrences(of: "&amp;", with: "&")
    }
    return fields
  }

  func submit(
    changing changes: [String: String] = [:], cookie: String? = nil
  ) async throws -> Answer {
    let own = page.header("set-cookie").map { String($0.prefix { $0 != ";" }) } ?? ""
    let account = ["username": TestServer.name, "password": TestServer.password]
    let fields = hidden.merging(account) { $1 }.merging(changes) { $1 }
    let body = fields.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
    return try await server.send(
      "POST", "/auth/oauth_start",
      headers: [
        ("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", cookie ?? own),
      ], body: Array(body.utf8))
  }

  func code() async throws -> String {
    let location = try #require(try await submit().header("location"))
    return try #require(location.components(separatedBy: "code=").last)
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}
