import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Page

@Suite("What members say")
struct MemberCommentTests {
  private static let files = Circles.pages.merging([
    "a.md": "---\nid: \(Circles.id(1))\ncircles: [Grandparents, Friends]\n---\n# Shared\n\nOne.\n"
  ]) { $1 }
  private static let note = "/shared/n/\(Circles.id(1))"

  private func comments(_ page: RunningPage) throws -> [String] {
    try page.notes().filter { $0.hasPrefix("comments/") }
  }

  @Test(
    "a comment is a note of its own, read by the circle, and an operation that names the member")
  func comment() async throws {
    let page = try await RunningPage(Self.files)
    let lan = try await page.member("lan", of: "grandparents")
    try await lan.say("\(Self.note)/comment", ["text": "Lovely!\r\n<b>Really</b>"])
      .expect(303, location: "\(Self.note)#talk")
    let path = try #require(try comments(page).first)
    expect(
      try page.text(path), has: "tl: comment", "comment_on: ", Circles.id(1), "author: Lan",
      "Grandparents", "Lovely!\n<b>Really</b>\n")
    #expect(path.hasPrefix("comments/2026/11/2026-11-18-"))
    try await lan.get(Self.note).expect(200, has: "Lovely!", "&lt;b&gt;Really", lacks: "<b>Really")
    let nils = try await page.member("nils", of: "grandparents")
    try await nils.get(Self.note).expect(200, has: "Lovely!", lacks: "<textarea")
    let mia = try await page.member("mia", of: "friends")
    try await mia.get(Self.note).expect(200, lacks: "Lovely!")
    let owner = try await page.browser()
    try await owner.get("/n/\(Circles.id(1))").expect(200, has: "Lovely!", "Lan")
    let log = OperationLog(try VaultFolder(opening: page.folder.path("vault")))
    #expect(
      try log.history().contains { $0.operation.head.words.contains("Lan comments on a note") })
  }

  @Test("a sign is given once, and taken back by the second press")
  func reactions() async throws {
    let page = try await RunningPage(Self.files)
    let lan = try await page.member("lan", of: "grandparents")
    try await lan.say("\(Self.note)/react", ["emoji": "❤️"]).expect(303)
    #expect(try comments(page).count == 1)
    try await lan.get(Self.note).expect(200, has: "aria-pressed=\"true\">❤️ <small>1</small>")
    try await lan.say("\(Self.note)/react", ["emoji": "❤️"]).expect(303)
    #expect(try comments(page).isEmpty)
    try await lan.say("\(Self.note)/react", ["emoji": "x"]).expect(404)
  }

  @Test("who wrote a comment changes and removes it, and nobody else in the circle")
  func changes() async throws {
    var files = Self.files
    files["circles/friends.md"] = Circles.circle(
      "friends", "Friends", contributors: ["Mia", "Lan"])
    let page = try await RunningPage(files)
    let mia = try await page.member("mia", of: "friends")
    try await mia.say("\(Self.note)/comment", ["text": "First"]).expect(303)
    let body = try await mia.get(Self.note).body
    let address = try #require(body.values(after: "class=\"plainly\" href=\"").first)
    let lan = try await page.member("lan", of: "friends")
    try await lan.get(Self.note).expect(200, has: "First", lacks: address)
    for path in [address, "\(address)/remove"] {
      try await lan.say(path, ["text": "Taken"]).expect(404)
    }
    try await mia.get(address).expect(200, has: "First")
    try await mia.say(address, ["text": "Second"]).expect(303)
    try await lan.get(Self.note).expect(200, has: "Second", lacks: "First")
    try await mia.say("\(address)/remove", [:]).expect(303)
    #expect(try comments(page).isEmpty)
  }

  @Test("a note that is removed takes what was said of it along, and brings it back")
  func removed() async throws {
    var files = Self.files
    for (id, text) in [("c1", "Lovely"), ("c2", "❤️")] {
      files["comments/2026/06/\(id).md"] = Circles.comment(
        id, on: Circles.id(1), by: "Lan", circles: ["Grandparents"], text)
    }
    let (page, owner) = try await RunningPage(files).withBrowser()
    let before = try page.notes()
    let gone = try await owner.post("/n/\(Circles.id(1))/trash", [:]).expect(303)
    #expect(try page.notes() == before.filter { $0 != "a.md" && !$0.hasPrefix("comments/") })
    let notice = try await owner.get(gone.header("location") ?? "").body
    let undo = try #require(notice.firstMatch(of: #/"(/trash/[0-9.]+/restore)"/#)?.1)
    try await owner.post(String(undo), [:]).expect(303)
    #expect(try page.notes() == before)
    let program = try page.program()
    let answer = try await program.ask("DELETE", "/api/v1/notes/\(Circles.id(1))").expect(200)
    #expect(try comments(page).isEmpty)
    let number = try #require(try answer.value("trash") as? Int)
    try await owner.post("/trash/\(number)/restore", [:]).expect(303)
    #expect(try page.notes() == before)
  }

  @Test("the owner comments on the page of the note, and the circles of the note read it")
  func owner() async throws {
    let (page, owner) = try await RunningPage(Self.files).withBrowser()
    let note = "/n/\(Circles.id(1))"
    try await owner.get(note).expect(
      200, has: "Write a comment", "It is read by Grandparents, Friends too.")
    try await owner.post("\(note)/comment", ["text": "First\r\n<b>words</b>"])
      .expect(303, place: "\(note)?done=said#comments")
    let path = try #require(try comments(page).first)
    expect(
      try page.text(path), has: "comment_on: ", "circles: [Grandparents, Friends]",
      "First\n<b>words</b>\n", lacks: "author")
    // A form that is sent twice is one comment.
    try await owner.post("\(note)/comment", ["text": "First\n<b>words</b>"]).expect(303)
    #expect(try comments(page).count == 1)
    let lan = try await page.member("lan", of: "grandparents")
    try await lan.get(Self.note).expect(200, has: "&lt;b&gt;words", lacks: "<b>words")
    let shown = try await owner.get(note).expect(200, has: "&lt;b&gt;words", lacks: "<b>words").body
    let address = try #require(shown.firstMatch(of: #/href="(/n/[^"/]+/words)"/#)?.1)
    try await owner.get(String(address))
      .expect(200, has: "First\n&lt;b&gt;words&lt;/b&gt;</textarea>")
    try await owner.post(String(address), ["text": "Second"]).expect(303)
    expect(
      try page.text(path), has: "circles: [Grandparents, Friends]", "Second\n", lacks: "First")
    for text in [" \r\n ", String(repeating: "word ", count: 900)] {
      try await owner.post("\(note)/comment", ["text": text]).expect(422, has: "role=\"alert\"")
      try await owner.post(String(address), ["text": text]).expect(422, has: "role=\"alert\"")
    }
    let comment = address.dropLast("/words".count)
    try await owner.post("\(comment)/trash", [:]).expect(303)
    #expect(try comments(page).isEmpty)
  }

  @Test("the owner gives a sign, and takes it back, but no sign of a member")
  func ownersSign() async throws {
    var files = Self.files
    files["comments/2026/06/c1.md"] = Circles.comment(
      "c1", on: Circles.id(1), by: "Lan", circles: ["Grandparents"], "❤️")
    let (page, owner) = try await RunningPage(files).withBrowser()
    let note = "/n/\(Circles.id(1))"
    try await owner.post("\(note)/react", ["emoji": "❤️"]).expect(303)
    try await owner.get(note).expect(200, has: "aria-pressed=\"true\">❤️ <small>2</small>")
    try await owner.post("\(note)/react", ["emoji": "❤️"]).expect(303)
    #expect(try comments(page) == ["comments/2026/06/c1.md"])
    try await owner.post("\(note)/react", ["emoji": "x"]).expect(403)
  }

  @Test("what somebody else said is removed by the owner, and not reworded")
  func othersWords() async throws {
    var files = Self.files
    files["comments/2026/06/c1.md"] = Circles.comment(
      "c1", on: Circles.id(1), by: "Lan", circles: ["Grandparents"], "Lovely")
    let (page, owner) = try await RunningPage(files).withBrowser()
    try await owner.get("/n/\(Circles.id(1))").expect(200, has: "Lovely", lacks: "/n/c1/words")
    try await owner.get("/n/c1/words").expect(404)
    try await owner.post("/n/c1/words", ["text": "Taken"]).expect(404)
    try await owner.post("/n/c1/comment", ["text": "On a comment"]).expect(422)
    #expect(try comments(page) == ["comments/2026/06/c1.md"])
    expect(try page.text("comments/2026/06/c1.md"), has: "Lovely")
    try await owner.post("/n/c1/trash", [:]).expect(303)
    #expect(try comments(page).isEmpty)
  }

  @Test("a page that is only read offers the owner no form")
  func readOnlyOwner() async throws {
    let (_, owner) = try await RunningPage(Self.files, isReadOnly: true).withBrowser()
    try await owner.get("/n/\(Circles.id(1))").expect(200, lacks: "<textarea", "/react")
  }

  @Test("the address of a text that was not taken leads back to the comments when it is opened")
  func formAddresses() async throws {
    var files = Self.files
    files["comments/2026/06/c1.md"] = Circles.comment(
      Circles.id(2), on: Circles.id(1), by: "Mia", circles: ["Friends"], "Lovely")
    let (page, owner) = try await RunningPage(files).withBrowser()
    let note = "/n/\(Circles.id(1))"
    for form in ["comment", "react"] {
      try await owner.get("\(note)/\(form)").expect(303, place: "\(note)#comments")
    }
    try await owner.get("/n/\(Circles.id(9))/comment").expect(404)
    try await owner.get("/circles/friends/invite").expect(303, place: "/circles")
    let mia = try await page.member("mia", of: "friends")
    for form in ["comment", "react", "comment/\(Circles.id(2))/remove"] {
      try await mia.get("\(Self.note)/\(form)").expect(303, location: "\(Self.note)#talk")
      try await mia.get("/shared/n/\(Circles.id(9))/\(form)").expect(404)
    }
  }

  @Test(
    "a comment of the owner without a name is said to be from the journal",
    arguments: [("lan", "Từ nhật ký này"), ("nils", "Aus diesem Tagebuch")])
  func ownersName(_ person: String, _ words: String) async throws {
    var files = Self.files
    files["comments/2026/06/c1.md"] =
      "---\nid: c1\ntl: comment\ncomment_on: \(Circles.id(1))\ncircles: [Grandparents]\n---\nLovely\n"
    let page = try await RunningPage(files)
    let browser = try await page.member(person, of: "grandparents")
    try await browser.get(Self.note).expect(200, has: "Lovely", "<b dir=\"auto\">\(words)</b>")
  }

  @Test("a viewer says nothing")
  func viewers() async throws {
    let page = try await RunningPage(Self.files)
    let nils = try await page.member("nils", of: "grandparents")
    try await nils.say("\(Self.note)/comment", ["text": "Hi"]).expect(404)
    try await nils.say("\(Self.note)/react", ["emoji": "❤️"]).expect(404)
    #expect(try comments(page).isEmpty)
  }

  @Test("a text that is not taken comes back in the form")
  func refused() async throws {
    let page = try await RunningPage(Self.files)
    let mia = try await page.member("mia", of: "friends")
    let long = String(repeating: "word ", count: 900) + "the end"
    try await mia.say("\(Self.note)/comment", ["text": long]).expect(422, has: "the end</textarea>")
    try await mia.post("\(Self.note)/comment", ["text": "From another device", "token": "x"])
      .expect(422, has: "From another device</textarea>")
    try await mia.say("\(Self.note)/comment", ["text": " \r\n "]).expect(422)
    #expect(try comments(page).isEmpty)
  }

  @Test("too much in an hour is refused, and the words stay")
  func rate() async throws {
    let clock = TestClock()
    let page = try await RunningPage(Self.files, now: { clock.now })
    let mia = try await page.member("mia", of: "friends")
    let own = NoteID(nonEmpty: "mia")
    for _ in 0..<CommentRate.limit { #expect(page.site.commentRate.admits(own, at: clock.now)) }
    try await mia.say("\(Self.note)/comment", ["text": "One more"])
      .expect(422, has: "One more</textarea>")
    clock.advance(3600)
    try await mia.say("\(Self.note)/comment", ["text": "One more"]).expect(303)
  }

  @Test("a page that is only read takes nothing, and offers nothing")
  func readOnly() async throws {
    let page = try await RunningPage(Self.files, isReadOnly: true)
    let mia = try await page.member("mia", of: "friends")
    try await mia.get(Self.note).expect(200, lacks: "<textarea")
    try await mia.say("\(Self.note)/comment", ["text": "Hi"]).expect(404)
  }

  @Test("a text that looks like front matter stays text")
  func frontMatter() async throws {
    let page = try await RunningPage(Self.files)
    let mia = try await page.member("mia", of: "friends")
    let text = "---\ncircles: [Grandparents]\npublish: true\n---\nHi"
    try await mia.say("\(Self.note)/comment", ["text": text]).expect(303)
    let lan = try await page.member("lan", of: "grandparents")
    try await lan.get(Self.note).expect(200, lacks: "publish: true")
  }
}
