import Media
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Operations

/// What a vault makes of what was wished for: the rules that hold on every face.
@Suite("Plans of new notes")
struct NewNotePlanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// As `tl add --set` takes them.
    let keys: [String]
    let author: String?
    let takesDefaultCategory: Bool
    let hasPhoto: Bool
    /// The lines of the front matter but for id, created and updated.
    let lines: [String]

    init(
      _ description: String, text: String = "A walk", keys: [String] = [], author: String? = nil,
      takesDefaultCategory: Bool = true, hasPhoto: Bool = false, _ lines: [String]
    ) {
      testDescription = description
      (self.text, self.keys, self.author) = (text, keys, author)
      (self.takesDefaultCategory, self.hasPhoto, self.lines) =
        (takesDefaultCategory, hasPhoto, lines)
    }
  }

  private static let id = NoteID(nonEmpty: "5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11")
  private static let now = NoteTime(instant: 1_795_194_191, zone: .utc)
  private static let photo = [
    "date: 2020-11-20T18:03:11+01:00", "coordinates: [-33.8584, 151.211167]",
  ]

  static let cases = [
    Case("the category of the settings", ["category: Day"]),
    Case("a category that is given", keys: ["category=Book"], ["category: Book"]),
    Case("none, as given", keys: ["category="], []),
    Case("none, as chosen", takesDefaultCategory: false, []),
    Case("one in the text", text: "---\ncategory: Book\n---\nA walk", ["category: Book"]),
    Case("the author", author: "Ada", ["category: Day", "author: Ada"]),
    Case("no author without a name", author: "", ["category: Day"]),
    Case(
      "an author that is given", keys: ["author=Bo"], author: "Ada",
      ["author: Bo", "category: Day"]),
    Case(
      "an anonymous note", keys: ["anonymous=yes"], author: "Ada",
      ["anonymous: true", "category: Day"]),
    Case("date and place of a photo", hasPhoto: true, ["category: Day"] + photo),
    Case(
      "a date that is given", keys: ["date=2026-11-01"], hasPhoto: true,
      ["date: 2026-11-01", "category: Day", photo[1]]),
    Case(
      "a place that is given", keys: ["place=Rome"], hasPhoto: true,
      ["place: Rome", "category: Day", photo[0]]),
    Case(
      "a date in the text", text: "---\ndate: 2026-11-01\n---\nA walk", hasPhoto: true,
      ["date: 2026-11-01", "category: Day", photo[1]]),
  ]

  @Test("what is given comes before the photo and the settings", arguments: cases)
  func keys(of wanted: Case) throws {
    let plan = try Self.plan(wanted)
    let text = String(decoding: plan.document.bytes, as: UTF8.self)
    let lines = text.split(separator: "\n").dropFirst().prefix { $0 != "---" }.map(String.init)
    let stamps = ["id: ", "created: ", "updated: "]
    #expect(lines.filter { line in !stamps.contains { line.hasPrefix($0) } } == wanted.lines)
    #expect(plan.document.bodyText.contains("A walk"))
    #expect(plan.id == Self.id)
  }

  @Test(
    "front matter to which nothing can be added stays in the text, and the plan says why",
    arguments: ["---\n{a: 1}\n---\nA walk", "---\ntags: &t [a]\nb: *t\n---\nA walk"])
  func unusable(text: String) throws {
    var wish = NewNoteWish(TypedText(text))
    wish.note.tags = [try #require(Tag("x"))]
    let plan = try NewNotePlan.of(wish, id: Self.id, by: Self.rules)
    #expect(plan.document.bodyText == "\n\(text)\n")
    guard case .unusable(let line, let reason) = plan.frontMatter else {
      Issue.record("\(plan.frontMatter)")
      return
    }
    #expect(line == 2 && !reason.isEmpty)
  }

  @Test("the path has the category and the words, unless the note is sealed")
  func path() throws {
    var rules = Self.rules
    rules.paths = try #require(NotePaths("{{category}}/YYYY-MM-DD-{{title}}.md"))
    var wish = NewNoteWish(TypedText("A walk"))
    #expect(
      try NewNotePlan.of(wish, id: Self.id, by: rules).path.text == "day/2026-11-20-a-walk.md")
    wish.note.assignments = [FieldAssignment(.openAfter, .plain("2043-05-17"))]
    let sealed = try NewNotePlan.of(wish, id: Self.id, by: rules).path.text
    #expect(!sealed.contains("walk") && !sealed.contains("day/"))
  }

  @Test("the same wish at another time comes to the file that is there")
  func again() throws {
    let wish = NewNoteWish(TypedText("A walk"))
    let first = try NewNotePlan.of(wish, id: Self.id, by: Self.rules).document
    var later = Self.rules
    later.now = NoteTime(instant: Self.now.seconds + 60, zone: .utc)
    let again = try NewNotePlan.document(of: wish, like: first, id: Self.id, by: later)
    #expect(again.bytes == first.bytes)
  }

  private static var rules: NewNoteRules {
    let settings = VaultConfiguration(parsing: Array("default_category: Day\n".utf8))
    return NewNoteRules(settings, now: now, zone: .utc)
  }

  private static func plan(_ wanted: Case) throws -> NewNotePlan {
    var wish = NewNoteWish(TypedText(wanted.text))
    wish.note.assignments = try wanted.keys.map {
      try FieldAssignment($0, now: now.seconds, zone: .utc)
    }
    (wish.author, wish.takesDefaultCategory) = (wanted.author, wanted.takesDefaultCategory)
    if wanted.hasPhoto {
      let file = RepositoryRoot.path("Tests/MediaTests/Fixtures/photo.jpg")
      wish.origin = PhotoOrigin(of: [file], now: now.seconds, zone: .utc)
    }
    return try NewNotePlan.of(wish, id: id, by: rules)
  }
}
