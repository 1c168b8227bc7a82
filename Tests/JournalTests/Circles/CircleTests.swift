import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Journal

@Suite("Circles")
struct CircleTests {
  private static let today = CalendarDay(clamping: 20_777)

  private static func document(_ keys: String) -> NoteDocument {
    NoteDocument(Array("---\n\(keys)\n---\n".utf8))
  }

  private func circle(_ keys: String, at path: String = "circles/g.md") throws -> Circle? {
    let path = try #require(VaultPath(path))
    return Circle(
      Self.document(keys), at: path, id: ProvisionalID.of(path), today: Self.today, zone: .utc)
  }

  private func person(_ name: String, _ keys: String) throws -> Person {
    let path = try #require(VaultPath("people/\(name).md"))
    return try #require(
      Person(
        Self.document("tl: person\n\(keys)"), at: path, id: ProvisionalID.of(path),
        today: Self.today, zone: .utc))
  }

  private func persons() throws -> PersonBook {
    PersonBook([
      try person("lan", "title: Lan Nguyen\naliases: [Bà]"), try person("tom", "title: Tom"),
      try person("tom-2", "title: Tom"),
    ])
  }

  @Test("a page lists those who see its notes, and those who comment")
  func reading() throws {
    let circle = try #require(
      try circle(
        "tl: circle\ntitle: Family\nviewers: [Bà, \"[[people/tom-2]]\"]\ncontributors: lan"))
    #expect(circle.viewers == ["Bà", "tom-2"] && circle.contributors == ["lan"])
    #expect(
      circle.names.contains(NameKey("family".utf8)) && circle.names.contains(NameKey("g".utf8)))
    let members = try circle.members(in: persons())
    #expect(members.map { "\($0.name) \($0.role)" } == ["Lan Nguyen contributor", "Tom viewer"])
  }

  @Test("a name that nobody has, or several have, lets nobody in")
  func unknown() throws {
    let circle = try #require(try circle("tl: circle\nviewers: [Tom, Nobody, tom]"))
    let members = try circle.members(in: persons())
    #expect(members.map(\.name) == ["Tom", "Nobody"])
    #expect(members.allSatisfy { $0.person == nil })
  }

  @Test(
    "what is no list of names is empty, and what is no circle is none",
    arguments: ["viewers: {a: b}", "viewers: [[a], b]"])
  func unreadable(keys: String) throws {
    let circle = try #require(try circle("tl: circle\n\(keys)"))
    #expect(circle.viewers == [] && circle.unreadable == [.viewers])
    #expect(try self.circle(keys) == nil)
    #expect(try self.circle("tl: circle\nconflict_of: 1") == nil)
    #expect(try self.circle("tl: circle\nopen_after: 2043-10-17") == nil)
  }

  @Test("members come, go and change their role by edits of the lists")
  func editing() throws {
    let lan = try person("lan", "title: Lan Nguyen\naliases: [Bà]")
    func edited(_ keys: String, _ role: CircleRole?) throws -> String {
      let document = try Circle.setting(role, of: lan, named: "Lan Nguyen", in: Self.document(keys))
      return String(decoding: document.bytes, as: UTF8.self)
        .replacing("---\n", with: "").trimmingBlanks
    }
    #expect(try edited("tl: circle", .viewer) == "tl: circle\nviewers: [Lan Nguyen]\n")
    #expect(
      try edited("tl: circle\nviewers: [Bà, Tom]  # all", .contributor)
        == "tl: circle\nviewers: [Tom]  # all\ncontributors: [Lan Nguyen]\n")
    #expect(
      try edited("tl: circle\nviewers: [Bà]\ncontributors: [lan]", nil) == "tl: circle\n")
    #expect(
      try edited("tl: circle\nviewers: [Bà]", .viewer) == "tl: circle\nviewers: [Bà]\n")
    #expect(throws: EditError.self) { try edited("tl: circle\nviewers: {a: b}", .viewer) }
  }

  @Test("a note is shown to a circle, and taken from it by any of its names")
  func sharing() throws {
    let circle = try #require(try circle("tl: circle\ntitle: Family\naliases: [all of us]"))
    let note = NoteDocument(Array("Text\n".utf8))
    let shared = try note.sharing(with: circle)
    #expect(shared.names(of: .circles) == ["Family"])
    #expect(try shared.sharing(with: circle).bytes == shared.bytes)
    #expect(try shared.unsharing(with: circle).frontMatter?.field(of: .circles) == nil)
    let written = Self.document("circles: [friends, All of us, \"[[circles/g]]\"]")
    #expect(try written.sharing(with: circle).bytes == written.bytes)
    #expect(try written.unsharing(with: circle).names(of: .circles) == ["friends"])
  }

  @Test("a book finds circles by all their names, also where several share one")
  func book() throws {
    let book = CircleBook(
      [
        try circle("tl: circle\ntitle: Family", at: "circles/a.md"),
        try circle("tl: circle\ntitle: Friends\naliases: [family]", at: "circles/b.md"),
      ].compactMap(\.self))
    #expect(book.circles(called: "FAMILY").map(\.title) == ["Family", "Friends"])
    #expect(book.circles(called: "b").map(\.title) == ["Friends"])
    #expect(book.circles(called: "fam").isEmpty)
  }
}
