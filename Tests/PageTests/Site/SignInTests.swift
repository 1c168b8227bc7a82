import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("Signing in")
struct SignInTests {
  @Test("a code opens the page once, and the session lasts")
  func code() async throws {
    let page = try await RunningPage(["a.md": "# Hello\n"])
    let stranger = Browser(page: page)
    try await stranger.get("/").expect(401, lacks: "Hello")
    let query = String(try page.site.invitation().drop { $0 != "?" })
    let first = try await stranger.get("/login\(query)").expect(303)
    let cookie = try #require(first.header("set-cookie"))
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] { #expect(cookie.contains(part)) }
    #expect(!cookie.lowercased().contains("domain"))
    #expect(try await stranger.get("/login\(query)").status == 401)
    let inside = Browser(page: page, cookie: String(cookie.prefix { $0 != ";" }))
    #expect(try await inside.get("/").body.contains("Hello"))
  }

  @Test("signing out ends the session on the server")
  func leaving() async throws {
    let browser = try await RunningPage().browser()
    #expect(try await browser.get("/").status == 200)
    let answer = try await browser.post("/logout", [:]).expect(303)
    #expect(answer.header("set-cookie")?.contains("Max-Age=0") == true)
    #expect(try await browser.get("/").status == 401)
  }

  @Test("another name, another site and a form without its token get nothing")
  func strangers() async throws {
    let (page, browser) = try await RunningPage(["a.md": "# Secret\n"]).withBrowser()
    for host in ["127.0.0.1:\(page.port)", "evil.example", "tl-test.localhost"] {
      try await browser.get("/", ["Host": host]).expect(421, lacks: "Secret")
    }
    let id = try #require(try await browser.get("/").body.values(after: "data-id=\"").first)
    let note = "/n/\(id)"
    try await browser.post("\(note)/pin", [:], ["Origin": "https://evil.example"]).expect(403)
    #expect(try await browser.post("\(note)/pin", ["token": "guessed"]).status == 403)
    #expect(try await browser.get("/", ["Sec-Fetch-Site": "cross-site"]).status == 403)
    #expect(
      try String(contentsOfFile: page.folder.path("vault/a.md"), encoding: .utf8) == "# Secret\n")
  }

  @Test("every page has the headers that keep others out")
  func headers() async throws {
    let browser = try await RunningPage(["a.md": "# A\n"]).browser()
    for path in ["/", "/photos", "/tags", "/no-such-page", "/new"] {
      let answer = try await browser.get(path)
      let policy = answer.header("content-security-policy") ?? ""
      #expect(policy.contains("default-src 'self'"), "\(path)")
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe-inline"))
      #expect(answer.header("x-content-type-options") == "nosniff")
      #expect(answer.header("referrer-policy") == "same-origin")
    }
  }
}
