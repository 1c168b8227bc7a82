import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultIndex
import WebServer

@testable import Page

@Suite("Accounts of the page")
struct AccountTests {
  private static let accounts = ["ana": "horse", "ben": "staple"]

  private static func page(_ files: [String: String] = ["a.md": "# Hello\n"]) async throws
    -> RunningPage
  {
    try await RunningPage(files, accounts: accounts)
  }

  @Test("a name and its password open the page, and lead to what was asked for")
  func password() async throws {
    let page = try await Self.page()
    let stranger = Browser(page: page)
    try await stranger.get("/tags?x=1")
      .expect(401, has: "name=\"password\"", "name=\"next\" value=\"/tags?x=1\"")
    for (name, password) in [("ana", "staple"), ("eve", "horse"), ("", ""), ("ana", "")] {
      let refused = try await stranger.signIn(name, password)
        .expect(401, has: "Name or password is wrong.")
      #expect(refused.header("set-cookie") == nil)
    }
    var inside = stranger
    let answer = try await stranger.signIn("ana", "horse", next: "/tags?x=1")
      .expect(303, location: "/tags?x=1")
    inside.take(answer)
    #expect(try await inside.get("/").body.contains("Hello"))
  }

  @Test(
    "nobody is led away from the page",
    arguments: ["//evil.example/", "https://evil.example/", "/\\evil.example", "evil", "/a b", ""])
  func foreignAddress(next: String) async throws {
    let page = try await Self.page()
    try await Browser(page: page).signIn("ana", "horse", next: next).expect(location: "/")
  }

  @Test("a code still lets in the person at the machine itself")
  func code() async throws {
    let page = try await Self.page()
    #expect(try await page.browser().get("/").body.contains("Hello"))
    try await Browser(page: page).get("/login?by=code")
      .expect(has: "name=\"code\"", lacks: "name=\"password\"")
  }

  @Test("without accounts a code is asked for, and a password opens nothing")
  func noAccounts() async throws {
    let page = try await RunningPage()
    let stranger = Browser(page: page)
    #expect(try await stranger.get("/").body.contains("name=\"code\""))
    #expect(try await stranger.signIn("ana", "horse").status == 401)
  }

  @Test("of two accounts in one browser, one after the other, the second sees nothing of the first")
  func oneAfterTheOther() async throws {
    let page = try await Self.page()
    var browser = try await page.browser(of: "ana", "horse")
    let first = try await browser.get("/")
    let (cookie, token) = (browser.cookie, try await browser.token())
    let tag = try #require(first.header("etag"))
    #expect(try await browser.get("/", ["If-None-Match": tag]).status == 304)
    // Without signing out.
    browser.take(try await browser.signIn("ben", "staple"))
    #expect(browser.cookie != cookie)
    #expect(try await Browser(page: page, cookie: cookie).get("/").status == 401)
    let second = try await browser.get("/", ["If-None-Match": tag]).expect(200, lacks: token)
    // A form of the first that is still open in another tab.
    #expect(try await browser.post("/new", ["token": token, "body": "x"]).status == 403)
    #expect(try page.notes() == ["a.md"])
    let ids = try page.accounts.accounts().map(\.id)
    for (page, name) in [(first, "ana"), (second, "ben")] {
      let own = try #require(ids.first { page.body.contains($0) })
      #expect(ids.filter { page.body.contains($0) } == [own], "\(name)")
    }
    #expect(try await browser.post("/logout", [:]).status == 303)
    #expect(try await browser.get("/").status == 401)
  }

  @Test("a cookie lets its own user in, and only at the vault that made it")
  func foreignCookie() async throws {
    let page = try await Self.page()
    let (ana, ben) = (
      try await page.browser(of: "ana", "horse"), try await page.browser(of: "ben", "staple")
    )
    // A form with the cookie of one and the token of the other.
    let token = try await ben.token()
    #expect(try await ana.post("/new", ["token": token, "body": "x"]).status == 403)
    let other = try await Self.page(["b.md": "# Other\n"])
    #expect(try await Browser(page: other, cookie: ana.cookie).get("/").status == 401)
    for value in ["", "x", String(repeating: "A", count: 43), "local"] {
      #expect(try await Browser(page: page, cookie: "tl=\(value)").get("/").status == 401)
    }
  }

  @Test("whoever loses the account, or gets another password, is out at once, in every tab")
  func lostAccount() async throws {
    let page = try await Self.page()
    let (ana, ben) = (
      try await page.browser(of: "ana", "horse"), try await page.browser(of: "ben", "staple")
    )
    let local = try await page.browser()
    try page.accounts.remove("ana")
    #expect(try await ana.get("/").status == 401)
    #expect(try await ben.get("/").status == 200)
    // Somebody else with the same name, and the same password.
    try page.accounts.add("ana", password: "horse", cost: .least)
    #expect(try await ana.get("/").status == 401)
    try page.accounts.setPassword(of: "ben", to: "staple", cost: .least)
    #expect(try await ben.get("/").status == 401)
    #expect(try await ben.signIn("ben", "staple").status == 303)
    #expect(try await local.get("/").status == 200)
  }

  @Test("an open stream of changes ends with its session")
  func stream() async throws {
    let page = try await Self.page()
    let ana = try await page.browser(of: "ana", "horse")
    let connection = try RawConnection(to: page.port)
    let cookie = try #require(ana.cookie)
    await connection.ask(
      "GET /events HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(cookie)\r\n\r\n", until: "retry:")
    try page.accounts.remove("ana")
    try page.folder.write("# Secret\n", to: "vault/b.md")
    #expect(!(await connection.receive()).contains("event: change"))
    #expect(connection.hasEnded)
  }

  @Test("an account of another vault does not open this one")
  func otherVault() async throws {
    let page = try await RunningPage(["a.md": "# A\n"])
    try page.folder.makeFolder("other")
    try page.accounts.add(
      "ana", password: "horse", vault: page.folder.path("other"), cost: .least)
    try page.accounts.add(
      "ben", password: "staple", vault: page.folder.path("vault"), cost: .least)
    let stranger = Browser(page: page)
    #expect(try await stranger.signIn("ana", "horse").status == 401)
    #expect(try await stranger.signIn("ben", "staple").status == 303)
  }

  @Test("after five wrong passwords the next attempt has to wait, the right one too")
  func waiting() async throws {
    let page = try await Self.page()
    let stranger = Browser(page: page)
    for _ in 1...6 { #expect(try await stranger.signIn("ana", "guess").status == 401) }
    let refused = try await stranger.signIn("ana", "horse")
      .expect(429, has: "The next one is possible in 1 s.")
    #expect(refused.header("retry-after") == "1")
  }

  @Test("behind a proxy that names no clients, guesses of one name make nobody else wait")
  func behindProxy() async throws {
    let page = try await RunningPage(accounts: Self.accounts, isBehindProxy: true)
    let browser = Browser(page: page)
    for _ in 1...6 { #expect(try await browser.signIn("ana", "guess").status == 401) }
    #expect(try await browser.signIn("ana", "horse").status == 429)
    #expect(try await browser.signIn("ben", "staple").status == 303)
  }

  @Test("behind a proxy that names them, a name waits for guesses from everywhere")
  func manyAddresses() async throws {
    let page = try await RunningPage(accounts: Self.accounts, isBehindProxy: true)
    let browser = Browser(page: page)
    func signIn(_ name: String, _ password: String, from address: String) async throws -> Int {
      try await browser.signIn(name, password, ["X-Forwarded-For": address]).status
    }
    #expect(try await signIn("ben", "staple", from: "192.0.2.100") == 303)
    for number in 1...6 {
      #expect(try await signIn("ana", "guess", from: "192.0.2.\(number)") == 401)
      #expect(try await signIn("ben", "guess", from: "192.0.2.\(number)") == 401)
    }
    #expect(try await signIn("ana", "horse", from: "192.0.2.200") == 429)
    // From where the owner has signed in before, guesses of others count for nothing.
    #expect(try await signIn("ben", "staple", from: "192.0.2.200") == 429)
    #expect(try await signIn("ben", "staple", from: "192.0.2.100") == 303)
  }
}
