import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("The owner's room for circles")
struct CircleRoomTests {
  private static let files = Circles.pages.merging([
    "a.md": "---\nid: \(Circles.id(1))\ncircles: [Grandparents]\n---\n# Shared\n\nOne.\n",
    "b.md": "---\nid: \(Circles.id(2))\ncircles: [Friends]\n---\n# Private\n\nTwo.\n",
  ]) { $1 }

  @Test("a link that is made there lets somebody in, and who is let out is out")
  func invitation() async throws {
    let (page, owner) = try await RunningPage(Self.files).withBrowser()
    try await owner.get("/circles").expect(
      200, has: "Grandparents", "Invite", "1 note", "See it as they do")
    let made = try await owner.post("/circles/grandparents/invite", ["person": "lan"])
      .expect(200, has: "Send this link to Lan")
    let link = try #require(
      made.body.components(separatedBy: page.host).dropFirst()
        .map { String($0.prefix { $0 != "\"" }) }.first { $0.hasPrefix("/shared/join/") })
    try await owner.get("/circles")
      .expect(200, has: "Invited just now, has not come yet", lacks: link)
    var lan = Browser(page: page)
    lan.take(try await lan.use(link).expect(303))
    try await lan.get("/shared/").expect(200, has: "One.")
    try await owner.get("/circles").expect(200, has: "Was here just now")
    try await owner.post("/circles/grandparents/revoke", ["person": "lan"])
      .expect(303, place: "/circles")
    try await lan.get("/shared/").expect(401)
    try await owner.get("/circles").expect(200, has: "Let out")
  }

  @Test("a circle of chosen persons is made there, and none of a name that another has")
  func making() async throws {
    let (page, owner) = try await RunningPage(Self.files).withBrowser()
    try await owner.get("/circles").expect(200, has: "New circle", "name=\"person\" value=\"lan\"")
    try await owner.post("/circles", ["name": "Neighbours", "person": "lan"])
      .expect(303, place: "/circles?done=newcircle")
    try await owner.get("/circles").expect(200, has: "Neighbours", "0 notes · 1 person")
    expect(
      try page.text("circles/neighbours.md"), has: "tl: circle", "title: Neighbours",
      "viewers: [Lan]")
    try await owner.post("/circles", ["name": "neighbours"])
      .expect(409, has: "Neighbours is a circle already.", "Back to the circles")
  }

  @Test("somebody who is in no vault, and a circle that there is not, get no link")
  func unknown() async throws {
    let (_, owner) = try await RunningPage(Self.files).withBrowser()
    try await owner.post("/circles/grandparents/invite", ["person": "nobody"]).expect(404)
    try await owner.post("/circles/nothing/invite", ["person": "lan"]).expect(404)
    try await owner.get("/circles/nothing/as").expect(404)
  }

  @Test("a note is shown to a circle by a button on its page, and taken back by another")
  func sharing() async throws {
    let (page, owner) = try await RunningPage(Self.files).withBrowser()
    let mia = try await page.member("mia", of: "friends")
    let (note, shared) = ("/n/\(Circles.id(1))", "/shared/n/\(Circles.id(1))")
    try await mia.get(shared).expect(404)
    try await owner.get(note).expect(200, has: "Show to Friends", "No longer show to Grandparents")
    try await owner.post("\(note)/share/friends", [:]).expect(303)
    try await mia.get(shared).expect(200, has: "One.")
    try await owner.get(note).expect(200, has: "No longer show to Friends")
    try await owner.post("\(note)/unshare/friends", [:]).expect(303)
    try await mia.get(shared).expect(404)
    try await owner.post("\(note)/share/nothing", [:]).expect(404)
  }

  @Test("what a circle sees is shown to the owner by the same pages")
  func preview() async throws {
    let (page, owner) = try await RunningPage(Self.files).withBrowser()
    let root = "/circles/grandparents/as"
    try await owner.get(root).expect(
      200, has: "Shared", "href=\"\(root)/n/\(Circles.id(1))\"", lacks: "Private", "/shared/")
    try await owner.get("\(root)/n/\(Circles.id(1))").expect(200, has: "One.")
    try await owner.get("\(root)/n/\(Circles.id(2))").expect(404)
    try await owner.get("\(root)/search?q=one").expect(200, has: "Shared")
    try await Browser(page: page).get(root).expect(401)
  }
}
