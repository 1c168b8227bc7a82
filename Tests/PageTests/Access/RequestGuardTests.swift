import Testing

@testable import Page

@Suite("Who may ask")
struct RequestGuardTests {
  private let ours = "tl-9f3ac1d2e8.localhost:8787"

  @Test(
    "a request is judged by its host, its origin and where its page is",
    arguments: [
      (nil, nil, nil, false, .foreignHost),
      ("tl-9f3ac1d2e8.localhost:8787", nil, nil, false, .allowed),
      ("TL-9f3ac1d2e8.localhost:8787", nil, "none", false, .allowed),
      ("tl-9f3ac1d2e8.localhost:9999", nil, nil, false, .foreignHost),
      ("tl-9f3ac1d2e8.localhost", nil, nil, false, .foreignHost),
      ("evil.example:8787", nil, nil, false, .foreignHost),
      ("127.0.0.1:8787", nil, nil, false, .ownAddress), ("localhost", nil, nil, false, .ownAddress),
      ("[::1]:8787", nil, nil, false, .ownAddress),
      ("127.0.0.1.evil.example", nil, nil, false, .foreignHost),
      ("localhost:8787@evil.example", nil, nil, false, .foreignHost),
      ("tl-9f3ac1d2e8.localhost:8787", nil, nil, true, .foreignPage),
      ("tl-9f3ac1d2e8.localhost:8787", "http://tl-9f3ac1d2e8.localhost:8787", nil, true, .allowed),
      (
        "tl-9f3ac1d2e8.localhost:8787", "http://tl-9f3ac1d2e8.localhost:9999", nil, true,
        .foreignPage
      ),
      ("tl-9f3ac1d2e8.localhost:8787", "null", nil, true, .foreignPage),
      (
        "tl-9f3ac1d2e8.localhost:8787", "http://tl-9f3ac1d2e8.localhost:8787", "same-site", true,
        .foreignPage
      ),
    ] as [(String?, String?, String?, Bool, RequestGuard.Verdict)])
  func verdicts(
    host: String?, origin: String?, site: String?, isWrite: Bool, verdict: RequestGuard.Verdict
  ) throws {
    let guardian = RequestGuard(origin: try #require(SiteOrigin("http://\(ours)")))
    let headers = RequestGuard.Headers(host: host, origin: origin, fetchSite: site)
    #expect(guardian.verdict(on: headers, isWrite: isWrite) == verdict)
  }

  @Test("a link from another site leads here; its pictures and scripts do not")
  func navigation() throws {
    let guardian = RequestGuard(origin: try #require(SiteOrigin("http://\(ours)")))
    var headers = RequestGuard.Headers(host: ours, fetchSite: "cross-site", fetchMode: "navigate")
    #expect(guardian.verdict(on: headers, isWrite: false) == .allowed)
    headers.fetchMode = "no-cors"
    #expect(guardian.verdict(on: headers, isWrite: false) == .foreignPage)
  }

  @Test(
    "an origin is a scheme and a host",
    arguments: [
      ("https://notes.example.org", "notes.example.org"),
      ("https://notes.example.org:443/", "notes.example.org"),
      ("http://[::1]:8787", "[::1]:8787"), ("ftp://x", nil), ("http://", nil), ("http://a/b", nil),
      ("http://user@host", nil), ("http://a b", nil),
    ] as [(String, String?)])
  func origins(text: String, host: String?) {
    #expect(SiteOrigin(text)?.host == host)
  }
}
