import Testing

@testable import Page

@Suite("The page at home")
struct HomeOriginTests {
  @Test(
    "a private address with the page's port is an origin of its own; names, other ports and loopback are not",
    arguments: [
      ("192.168.1.20:8787", "https://192.168.1.20:8787"),
      ("[FD12::20]:8787", "https://[fd12::20]:8787"),
      ("kitchen.local:8787", nil), ("192.168.1.20:8788", nil), ("192.168.1.20", nil),
      ("203.0.113.9:8787", nil), ("127.0.0.1:8787", nil), ("localhost:8787", nil),
      ("[::1]:8787", nil), ("192.168.1.20.evil.example:8787", nil), ("evil.example:8787", nil),
      ("192.168.1.20:8787@evil.example", nil), ("", nil), (nil, nil),
    ] as [(String?, String?)])
  func origins(host: String?, origin: String?) throws {
    let ours = try #require(SiteOrigin("https://kitchen.local:8787"))
    #expect(ours.atHomeAddress(host)?.text == origin)
  }

  @Test("at port 443 an address has no port")
  func ownPort() throws {
    let ours = try #require(SiteOrigin("https://kitchen.local"))
    #expect(ours.atHomeAddress("10.0.0.7")?.text == "https://10.0.0.7")
    #expect(ours.atHomeAddress("10.0.0.7:8787") == nil)
  }

  @Test("opened by a private address the page says whose its offline copies are")
  func notice() async throws {
    let page = try await RunningPage(
      ["a.md": "# Hello\n"], isHome: true, accounts: ["kaia": "correct horse"])
    let address = "192.168.1.20:\(page.port)"
    let headers = ["Host": address, "Origin": "http://\(address)"]
    var browser = Browser(page: page)
    browser.take(try await browser.signIn("kaia", "correct horse", headers))
    try await browser.get("/", headers)
      .expect(has: "Hello", "belongs to \(address)", "href=\"http://\(page.host)/\"")
    try await browser.get("/").expect(200, lacks: "class=\"hint\"")
  }

  @Test("at a private address only its own pages may write, and elsewhere there is none")
  func writes() async throws {
    let accounts = ["kaia": "correct horse"]
    let home = try await RunningPage(isHome: true, accounts: accounts)
    let address = "192.168.1.20:\(home.port)"
    let foreign = ["Host": address, "Origin": "http://\(home.host)"]
    let browser = Browser(page: home)
    #expect(try await browser.signIn("kaia", "correct horse", foreign).status == 403)
    #expect(try await browser.get("/login", ["Host": "127.0.0.1:\(home.port)"]).status == 421)
    #expect(try await browser.get("/login", ["Host": "192.168.1.20:1"]).status == 421)
    let other = try await RunningPage(accounts: accounts)
    let bare = ["Host": "192.168.1.20:\(other.port)"]
    #expect(try await Browser(page: other).get("/login", bare).status == 421)
  }
}
