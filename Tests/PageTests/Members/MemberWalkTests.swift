import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

/// A walk over all addresses with each kind of member, against a model of who sees what.
@Suite("What members see")
struct MemberWalkTests {
  /// Notes with random keys, and words in them that nothing else has.
  private struct Model {
    struct Note {
      var number: Int
      var circles: [String]
      var isPublic: Bool
      /// Why nobody sees it, though it asks to be shown.
      var isHeldBack: Bool
      var comments: [(word: String, circles: [String])]

      var word: String { "Word\(number)x" }
      var id: String { Circles.id(number) }

      func isShown(to circle: String) -> Bool {
        !isHeldBack && (isPublic || circles.contains(circle))
      }

      func words(for circle: String) -> [String] {
        guard isShown(to: circle) else { return [] }
        return ["Title", "Text", "Tag", "Place"].map { $0 + word }
          + comments.filter { $0.circles.contains(circle) }.map(\.word)
      }
    }

    var notes: [Note] = []
    var files = Circles.pages
    var words: Set<String> = []

    init(_ generator: inout SeededGenerator) {
      let all = ["Grandparents", "Friends", "Nobody"]
      for number in 1...14 {
        let circles = all.filter { _ in Bool.random(using: &generator) }
        let isPublic = Int.random(in: 0..<6, using: &generator) == 0
        let obstacle = Int.random(in: 0..<10, using: &generator)
        var note = Note(
          number: number, circles: circles, isPublic: isPublic, isHeldBack: obstacle < 3,
          comments: [])
        let month = 1 + number % 5
        let folder = "secret\(note.word)"
        let path = "\(folder)/2026-0\(month)-1\(number % 10)-\(note.word).md"
        let held = [
          "open_after: 2999-01-01\n", "conflict_of: \(Circles.id(number + 50))\n",
          "anonymous: [Key\(note.word)]\n",
        ]
        let other = 1 + Int.random(in: 0..<14, using: &generator)
        files[path] = """
          ---
          id: \(note.id)
          created: 2026-0\(month)-1\(number % 10)T10:00:00Z
          title: Title\(note.word)
          tags: [Tag\(note.word)]
          place: Place\(note.word)
          circles: [\(circles.joined(separator: ", "))]
          publish: \(isPublic)
          mood: Key\(note.word)
          \(obstacle < 3 ? held[obstacle] : "")---

          Text\(note.word), and [a link](../secretWord\(other)x/2026-0\(1 + other % 5)-1\(other % 10)-Word\(other)x.md).

          """
        files["\(path.dropLast(3)).media/Name\(note.word).gif"] = ""
        for (place, circles) in [["Grandparents"], ["Friends"], all].enumerated() {
          let word = "Said\(place)\(note.word)"
          note.comments.append((word, circles))
          files["comments/2026/06/\(note.word)-\(place).md"] = Circles.comment(
            Circles.id(1000 + number * 10 + place), on: note.id, by: "Mia", circles: circles, word)
        }
        words.formUnion(
          ["Title", "Text", "Tag", "Place", "Key", "secret", "Name"].map { $0 + note.word })
        words.formUnion(note.comments.map(\.word))
        notes.append(note)
      }
    }

    /// A picture of a pixel, with a word in a comment of the file.
    static func picture(_ word: String) -> [UInt8] {
      let start: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF,
      ]
      let image: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
      return start + [0x21, 0xFE, UInt8(word.utf8.count)] + Array(word.utf8) + [0] + image
    }

    func writePictures(in folder: TemporaryFolder) throws {
      for path in files.keys where path.hasSuffix(".gif") {
        let name = path.split(separator: "/").last?.dropLast(4) ?? ""
        try folder.write(Self.picture("\(name)"), to: "vault/\(path)")
      }
    }
  }

  /// All addresses that a member could try: of each route, with what there is and what there is not.
  private func addresses(_ model: Model) -> [String] {
    let notes =
      model.notes.map(\.id) + model.notes.map { "Title\($0.word)" } + ["", "..", "%2e%2e"]
    let media = ["", "Name.gif", "0123456789abcdef0123456789abcdef01234567.gif"]
    return [
      "/shared", "/shared/", "/shared/search", "/shared/search?q=Word", "/shared/search?q=Text",
    ]
      + (1...12).map { "/shared/m/2026-\($0 < 10 ? "0" : "")\($0)" } + ["/shared/m/2026-01?after=9"]
      + notes.flatMap { id in
        [
          "/shared/n/\(id)", "/shared/n/\(id)/comment/x", "/shared/n/\(id)/comment",
          "/shared/n/\(id)/react", "/shared/n/\(id)/comment/x/remove",
          "/shared/n/\(id)/comment/\(Circles.id(1010))",
        ]
          + media.flatMap {
            [
              "/shared/n/\(id)/media/\($0)", "/shared/n/\(id)/picture/800/\($0)",
              "/shared/n/\(id)/photo/\($0)",
            ]
          }
      }
      + [
        "/shared/events", "/shared/feed.atom", "/shared/api/v1/notes", "/shared/join/x",
        "/shared/n",
      ]
  }

  /// The links of a page that lead to other pages of a member.
  private func links(in body: String) -> [String] {
    ["href=\"", "src=\"", "action=\""].flatMap { body.values(after: $0) }
      .map { String($0.prefix { $0 != "#" }) }.filter { $0.hasPrefix("/shared") }
  }

  @Test("not one word of another note, at any address")
  func walk() async throws {
    try await withSeed { generator, _ in
      let model = Model(&generator)
      let page = try await RunningPage(
        model.files,
        prepare: { folder in
          try model.writePictures(in: folder)
          return nil
        })
      for (person, circle) in [
        ("lan", "Grandparents"), ("nils", "Grandparents"), ("mia", "Friends"),
      ] {
        let browser = try await page.member(person, of: circle.lowercased())
        let allowed = Set(model.notes.flatMap { $0.words(for: circle) })
        let forbidden = model.words.subtracting(allowed)
        var (waiting, seen) = (addresses(model), Set<String>())
        var found: Set<String> = []
        while let address = waiting.popLast() {
          guard seen.insert(address).inserted else { continue }
          let answer = try await browser.get(address)
          let text = (answer.head + answer.body).lowercased()
          for word in forbidden where text.contains(word.lowercased()) {
            Issue.record("\(person) reads \(word) at \(address)")
          }
          found.formUnion(allowed.filter { answer.body.contains($0) })
          if answer.status == 200 { waiting += links(in: answer.body) }
        }
        // Tags stand on no page of a member; all else has been seen.
        #expect(found == allowed.filter { !$0.hasPrefix("Tag") }, "\(person)")
        for note in model.notes {
          let answer = try await browser.get("/shared/n/\(note.id)")
          #expect(
            answer.status == (note.isShown(to: circle) ? 200 : 404), "\(person), \(note.word)")
        }
      }
    }
  }

  @Test("a note that there is not, one of others, and an address that there is not have one answer")
  func sameAnswer() async throws {
    var files = Circles.pages
    files["a.md"] = "---\nid: \(Circles.id(1))\ncircles: [Friends]\n---\n# Private\n"
    let page = try await RunningPage(files)
    let browser = try await page.member("lan", of: "grandparents")
    func answer(_ path: String, _ method: String = "GET") async throws -> String {
      let answer = try await browser.send(
        method, path, method == "GET" ? [:] : ["Origin": "http://\(page.host)"], body: "")
      let head = answer.head.split(separator: "\r\n").filter { !$0.lowercased().hasPrefix("date:") }
      return head.joined(separator: "\n") + answer.body
    }
    let expected = try await answer("/shared/n/\(Circles.id(9))")
    #expect(expected.contains("404"))
    for path in [
      "/n/\(Circles.id(1))", "/n/\(Circles.id(1))/media/x.jpg", "/nothing", "/m/2026-01",
    ] {
      #expect(try await answer("/shared\(path)") == expected, "\(path)")
    }
    #expect(try await answer("/shared/n/\(Circles.id(1))/comment", "POST") == expected)
  }

  @Test("a tag changes only with what the member sees")
  func tags() async throws {
    var files = Circles.pages
    files["a.md"] = "---\nid: \(Circles.id(1))\ncircles: [Grandparents]\n---\n# Shared\n\nOne.\n"
    files["b.md"] = "---\nid: \(Circles.id(2))\ncircles: [Friends]\n---\n# Private\n\nTwo.\n"
    let page = try await RunningPage(files)
    let browser = try await page.member("nils", of: "grandparents")
    let pages = ["/shared/", "/shared/n/\(Circles.id(1))", "/shared/search?q=one"]
    func tags() async throws -> [String?] {
      var tags: [String?] = []
      for path in pages { tags.append(try await browser.get(path).expect(200).header("etag")) }
      return tags
    }
    let before = try await tags()
    #expect(before.allSatisfy { $0 != nil })
    try await page.rewrite(
      "b.md", "---\nid: \(Circles.id(2))\ncircles: [Friends]\n---\n# Private\n\nThree.\n")
    try await page.rewrite(
      "comments/2026/06/c.md",
      Circles.comment(Circles.id(3), on: Circles.id(1), by: "Mia", circles: ["Friends"], "Hm."))
    #expect(try await tags() == before)
    let tag = try #require(before[0])
    try await browser.get("/shared/", ["If-None-Match": tag]).expect(304)
    try await page.rewrite(
      "a.md", "---\nid: \(Circles.id(1))\ncircles: [Grandparents]\n---\n# Shared\n\nOne, changed.\n"
    )
    let after = try await tags()
    #expect(zip(before, after).allSatisfy { $0 != $1 })
  }

  @Test("a film is sent in parts")
  func ranges() async throws {
    var files = Circles.pages
    files["a.md"] = "---\nid: \(Circles.id(1))\ncircles: [Grandparents]\n---\n# Shared\n"
    let page = try await RunningPage(
      files,
      prepare: { folder in
        try folder.write(Model.picture("Position"), to: "vault/a.media/a.gif")
        return nil
      })
    let browser = try await page.member("nils", of: "grandparents")
    let note = try await browser.get("/shared/n/\(Circles.id(1))").expect(200)
    let address = try #require(note.body.values(after: "src=\"").first { $0.contains("/media/") })
    let whole = try await browser.get(address).expect(200, has: "GIF89a", lacks: "Position")
    let part = try await browser.get(address, ["Range": "bytes=0-5"]).expect(206)
    #expect(part.body == "GIF89a")
    let length = try #require(whole.header("content-length"))
    #expect(part.header("content-range") == "bytes 0-5/\(length)")
  }
}
