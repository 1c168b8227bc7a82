import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

/// Each page is asked for twice before a change, so that the second answer is one that was kept.
@Suite("Members' pages that are kept")
struct MemberPagesTests {
  private static let note = "/shared/n/\(Circles.id(1))"
  private static let other = "/shared/n/\(Circles.id(2))"
  private static let pages = ["/shared/", "/shared/m/2026-01", "/shared/search?q=words", note]

  private static func text(
    _ number: Int, in circles: [String], _ text: String = "Words."
  ) -> String {
    "---\nid: \(Circles.id(number))\ncreated: 2026-01-0\(number)T10:00:00Z\n"
      + "circles: [\(circles.joined(separator: ", "))]\n---\n# Title\(number)\n\n\(text)\n"
  }

  private static let files = Circles.pages.merging([
    "people/lan.md": Circles.person("lan", "Lan"),
    "a.md": text(1, in: ["Grandparents"]), "b.md": text(2, in: ["Grandparents"]),
  ]) { $1 }

  /// Reads the pages, and once more what is kept of them.
  private func read(
    _ browser: Browser, _ paths: [String] = pages,
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for path in paths {
      let first = try await browser.get(path).expect(200, sourceLocation: sourceLocation)
      let second = try await browser.get(path).expect(200, sourceLocation: sourceLocation)
      #expect(first.body == second.body, sourceLocation: sourceLocation)
      #expect(first.header("etag") == second.header("etag"), sourceLocation: sourceLocation)
    }
  }

  @Test("a note that is taken back is on no page any more, and one that is given is on all")
  func unshared() async throws {
    let page = try await RunningPage(Self.files)
    let lan = try await page.member("lan", of: "grandparents")
    try await read(lan)
    try await page.rewrite("a.md", Self.text(1, in: ["Friends"]))
    for path in Self.pages { try await lan.get(path).expect(lacks: "Title1") }
    try await lan.get(Self.note).expect(404)
    try await page.rewrite("a.md", Self.text(1, in: ["Grandparents"]))
    for path in Self.pages { try await lan.get(path).expect(200, has: "Title1") }
    try await page.rewrite("a.md", Self.text(1, in: ["Grandparents"], "Others."))
    try await lan.get(Self.note).expect(200, has: "Others.", lacks: "Words.")
    try await lan.get("/shared/search?q=words").expect(200, lacks: "Title1")
  }

  @Test("a link to a note that is taken back leads nowhere")
  func linked() async throws {
    var files = Self.files
    files["a.md"] = Self.text(1, in: ["Grandparents"], "See [[b]].")
    let page = try await RunningPage(files)
    let lan = try await page.member("lan", of: "grandparents")
    try await read(lan, [Self.note])
    try await lan.get(Self.note).expect(200, has: "\(Self.other)\"")
    try await page.rewrite("b.md", Self.text(2, in: []))
    try await lan.get(Self.note).expect(200, lacks: "\(Self.other)\"")
  }

  /// A picture of a pixel in one of two colours.
  private static func picture(_ colour: UInt8) -> [UInt8] {
    let start: [UInt8] = [
      0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, colour,
    ]
    return start + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
  }

  @Test("a photo that is removed or replaced is on no page any more, not even of another note")
  func media() async throws {
    var files = Self.files
    files["b.md"] = Self.text(2, in: ["Grandparents"], "![](a.media/x.gif)")
    let page = try await RunningPage(files)
    try page.folder.write(Self.picture(1), to: "vault/a.media/x.gif")
    let lan = try await page.member("lan", of: "grandparents")
    let paths = ["/shared/", Self.note, Self.other]
    try await read(lan, paths)
    let shown = try await lan.get(Self.note).expect(200, has: "<img").body
    let old = try #require(
      shown.firstMatch(of: #/\/media\/([0-9a-f]+\.gif)/#).map { String($0.1) })
    for path in paths { try await lan.get(path).expect(200, has: old) }
    // The folder stays as it is.
    try page.folder.write(Self.picture(2), to: "vault/a.media/x.gif")
    for path in paths { try await lan.get(path).expect(200, has: "<img", lacks: old) }
    try await lan.get("\(Self.note)/media/\(old)").expect(404)
    try page.folder.remove("vault/a.media/x.gif")
    for path in paths.reversed() { try await lan.get(path).expect(200, lacks: "<img") }
  }

  @Test("who is moved to another circle sees what that one sees, and nothing else")
  func moved() async throws {
    var files = Self.files
    files["b.md"] = Self.text(2, in: ["Friends"])
    let page = try await RunningPage(files)
    _ = try await page.member("lan", of: "friends")
    let lan = try await page.member("lan", of: "grandparents")
    try await read(lan)
    try await lan.get("/shared/").expect(200, has: "Title1", lacks: "Title2")
    try await page.rewrite(
      "circles/friends.md", Circles.circle("friends", "Friends", viewers: ["Lan"]))
    try await read(lan)
    try await lan.get("/shared/").expect(200, has: "Title1", "Title2")
    try await page.rewrite(
      "circles/grandparents.md", Circles.circle("grandparents", "Grandparents"))
    try await lan.get("/shared/").expect(200, has: "Title2", lacks: "Title1")
    try await lan.get(Self.note).expect(404)
  }

  @Test("who may only read any more has no form")
  func role() async throws {
    let page = try await RunningPage(Self.files)
    let lan = try await page.member("lan", of: "grandparents")
    try await read(lan)
    try await lan.get(Self.note).expect(200, has: "<textarea")
    try await page.rewrite(
      "circles/grandparents.md", Circles.circle("grandparents", "Grandparents", viewers: ["Lan"]))
    try await lan.get(Self.note).expect(200, lacks: "<textarea")
  }

  @Test("another language, or another name, is that of the next page")
  func language() async throws {
    let page = try await RunningPage(Self.files)
    let lan = try await page.member("lan", of: "grandparents")
    try await read(lan)
    try await page.rewrite("people/lan.md", Circles.person("lan", "Lan", language: "de"))
    for path in Self.pages { try await lan.get(path).expect(200, has: "<html lang=\"de\"") }
    try await page.rewrite("people/lan.md", Circles.person("lan", "Lan", language: "vi"))
    for path in Self.pages { try await lan.get(path).expect(200, has: "<html lang=\"vi\"") }
  }

  @Test("a comment is on the pages as long as it is there, for each who may read it")
  func comments() async throws {
    let page = try await RunningPage(Self.files)
    let (lan, nils) = (
      try await page.member("lan", of: "grandparents"),
      try await page.member("nils", of: "grandparents")
    )
    for browser in [lan, nils] { try await read(browser) }
    try await lan.say("\(Self.note)/comment", ["text": "Lovely"]).expect(303)
    for browser in [lan, nils] {
      try await read(browser)
      try await browser.get(Self.note).expect(200, has: "Lovely")
      try await browser.get("/shared/").expect(200, has: "#talk")
    }
    let body = try await lan.get(Self.note).body
    let address = try #require(body.values(after: "class=\"plainly\" href=\"").first)
    try await nils.get(Self.note).expect(200, lacks: address)
    try await lan.say("\(address)/remove", [:]).expect(303)
    for browser in [lan, nils] {
      try await browser.get(Self.note).expect(200, lacks: "Lovely")
      try await browser.get("/shared/").expect(200, lacks: "#talk")
    }
  }

  @Test("a comment of the year before has its year, once that is over")
  func days() async throws {
    var files = Self.files
    files["comments/2026/06/c1.md"] = Circles.comment(
      Circles.id(9), on: Circles.id(1), by: "Lan", circles: ["Grandparents"], "Lovely")
    let clock = TestClock()
    let page = try await RunningPage(files, now: { clock.now })
    let lan = try await page.member("lan", of: "grandparents")
    try await read(lan)
    try await lan.get(Self.note).expect(200, has: "15 June", lacks: "June 2026")
    clock.advance(60 * 86_400)
    try await lan.get(Self.note).expect(200, has: "15 June 2026")
  }

  @Test("each device has the token of its own in its forms, and another one's is not taken")
  func devices() async throws {
    let page = try await RunningPage(Self.files)
    let (phone, tablet) = (
      try await page.member("lan", of: "grandparents"),
      try await page.member("lan", of: "grandparents")
    )
    func token(_ browser: Browser) async throws -> String {
      try await read(browser)
      let tokens = try await browser.get(Self.note).body.values(after: "name=\"token\" value=\"")
      #expect(Set(tokens).count == 1)
      return try #require(tokens.first)
    }
    let (first, second) = (try await token(phone), try await token(tablet))
    #expect(first != second)
    #expect(try await token(phone) == first)
    try await phone.post("\(Self.note)/comment", ["text": "Hi", "token": second]).expect(422)
    try await phone.post("\(Self.note)/comment", ["text": "Hi", "token": first]).expect(303)
    try await tablet.say("/shared/leave", [:]).expect(200)
    for path in Self.pages { try await tablet.get(path).expect(401, lacks: "Title1") }
    try await phone.get(Self.note).expect(200, has: first)
  }

  @Test("members of one circle with other parts have other pages at one address")
  func members() async throws {
    let page = try await RunningPage(Self.files)
    let (lan, nils) = (
      try await page.member("lan", of: "grandparents"),
      try await page.member("nils", of: "grandparents")
    )
    for _ in 0..<2 {
      try await lan.get(Self.note).expect(200, has: "<html lang=\"en\"", "<textarea", lacks: "Nils")
      try await nils.get(Self.note)
        .expect(200, has: "<html lang=\"de\"", lacks: "<textarea")
    }
  }

  @Test("who is let out is out, whatever was kept")
  func revoked() async throws {
    let page = try await RunningPage(Self.files)
    let lan = try await page.member("lan", of: "grandparents")
    try await read(lan)
    let isRevoked = try page.site.members.revoke(
      NoteID(nonEmpty: "lan"), from: NoteID(nonEmpty: "grandparents"))
    #expect(isRevoked)
    for path in Self.pages { try await lan.get(path).expect(401, lacks: "Title1", "Words.") }
  }

  @Test("a change that the members do not see leaves their view what it was")
  func unseen() async throws {
    let page = try await RunningPage(Self.files)
    func version() async throws -> MemberView.Version {
      let views = try await page.site.circleViews(
        of: page.site.live.snapshot, page.site.openSource())
      let circle = try #require(VaultPath("circles/grandparents.md"))
      return try views.view(of: [circle]).version
    }
    let first = try await version()
    try await page.rewrite("c.md", Self.text(3, in: ["Friends"]))
    #expect(try await version() == first)
    try await page.rewrite("b.md", Self.text(2, in: ["Grandparents", "Friends"]))
    #expect(try await version() == first)
    try await page.rewrite("b.md", Self.text(2, in: ["Grandparents", "Friends"], "Others."))
    let second = try await version()
    #expect(second != first)
    try await page.rewrite(
      "comments/2026/06/c1.md",
      Circles.comment(
        Circles.id(9), on: Circles.id(1), by: "Mia", circles: ["Grandparents"], "Lovely"))
    #expect(try await version() != second)
  }
}
