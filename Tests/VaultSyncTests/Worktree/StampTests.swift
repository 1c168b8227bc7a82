import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore
@testable import VaultSync

@Suite("Edits that were made without tl are stamped")
struct StampTests {
  /// 2026-11-20T12:00:00Z.
  private static let noon: Int64 = 1_795_176_000

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var committed: String
    var note: String
    /// Seconds after noon.
    var fileTime: Int64 = 0
    /// The stamped file; nil where it stays.
    var expected: String?
    var testDescription: String { name }
  }

  private static func note(_ key: String, _ value: String, _ body: String = "x") -> String {
    "---\n\(key): \(value)\ntags: [a]\n---\n\(body)\n"
  }

  static let cases: [Case] = [
    Case(
      name: "the file's time", committed: note("updated", "2026-11-20T10:00:00Z"),
      note: note("updated", "2026-11-20T10:00:00Z", "y"),
      expected: note("updated", "2026-11-20T13:00:00+01:00", "y")),
    Case(
      name: "the other name that the note has", committed: note("modified", "2026-11-20T10:00:00Z"),
      note: note("modified", "2026-11-20T10:00:00Z", "y"),
      expected: note("modified", "2026-11-20T13:00:00+01:00", "y")),
    Case(
      name: "a file time in the future becomes now",
      committed: note("updated", "2026-11-20T10:00:00Z"),
      note: note("updated", "2026-11-20T10:00:00Z", "y"), fileTime: 500_000,
      expected: note("updated", "2026-11-20T13:16:40+01:00", "y")),
    Case(
      name: "a committed time later than the file's: a second after it",
      committed: note("updated", "2026-11-20T12:10:00Z"),
      note: note("updated", "2026-11-20T12:10:00Z", "y"),
      expected: note("updated", "2026-11-20T13:10:01+01:00", "y")),
    Case(
      name: "an updated that somebody set back",
      committed: note("updated", "2026-11-20T10:00:00Z"),
      note: note("updated", "2026-11-20T09:00:00Z", "y"),
      expected: note("updated", "2026-11-20T13:00:00+01:00", "y")),
    Case(
      name: "an updated without a value", committed: note("updated", "2026-11-20T10:00:00Z"),
      note: "---\nupdated:\n---\ny\n",
      expected: "---\nupdated: 2026-11-20T13:00:00+01:00\n---\ny\n"),
    Case(
      name: "a committed time that is not before now: no time fits",
      committed: note("updated", "2026-11-21T10:00:00Z"),
      note: note("updated", "2026-11-21T10:00:00Z", "y")),
    Case(
      name: "an updated that somebody set later",
      committed: note("updated", "2026-11-20T10:00:00Z"),
      note: note("updated", "2026-11-20T10:00:01Z", "y")),
    Case(
      name: "only updated was set back", committed: note("updated", "2026-11-20T10:00:00Z"),
      note: note("updated", "2026-11-20T09:00:00Z")),
    Case(
      name: "no key", committed: "---\ntags: [a]\n---\nx\n", note: "---\ntags: [a]\n---\ny\n"),
    Case(name: "no front matter", committed: "x\n", note: "y\n"),
    Case(
      name: "the key is new, with a value", committed: "---\ntags: [a]\n---\nx\n",
      note: note("updated", "2026-11-20T09:00:00Z", "y")),
    Case(
      name: "a value that is no time", committed: note("updated", "2026-11-20T10:00:00Z"),
      note: note("updated", "yesterday", "y")),
    Case(
      name: "front matter that cannot be read", committed: note("updated", "2026-11-20T10:00:00Z"),
      note: "---\nupdated: 2026-11-20T10:00:00Z\nupdated: [\n---\ny\n"),
    Case(
      name: "front matter that never closes", committed: note("updated", "2026-11-20T10:00:00Z"),
      note: "---\nupdated: 2026-11-20T10:00:00Z\ny\n"),
    Case(
      name: "line ends and comments stay",
      committed: "---\r\nupdated: 2026-11-20 # c\r\n---\r\nx\r\n",
      note: "---\r\nupdated: 2026-11-20 # c\r\n---\r\ny\r\n",
      expected: "---\r\nupdated: 2026-11-20T13:00:00+01:00 # c\r\n---\r\ny\r\n"),
  ]

  @Test("the rule, case by case", arguments: cases)
  func rule(_ example: Case) {
    let stamped = Stamp.stamped(
      NoteDocument(Array(example.note.utf8)),
      committed: NoteDocument(Array(example.committed.utf8)),
      fileTime: Self.noon + example.fileTime, now: Self.noon + 1000, zone: .utc,
      ownZone: TimeZoneRules { _ in 3600 })
    #expect(stamped.map { String(decoding: $0.bytes, as: UTF8.self) } == example.expected)
  }

  private func repository(_ files: [String: String?]) throws -> TestRepository {
    try .vault(files, ignoring: ".tl/\n.*.swp\n.#*\n.~lock*\n")
  }

  private let old = StampTests.note("updated", "2020-01-01T00:00:00Z")
  private let edited = StampTests.note("updated", "2020-01-01T00:00:00Z", "y")
  private let stamped = StampTests.note("updated", "2026-11-20T13:00:00+01:00", "y")

  @Test("the stamp is in the file and in the commit; a sync after it finds nothing")
  func committed() throws {
    let repository = try repository(["a.md": old, "b.md": old])
    try repository.folder.write(edited, to: "a.md")
    try repository.setTime(Self.noon, of: "a.md")
    #expect(try repository.sync(now: Self.noon + 1000).stamped == [path("a.md")])
    #expect(try repository.folder.readText("a.md") == stamped)
    #expect(try repository.committedTexts()["a.md"] == stamped)
    #expect(try repository.sync(now: Self.noon + 2000).commit == nil)
    #expect(try repository.porcelain == "")
  }

  @Test(
    "a note that an editor has open is committed as it is",
    arguments: [".a.md.swp", ".#a.md", ".~lock.a.md#"])
  func openInEditor(name: String) throws {
    let repository = try repository(["a.md": old])
    try repository.folder.write(edited, to: "a.md")
    if name == ".#a.md" {
      symlink("ada@host.123:456", repository.folder.path(name))
    } else {
      try repository.folder.write("x", to: name)
    }
    #expect(try repository.sync(now: Self.noon + 1000).stamped.isEmpty)
    #expect(try repository.committedTexts()["a.md"] == edited)
  }

  @Test("a note that was renamed and edited is stamped, one that was only renamed is not")
  func renamed() throws {
    let one = "---\nid: one\nupdated: 2020-01-01T00:00:00Z\n---\nx\n"
    let two = "---\nid: two\nupdated: 2020-01-01T00:00:00Z\n---\nx\n"
    let repository = try repository(["a.md": one, "b.md": two])
    try repository.write(["a.md": nil, "b.md": nil, "c.md": one + "more\n", "d.md": two])
    #expect(try repository.sync(now: later).stamped == [path("c.md")])
    #expect(try repository.folder.readText("d.md") == two)
  }

  @Test("conflict markers between the events of a tracker are taken out of the file and the commit")
  func markers() throws {
    let start = "---\nid: t\ntl: tracker\n---\n- 2026-11-14\n"
    let marked = start + "<<<<<<< HEAD\n- 2026-11-17\n=======\n- 2026-11-16\n>>>>>>> x\n"
    let joined = start + "- 2026-11-16\n- 2026-11-17\n"
    let repository = try repository(["t.md": start, "u.md": start])
    try repository.write(["t.md": marked, "u.md": marked, ".u.md.swp": "x"])
    let report = try repository.sync(now: later)
    #expect(report.stamped == [path("t.md")])
    #expect(report.plan.stamps.map(\.takesOutMarkers) == [true])
    #expect(try repository.folder.readText("t.md") == joined)
    #expect(try repository.committedTexts()["t.md"] == joined)
    // One that an editor has open is held back.
    #expect(report.plan.skipped.map(\.path) == [path("u.md")])
    #expect(try repository.folder.readText("u.md") == marked)
  }

  @Test("what is new, what is no note and what is left out is not stamped")
  func others() throws {
    let repository = try repository([
      ".tlignore": "docs/\n", "docs/d.md": old, ".hidden/h.md": old, "n.media/m.md": old,
      "n.md": "x", "t.txt": old, "marked.md": old,
    ])
    for name in ["docs/d.md", ".hidden/h.md", "n.media/m.md", "t.txt", "new.md"] {
      try repository.folder.write(edited, to: name)
    }
    try repository.folder.write(edited + "<<<<<<< HEAD\n>>>>>>> x\n", to: "marked.md")
    let report = try repository.sync(now: later)
    #expect(report.stamped.isEmpty)
    #expect(report.changes.count == 5)
  }
}
