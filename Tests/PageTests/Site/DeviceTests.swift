import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("Devices")
struct DeviceTests {
  private static let firefox =
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
  private static let iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"

  private func signedIn(
    _ page: RunningPage, _ name: String, _ password: String, as agent: String
  ) async throws -> Browser {
    var browser = Browser(page: page)
    browser.take(try await browser.signIn(name, password, ["User-Agent": agent]))
    return browser
  }

  @Test("an account sees its browsers in plain words, and signs one of them out, or all others")
  func devices() async throws {
    let page = try await RunningPage(accounts: ["ana": "horse", "ben": "staple"])
    let laptop = try await signedIn(page, "ana", "horse", as: Self.firefox)
    let phone = try await signedIn(page, "ana", "horse", as: Self.iPhone)
    let ben = try await signedIn(page, "ben", "staple", as: "curl/8.5.0")
    let shown = try await laptop.get("/settings/devices").body
    expect(
      shown, has: "Firefox on Linux", "Safari on iPhone", "This device, active now · ana",
      lacks: "curl")
    // What it adds needs the password.
    try await laptop.post("/settings/devices/add", [:])
      .expect(200, has: "readonly value=\"http", lacks: "code=")
    let address = try #require(shown.values(after: "formaction=\"").first { $0.hasSuffix("/end") })
    // Whoever has the address, but another account, signs nobody out.
    #expect(try await ben.post(address, [:]).status == 303)
    #expect(try await phone.get("/").status == 200)
    #expect(try await laptop.post(address, ["token": "guessed"]).status == 403)
    #expect(try await phone.get("/").status == 200)
    #expect(try await laptop.post(address, [:]).status == 303)
    #expect(try await phone.get("/").status == 401)
    #expect(try await laptop.get("/").status == 200)
    // Again, from a page that was open.
    #expect(try await laptop.post(address, [:]).status == 303)

    let tablet = try await signedIn(page, "ana", "horse", as: Self.iPhone)
    #expect(try await laptop.post("/settings/devices/end-others", [:]).status == 303)
    #expect(try await tablet.get("/").status == 401)
    #expect(try await ben.get("/").status == 200)
    #expect(!(try await laptop.get("/settings/devices").body.contains("end-others")))
  }

  @Test("who came in by a code sees all, with their accounts")
  func local() async throws {
    let page = try await RunningPage(accounts: ["ana": "horse"])
    let ana = try await signedIn(page, "ana", "horse", as: Self.iPhone)
    let local = try await page.browser()
    try await local.get("/settings/devices")
      .expect(has: "· ana · signed in just now</small>", "This device, active now · by a code")
    let invitation = try await local.post("/settings/devices/add", [:]).body
    let link = try #require(invitation.values(after: "readonly value=\"").first)
    #expect(link.contains("/login?code="))
    #expect(try await local.post("/settings/devices/end-others", [:]).status == 303)
    #expect(try await ana.get("/").status == 401)
  }

  @Test("a page that changes nothing signs out all the same")
  func readOnly() async throws {
    let page = try await RunningPage(isReadOnly: true)
    let (one, other) = (try await page.browser(), try await page.browser())
    let shown = try await one.get("/settings/devices").body
    let token = try #require(shown.values(after: "name=\"token\" value=\"").first)
    #expect(try await one.post("/settings/devices/end-others", ["token": token]).status == 303)
    #expect(try await other.get("/").status == 401)
    #expect(try await one.post("/logout", ["token": token]).status == 303)
    #expect(try await one.get("/").status == 401)
  }

  @Test("the names of browsers that resemble each other")
  func names() {
    let mozilla = "Mozilla/5.0"
    let webKit = "AppleWebKit/537.36 (KHTML, like Gecko)"
    for (agent, name) in [
      (Self.firefox, "Firefox on Linux"), (Self.iPhone, "Safari on iPhone"),
      (
        "\(mozilla) (Windows NT 10.0; Win64; x64) \(webKit) Chrome/141.0.0.0 Safari/537.36",
        "Chrome on Windows"
      ),
      (
        "\(mozilla) (Windows NT 10.0) \(webKit) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
        "Edge on Windows"
      ),
      (
        "\(mozilla) (Linux; Android 15; Pixel 9) \(webKit) Chrome/141.0.0.0 Mobile Safari/537.36",
        "Chrome on Android"
      ),
      (
        "\(mozilla) (Linux; Android 15) \(webKit) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
        "Samsung Internet on Android"
      ),
      (
        "\(mozilla) (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15",
        "Safari on Mac"
      ),
      (
        "\(mozilla) (iPhone; CPU iPhone OS 18_5 like Mac OS X) FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
        "Firefox on iPhone"
      ),
      (
        "\(mozilla) (X11; CrOS x86_64) \(webKit) Chrome/141.0.0.0 Safari/537.36",
        "Chrome on ChromeOS"
      ),
      ("\(mozilla) (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"),
      ("curl/8.5.0", "curl"), ("", "An unknown browser"), ("<script>", "An unknown browser"),
      ("\u{1B}[31m", "An unknown browser"), ("Something on Linux", "A browser on Linux"),
    ] {
      #expect(BrowserName(agent).text == name)
    }
  }
}
