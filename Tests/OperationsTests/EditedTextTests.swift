import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Operations

/// What becomes of an edited text over a file that may have changed meanwhile, on every face.
@Suite("Edited texts")
struct EditedTextTests {
  enum Outcome: Hashable, Sendable {
    case saved(remarks: Int = 0)
    case unchanged
    case merged(remarks: Int = 0)
    case conflict
    case undecided
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let present: String
    let outcome: Outcome
    /// The file afterwards.
    let result: String
  }

  private static let head = "---\nid: n1\ncreated: 2026-11-01T09:00:00Z\n"
  private static let base = note("one\n\ntwo\n\nthree\n")

  static let cases = [
    Case("a change", note("ONE\n\ntwo\n\nthree\n"), over: base, .saved()),
    Case(
      "a change that is there already", note("ONE\n\ntwo\n\nthree\n"),
      over: note("ONE\n\ntwo\n\nthree\n"), .unchanged),
    Case("nothing", base, over: base, .unchanged),
    Case(
      "two changes", note("ONE\n\ntwo\n\nthree\n"), over: note("one\n\ntwo\n\nTHREE\n"),
      .merged(), note("ONE\n\ntwo\n\nTHREE\n")),
    Case(
      "two changes of one key", note("one\n\ntwo\n\nthree\n", "category: Day\n"),
      over: note("one\n\ntwo\n\nthree\n", "category: Book\n"), .merged(remarks: 1),
      note("one\n\ntwo\n\nthree\n", "category: Day\n")),
    Case(
      "two changes of one line", note("ONE\n\ntwo\n\nthree\n"),
      over: note("Eins\n\ntwo\n\nthree\n"), .conflict),
    Case(
      "both versions of a conflict",
      note("<<<<<<< your version\nONE\n=======\nEins\n>>>>>>> the note as it is\n"), over: base,
      .undecided),
    Case(
      "a text without its id", "---\ncreated: 2026-11-01T09:00:00Z\n---\n\nONE\n", over: base,
      .saved(remarks: 1), "---\ncreated: 2026-11-01T09:00:00Z\nid: n1\n---\n\nONE\n"),
    Case(
      "a text with another id", "---\nid: n2\n---\n\nONE\n", over: base, .saved(remarks: 2),
      "---\nid: n2\ncreated: 2026-11-01T09:00:00Z\n---\n\nONE\n"),
  ]

  @Test("a text is saved, merged or refused; what is refused changes nothing", arguments: cases)
  func outcome(of wanted: Case) throws {
    let folder = try TemporaryFolder()
    try folder.write(wanted.present, to: "n.md")
    let path = try #require(VaultPath("n.md"))
    let edit = EditedText(Self.document(wanted.text), base: Self.document(Self.base))
    let writer = try Self.writer(folder)
    let outcome: Outcome
    do {
      let saved = try writer.save(edit, at: path, provisionalID: NoteID(nonEmpty: "p"))
      let others = saved.remarks.count { $0 != .merged }
      outcome =
        !saved.change.isChange
        ? .unchanged
        : saved.remarks.contains(.merged) ? .merged(remarks: others) : .saved(remarks: others)
    } catch let conflict as NoteConflict {
      #expect(conflict.current.bytes == Array(wanted.present.utf8))
      #expect(!conflict.lines.isEmpty)
      #expect(throws: NoteConflict.Undecided.self) {
        try NoteConflict.checkDecided(NoteDocument(conflict.marked))
      }
      outcome = .conflict
    } catch is NoteConflict.Undecided {
      outcome = .undecided
    }
    #expect(outcome == wanted.outcome)
    #expect(try Self.text(folder, path) == wanted.result)
  }

  @Test("a text whose file is gone is a note again, where it was or where a new one goes")
  func again() throws {
    let folder = try TemporaryFolder()
    let writer = try Self.writer(folder)
    let old = try #require(VaultPath("old/n.md"))
    let edit = EditedText(Self.document(Self.base), base: Self.document(Self.base))
    #expect(throws: StoreError.self) {
      try writer.save(edit, at: old, provisionalID: NoteID(nonEmpty: "p"))
    }
    let there = try writer.saveAgain(edit, at: old)
    #expect(there.path == old && there.id.text == "n1")
    #expect(try Self.text(folder, old) == Self.base)
    #expect(try writer.saveAgain(edit, at: old).path.text == "old/n-2.md")
    #expect(try writer.saveAgain(edit).path.text == "2026/11/2026-11-01-one.md")
    let sealed = Self.document(Self.note("secret\n", "open_after: 2999-01-01\n"))
    let path = try writer.saveAgain(EditedText(sealed, base: sealed)).path.text
    #expect(path.hasPrefix("2026/11/2026-11-01-") && !path.contains("secret"))
  }

  // MARK: - Parts

  private static func note(_ text: String, _ keys: String = "") -> String {
    "\(head)\(keys)---\n\n\(text)"
  }

  private static func document(_ text: String) -> NoteDocument { NoteDocument(Array(text.utf8)) }

  private static func writer(_ folder: TemporaryFolder) throws -> NoteWriter {
    let now: Int64 = 1_795_194_191
    try folder.write("", to: ".tl/config.yaml")
    return try NoteWriter(
      Vault(opening: folder.path),
      Surroundings(now: { now }, zone: .utc, makeID: { NoteID(nonEmpty: "made") }), zone: .utc)
  }

  private static func text(_ folder: TemporaryFolder, _ path: VaultPath) throws -> String {
    try String(contentsOfFile: folder.path(path.text), encoding: .utf8)
  }
}

extension EditedTextTests.Case {
  /// - Parameter result: if nil, the text where it is saved, else the present file.
  fileprivate init(
    _ description: String, _ text: String, over present: String,
    _ outcome: EditedTextTests.Outcome, _ result: String? = nil
  ) {
    let isSaved = outcome == .saved()
    self.init(
      testDescription: description, text: text, present: present, outcome: outcome,
      result: result ?? (isSaved ? text : present))
  }
}
