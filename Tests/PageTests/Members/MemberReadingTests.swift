import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("What members read")
struct MemberReadingTests {
  private static func note(_ number: Int, _ day: String, _ text: String) -> String {
    "---\nid: \(Circles.id(number))\ncreated: \(day)T10:00:00Z\ncircles: [Grandparents]\n---\n# \(text)\n\nText.\n"
  }

  private func member(_ files: [String: String]) async throws -> (RunningPage, Browser) {
    var pages = Circles.pages
    pages["people/lan.md"] = Circles.person("lan", "Lan")
    let page = try await RunningPage(pages.merging(files) { $1 })
    return (page, try await page.member("lan", of: "grandparents"))
  }

  @Test("a search that finds more than a page shows has further pages")
  func search() async throws {
    let notes = (1...45).map { ("n\($0).md", Self.note($0, "2026-05-17", "Spring \($0)")) }
    let (_, lan) = try await member(Dictionary(uniqueKeysWithValues: notes))
    let first = try await lan.get("/shared/search?q=spring").expect(200, has: "45 notes with")
    #expect(first.body.values(after: "<article").count == 40)
    #expect(first.body.contains("/shared/search?q=spring&amp;after=40\""))
    let second = try await lan.get("/shared/search?q=spring&after=40").expect(200)
    #expect(second.body.values(after: "<article").count == 5)
    #expect(!second.body.contains("after="))
    for after in ["45", "-1", "99999999999999999999", "x"] {
      try await lan.get("/shared/search?q=spring&after=\(after)").expect(200, has: "45 notes with")
    }
    try await lan.get("/shared/search?q=winter").expect(200, has: "0 notes", "Try another word")
  }

  @Test("a list of notes of several years says the year of each, and which months it shows")
  func years() async throws {
    let (_, lan) = try await member([
      "a.md": Self.note(1, "2026-01-03", "One"), "b.md": Self.note(2, "2025-12-31", "Two"),
    ])
    let both = try await lan.get("/shared/")
      .expect(200, has: "Saturday, 3 January 2026", "Wednesday, 31 December 2025")
    #expect(both.body.values(after: "aria-current=\"true").count == 2)
    let one = try await lan.get("/shared/m/2025-12").expect(200, has: "Wednesday, 31 December<")
    #expect(one.body.values(after: "aria-current=\"true").count == 1)
  }

  @Test("what was made of a text is made anew when the text changes")
  func changes() async throws {
    let (page, lan) = try await member([
      "a.md": Self.note(1, "2026-01-03", "One"), "b.md": Self.note(2, "2026-01-04", "Two"),
    ])
    try await lan.get("/shared/search?q=one").expect(200, has: "1 note with")
    try await page.rewrite("a.md", Self.note(1, "2026-01-03", "Three"))
    try await lan.get("/shared/search?q=one").expect(200, has: "0 notes with")
    try await lan.get("/shared/search?q=three").expect(200, has: "1 note with")
    try await lan.get("/shared/search?q=two").expect(200, has: "1 note with")
    try await page.rewrite("b.md", "---\nid: \(Circles.id(2))\n---\n# Two\n")
    try await lan.get("/shared/search?q=two").expect(200, has: "0 notes with")
  }

  @Test("a photo that comes or goes without a change of its note is seen at the next request")
  func photos() async throws {
    let (page, lan) = try await member(["a.md": Self.note(1, "2026-01-03", "One")])
    let address = "/shared/n/\(Circles.id(1))"
    try await lan.get(address).expect(200, lacks: "<img")
    try page.folder.write(Self.picture, to: "vault/a.media/unsaid.gif")
    let shown = try await lan.get(address).expect(200, has: "<img", lacks: "unsaid")
    let photo = try #require(shown.body.values(after: "href=\"").first { $0.contains("/photo/") })
    try await lan.get("/shared/").expect(200, has: photo)
    try await lan.get(photo).expect(200, has: "1 of 1", "One")
    try page.folder.remove("vault/a.media/unsaid.gif")
    try await lan.get(address).expect(200, lacks: "<img")
    try await lan.get(photo).expect(404)
  }

  /// Of one pixel.
  private static let picture: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0,
    0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
  ]

  @Test("after each of random changes a member sees what the notes say then, and no more")
  func randomChanges() async throws {
    try await withSeed { generator, _ in
      struct Note {
        var word: String
        var circles: [String] = []
        var isSealed = false
        var said: [String] = []
      }
      let circles = ["Grandparents", "Friends"]
      var notes = (1...4).map { Note(word: "Start\($0)") }
      func text(_ place: Int) -> String {
        let note = notes[place]
        return "---\nid: \(Circles.id(place))\ncircles: [\(note.circles.joined(separator: ", "))]\n"
          + (note.isSealed ? "open_after: 2999-01-01\n" : "")
          + "---\n# Title\(note.word)\n\nText\(note.word) [[n\((place + 1) % 4)]]\n"
      }
      func comment(_ place: Int) -> String {
        Circles.comment(
          Circles.id(100 + place), on: Circles.id(place), by: "Mia", circles: notes[place].said,
          "Said\(place)x")
      }
      var files = Circles.pages
      for place in 0..<4 {
        (files["n\(place).md"], files["c\(place).md"]) = (text(place), comment(place))
      }
      let page = try await RunningPage(files)
      let members = try await [
        (page.member("lan", of: "grandparents"), "Grandparents"),
        (page.member("mia", of: "friends"), "Friends"),
      ]
      for step in 0..<16 {
        let place = Int.random(in: 0..<4, using: &generator)
        let some = circles.filter { _ in Bool.random(using: &generator) }
        let isComment = Int.random(in: 0..<4, using: &generator) == 0
        if isComment {
          notes[place].said = some
        } else {
          // The same length each time: the size of the file tells nothing.
          notes[place].word = "Step\(step + 10)"
          notes[place].circles = some
          notes[place].isSealed = Int.random(in: 0..<4, using: &generator) == 0
        }
        try page.folder.write(
          isComment ? comment(place) : text(place),
          to: "vault/\(isComment ? "c" : "n")\(place).md")
        // Changes are seen in their order.
        try await page.add("step\(step)")
        for (browser, circle) in members {
          func isShown(_ place: Int) -> Bool {
            notes[place].circles.contains(circle) && !notes[place].isSealed
          }
          let list = try await browser.get("/shared/").expect(200).body
          for place in 0..<4 {
            let (note, address) = (notes[place], "/shared/n/\(Circles.id(place))")
            let found = try await browser.get("/shared/search?q=text\(note.word)").expect(200)
            #expect(list.contains("Text\(note.word)") == isShown(place), "\(step)")
            #expect(list.contains(address) == isShown(place), "\(step)")
            #expect(found.body.contains(address) == isShown(place), "\(step)")
            let answer = try await browser.get(address)
            #expect(answer.status == (isShown(place) ? 200 : 404), "\(step)")
            guard isShown(place) else { continue }
            let linked = (place + 1) % 4
            #expect(answer.body.contains("/shared/n/\(Circles.id(linked))\"") == isShown(linked))
            #expect(answer.body.contains("Said\(place)x") == note.said.contains(circle))
          }
        }
      }
    }
  }

  @Test("a photo that a note has twice is shown once, and the way leads on to the next one")
  func samePhotos() async throws {
    let (page, lan) = try await member(["a.md": Self.note(1, "2026-01-03", "One")])
    var other = Self.picture
    other[16] = 0x7F
    for (name, bytes) in [("1", Self.picture), ("2", Self.picture), ("3", other)] {
      try page.folder.write(bytes, to: "vault/a.media/\(name).gif")
    }
    let note = try await lan.get("/shared/n/\(Circles.id(1))").expect(200)
    let photo = try #require(note.body.values(after: "href=\"").first { $0.contains("/photo/") })
    let first = try await lan.get(photo).expect(200, has: "1 of 2", lacks: "rel=\"prev\"")
    let next = try #require(first.body.values(after: "rel=\"next\" href=\"").first)
    #expect(next != photo)
    try await lan.get(next).expect(200, has: "2 of 2", photo, lacks: "rel=\"next\"")
  }

  @Test("a search for signs alone is none")
  func signs() async throws {
    let (_, lan) = try await member(["a.md": Self.note(1, "2026-01-03", "One")])
    for words in ["", "%23", "%20%23%20"] {
      try await lan.get("/shared/search?q=\(words)")
        .expect(200, has: "A word, a name, or a place.", lacks: "<article")
    }
  }
}
