import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Journal

@Suite("Comments")
struct CommentTests {
  private static let time = NoteTime(instant: 1_795_194_191, zone: .utc)

  private func comment(
    _ text: String, by author: String? = nil, on note: String = "1", id: String = "c",
    at seconds: Int64 = 0
  ) throws -> Journal.Comment? {
    let keys = "tl: comment\ncomment_on: \(note)\n" + (author.map { "author: \($0)\n" } ?? "")
    return Journal.Comment(
      NoteDocument(Array("---\n\(keys)---\n\n\(text)\n".utf8)),
      at: try #require(VaultPath("comments/\(id).md")), id: NoteID(nonEmpty: id),
      created: NoteTime(instant: seconds, zone: .utc), today: Self.time.day, zone: .utc)
  }

  @Test("a comment says on which note it is, by whom, and for whom")
  func reading() throws {
    let document = NoteDocument(
      Array(
        "---\ntl: comment\ncomment_on: 7\nauthor: \"[[people/lan|Bà]]\"\ncircles: [a, b]\n---\n\n Two\n\nlines \n"
          .utf8))
    let path = try #require(VaultPath("x.md"))
    let made = Journal.Comment(
      document, at: path, id: NoteID(nonEmpty: "c"),
      created: Self.time,
      today: Self.time.day, zone: .utc)
    let comment = try #require(made)
    #expect(comment.note.text == "7" && comment.author == "Bà" && comment.circles == ["a", "b"])
    #expect(comment.text == "Two\n\nlines" && !comment.isReaction)
  }

  @Test(
    "one emoji is a reaction",
    arguments: [
      ("🎉", true), ("❤️", true), ("👨‍👩‍👧", true), ("🇻🇳", true), ("🎉🎉", false), ("5", false),
      ("a", false), ("©", false), ("🎉 yes", false), ("", false),
    ])
  func reactions(text: String, isReaction: Bool) throws {
    #expect(try comment(text)?.isReaction == isReaction)
  }

  @Test("of reactions one of each kind a person counts")
  func thread() throws {
    let all = [
      try comment("🎉", by: "Lan", id: "a"), try comment("🎉", by: "lan", id: "b"),
      try comment("🎉", by: "Tom", id: "c"), try comment("❤️", by: "Lan", id: "d"),
      try comment("Well done", by: "Lan", id: "e"), try comment("🎉", id: "f"),
    ].compactMap(\.self)
    let thread = CommentThread(all)
    #expect(thread.comments.map(\.text) == ["Well done"])
    #expect(thread.reactions.map { "\($0.emoji) \($0.count)" } == ["🎉 3", "❤️ 1"])
  }

  @Test("comments are found by their note, the oldest first")
  func book() throws {
    let book = CommentBook(
      [
        try comment("b", on: "1", id: "b", at: 20), try comment("a", on: "1", id: "a", at: 10),
        try comment("x", on: "2", id: "x", at: 15),
      ].compactMap(\.self))
    #expect(book.comments(on: NoteID(nonEmpty: "1")).map(\.text) == ["a", "b"])
    #expect(book.comments.map(\.text) == ["a", "x", "b"])
    #expect(book.comments(on: NoteID(nonEmpty: "3")).isEmpty)
  }

  @Test("a new comment is a file of its own, whose text is only text")
  func writing() throws {
    let id = NoteID(nonEmpty: "12345678-0000-4000-8000-000000000000")
    let text = "---\npublish: true\n---\nhello"
    let new = NewComment(
      on: NoteID(nonEmpty: "7"), by: "Lan", for: ["family"], text: Array(text.utf8))
    let note = new.note(id: id, at: Self.time)
    #expect(note.stem == "comments/2026/11/2026-11-20-12345678")
    let document = try note.document(id: id, now: Self.time)
    let path = try #require(VaultPath("x.md"))
    let made = Journal.Comment(
      document, at: path, id: id, created: Self.time,
      today: Self.time.day, zone: .utc)
    let written = try #require(made)
    #expect(written.note.text == "7" && written.author == "Lan" && written.circles == ["family"])
    #expect(written.text == text)
    #expect(!document.flag(.publish))
  }
}
