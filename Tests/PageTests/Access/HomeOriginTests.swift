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
}
