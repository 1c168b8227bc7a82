import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("The door of the members' pages")
struct MemberDoorTests {
  private static let files = Circles.pages.merging([
    "a.md": "---\nid: \(Circles.id(1))\ncircles: [Grandparents]\n---\n# Shared\n\nOne.\n"
  ]) { $1 }
  private static let note = "/shared/n/\(Circles.id(1))"

  @Test("a link is looked at as often as one likes, and used once")
  func link() async throws {
    let page = try await RunningPage(Self.files)
    let link = try page.link("lan", "grandparents")
    var phone = Browser(page: page)
    for _ in 0..<3 { try await phone.get(link).expect(200, has: "<html lang=\"vi\"") }
    phone.take(try await phone.use(link).expect(303, location: "/shared/"))
    try await phone.get("/shared/").expect(200, has: "Dành cho Lan", "Shared")
    let other = Browser(page: page)
    #expect(try await other.use(link).expect(410).header("set-cookie") == nil)
    try await other.get(link).expect(410)
    try await other.get("/shared/join/other").expect(410)
  }

  @Test("a link does not work after its end")
  func expired() async throws {
    let clock = TestClock()
    let page = try await RunningPage(Self.files, now: { clock.now })
    let link = try page.link("lan", "grandparents", days: 1)
    clock.advance(86_400)
    try await Browser(page: page).get(link).expect(410)
    try await Browser(page: page).use(link).expect(410)
  }

  @Test("another site's page cannot use a link or send a form")
  func foreign() async throws {
    let page = try await RunningPage(Self.files)
    let link = try page.link("lan", "grandparents")
    let foreign = ["Origin": "https://example.com"]
    try await Browser(page: page).post(link, ["token": ""], foreign).expect(403)
    let lan = try await page.member("lan", of: "grandparents")
    try await lan.post("\(Self.note)/comment", ["text": "Hi", "token": ""], foreign).expect(403)
    #expect(try page.notes().allSatisfy { !$0.hasPrefix("comments/") })
  }

  @Test("who is revoked, or taken out of the circle, is out at the next request")
  func revoked() async throws {
    let page = try await RunningPage(Self.files)
    let (lan, nils) = (
      try await page.member("lan", of: "grandparents"),
      try await page.member("nils", of: "grandparents")
    )
    try await lan.get(Self.note).expect(200)
    let isRevoked = try page.site.members.revoke(
      NoteID(nonEmpty: "lan"), from: NoteID(nonEmpty: "grandparents"))
    #expect(isRevoked)
    for path in ["/shared/", Self.note, "/shared/nothing"] {
      try await lan.get(path).expect(401, lacks: "One.", "Shared", "Lan")
    }
    try await nils.get(Self.note).expect(200)
    try await page.rewrite(
      "circles/grandparents.md",
      Circles.circle("grandparents", "Grandparents", contributors: ["Lan"]))
    try await nils.get(Self.note).expect(401, lacks: "One.")
  }

  @Test("two persons, or two circles, with one id let nobody in")
  func twice() async throws {
    var files = Self.files
    files["people/copy.md"] = Circles.person("lan", "Copy")
    let page = try await RunningPage(files)
    let lan = try await page.member("lan", of: "grandparents")
    try await lan.get("/shared/").expect(401)
  }

  @Test(
    "a member's cookie opens no page of the owner, under its own name or that of a session",
    arguments: ["tl-member", "tl"])
  func ownersPages(_ name: String) async throws {
    let page = try await RunningPage(Self.files)
    var lan = try await page.member("lan", of: "grandparents")
    let value = try #require(lan.cookie?.split(separator: "=", maxSplits: 1).last)
    lan.cookie = "\(name)=\(value)"
    for route in RouteTable.routes {
      let path = route.pattern.description.replacing(/\{[^}]*\}/, with: Circles.id(1))
      let headers = route.method.isWrite ? ["Origin": "http://\(page.host)"] : [:]
      let answer = try await lan.send(route.method.rawValue, path, headers, body: "")
      if case .open = route.access { continue }
      #expect([401, 403, 404].contains(answer.status), "\(route.name): \(answer.status)")
      #expect(!answer.body.contains("One."), "\(route.name)")
    }
  }

  @Test("a session of the owner and a token of a program open no page of a member")
  func membersPages() async throws {
    let (page, owner) = try await RunningPage(Self.files).withBrowser()
    let program = try page.program()
    for path in ["/shared/", Self.note, "/shared/search?q=one"] {
      try await owner.get(path).expect(401, lacks: "One.")
      try await program.ask("GET", path).expect(401, lacks: "One.")
    }
    var stolen = owner
    let value = try #require(owner.cookie?.split(separator: "=", maxSplits: 1).last)
    stolen.cookie = "tl-member=\(value)"
    try await stolen.get(Self.note).expect(401)
  }

  @Test("who leaves is out, and gets the words back that were not sent")
  func leaves() async throws {
    let page = try await RunningPage(Self.files)
    let lan = try await page.member("lan", of: "grandparents")
    try await lan.get("/shared/leave").expect(200, has: "liên kết mới")
    try await lan.get("/shared/").expect(200)
    try await lan.post("/shared/leave", ["token": "other"]).expect(403)
    try await lan.say("/shared/leave", [:]).expect(200)
    try await lan.post("\(Self.note)/comment", ["text": "A long letter", "token": ""])
      .expect(401, has: "A long letter")
  }

  @Test(
    "the pages are in the language of the person",
    arguments: [("lan", "vi"), ("nils", "de"), ("mia", "en")])
  func languages(_ person: String, _ language: String) async throws {
    let page = try await RunningPage(Self.files)
    let browser = try await page.member(person, of: person == "mia" ? "friends" : "grandparents")
    try await browser.get("/shared/").expect(200, has: "<html lang=\"\(language)\"")
  }
}
