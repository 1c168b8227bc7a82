import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Who sees a note, in its form")
struct AudienceFieldTests {
  private static func note(_ keys: String) -> String {
    "---\nid: n1\ncreated: 2026-11-01T09:00:00Z\n\(keys)---\n\nA walk.\n"
  }

  private static func base(_ text: String) -> String { Base64.urlEncoded(Array(text.utf8)) }

  /// The fields as a browser sends those of the form in a page, with other boxes ticked.
  private func sent(
    _ html: String, _ note: String, circles: [String]? = nil, flags: [String]? = nil
  ) -> [(String, String)] {
    func values(_ name: String) -> [String] { html.values(after: "name=\"\(name)\" value=\"") }
    func isTicked(_ name: String, _ value: String) -> Bool {
      guard let found = html.firstRange(of: "name=\"\(name)\" value=\"\(value)\"") else {
        return false
      }
      return html[found.upperBound...].prefix { $0 != ">" }.contains(" checked")
    }
    let chosen = circles ?? values("circle").filter { isTicked("circle", $0) }
    let ticked = flags ?? ["publish", "anonymous"].filter { isTicked($0, "true") }
    return [
      ("id", "n1"), ("base", Self.base(note)), ("text", "A walk."),
      ("audience", values("audience").first ?? ""),
    ] + values("circled").map { ("circled", $0) } + chosen.map { ("circle", $0) }
      + ticked.map { ($0, "true") }
  }

  @Test(
    "a form that is sent as it was shown changes no byte",
    arguments: [
      "", "circles: [Grandparents]\n", "circles:\n- 'Friends'   # mine\n- gone\n",
      "circles: \"[[circles/friends|Our friends]]\"\npublish: yes\nanonymous: true\n",
      "publish: false\nanonymous: false\n", "circles: {a: b}\npublish: perhaps\n",
      "circles: [Friends, friends]\n",
    ])
  func unchanged(keys: String) async throws {
    let note = Self.note(keys)
    let (page, owner) = try await RunningPage(Circles.pages.merging(["n1.md": note]) { $1 })
      .withBrowser()
    let form = try await owner.get("/n/n1/edit").expect(200).body
    try await owner.post("/n/n1/edit", sent(form, note), files: []).expect(303)
    #expect(try page.text("n1.md") == note)
  }

  @Test("boxes show a note to circles and to everybody, and take it back")
  func changed() async throws {
    let note = Self.note("circles: ['friends', elsewhere]\nmood: calm # mine\n")
    let (page, owner) = try await RunningPage(Circles.pages.merging(["n1.md": note]) { $1 })
      .withBrowser()
    var form = try await owner.get("/n/n1/edit").expect(
      200, has: "Grandparents</span>", "value=\"friends\" checked", "Friends</span>",
      "value=\"elsewhere\" checked", "Hides the author, the people"
    ).body
    try await owner.post(
      "/n/n1/edit",
      sent(form, note, circles: ["elsewhere", "Grandparents"], flags: ["publish", "anonymous"]),
      files: []
    ).expect(303)
    let shown = try page.text("n1.md")
    expect(
      shown, has: "Grandparents", "elsewhere", "publish: true\n", "anonymous: true\n",
      "mood: calm # mine\n", lacks: "friends")
    form = try await owner.get("/n/n1/edit").body
    try await owner.post("/n/n1/edit", sent(form, shown, circles: [], flags: []), files: [])
      .expect(303)
    expect(
      try page.text("n1.md"), has: "publish: false\n", "mood: calm # mine\n",
      lacks: "circles", "anonymous")
  }

  @Test("a new note has the circles that were chosen, and a draft of it too")
  func new() async throws {
    let (page, owner) = try await RunningPage(Circles.pages).withBrowser()
    let fields = [
      ("id", "00000000-0000-4000-8000-000000000001"), ("text", "A walk."), ("audience", ""),
      ("circle", "Friends"), ("circle", "Grandparents"), ("anonymous", "true"),
    ]
    let before = Set(try page.notes())
    try await owner.post("/drafts", fields, files: []).expect(lacks: "error")
    try await owner.get("/new?saved=1").expect(
      200, has: "value=\"Friends\" checked", "value=\"Grandparents\" checked",
      "aria-describedby=\"anonymous-how\" checked")
    try await owner.post("/new", fields, files: []).expect(303)
    let path = try #require(try page.notes().first { !before.contains($0) })
    expect(
      try page.text(path), has: "circles: [Friends, Grandparents]\n", "anonymous: true\n",
      lacks: "publish")
  }

  @Test("a form without these fields leaves them as they are")
  func older() async throws {
    let note = Self.note("circles: [Friends]\npublish: true\n")
    let (page, owner) = try await RunningPage(Circles.pages.merging(["n1.md": note]) { $1 })
      .withBrowser()
    try await owner.post(
      "/n/n1/edit", ["id": "n1", "base": Self.base(note), "text": "A long walk."]
    ).expect(303)
    expect(try page.text("n1.md"), has: "circles: [Friends]\npublish: true\n", "A long walk.")
  }

  @Test("a form that was open meanwhile shows the note to nobody from whom it was taken")
  func takenMeanwhile() throws {
    try withSeed(cases: 300) { generator in
      let names = ["a", "b", "c", "d"]
      func some() -> [String] { names.filter { _ in Bool.random(using: &generator) } }
      func field() -> AudienceField {
        var field = AudienceField()
        (field.circles, field.isPublished) = (some(), Bool.random(using: &generator))
        return field
      }
      let (former, wanted, present) = (field(), field(), field())
      var document = NoteDocument(Array("---\nid: n\n---\nText\n".utf8))
      for assignment in present.assignments { document = try assignment.applied(to: document) }
      let result = AudienceField(of: try AudienceChange(former, wanted).applied(to: document))
      let added = Set(wanted.circles).subtracting(former.circles)
      let removed = Set(former.circles).subtracting(wanted.circles)
      #expect(Set(result.circles) == Set(present.circles).union(added).subtracting(removed))
      #expect(result.circles.count == Set(result.circles).count)
      #expect(
        result.isPublished
          == (wanted.isPublished == former.isPublished ? present.isPublished : wanted.isPublished))
    }
  }
}
