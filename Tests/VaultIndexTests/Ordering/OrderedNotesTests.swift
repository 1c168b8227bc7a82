import TestSupport
import Testing
import VaultFormat

@testable import VaultIndex

@Suite("Places in the order by hand")
struct OrderedNotesTests {
  private func note(_ name: String) -> OrderedNotes.Note {
    OrderedNotes.Note(path: VaultPath("\(name).md")!, id: NoteID("id-\(name)")!)
  }

  /// An index of notes with these numbers; nil for none.
  private func ordered(_ numbers: [(String, Double?)]) throws -> OrderedNotes {
    let files = numbers.map { name, number in
      let order = number.map { "order: \($0)\n" } ?? ""
      return ("\(name).md", "---\nid: id-\(name)\n\(order)---\n")
    }
    return OrderedNotes(of: try ScannedVault(pairs: files).index)
  }

  private func written(_ changes: [OrderedNotes.Change]) -> [String] {
    changes.map { "\($0.note.path.text) \($0.number)" }
  }

  @Test("the note itself is written last, and alone where there is room")
  func room() throws {
    let notes = try ordered([("a", 1000), ("b", 2000), ("c", nil)])
    #expect(written(notes.changes(placing: note("c"), at: .before(note("b")))) == ["c.md 1500.0"])
    #expect(written(notes.changes(placing: note("b"), at: .first)) == ["b.md 0.0"])
    #expect(written(notes.changes(placing: note("a"), at: .last)) == ["a.md 3000.0"])
  }

  @Test("a note that stands there already is not written")
  func there() throws {
    let notes = try ordered([("a", 1000), ("b", 2000)])
    #expect(notes.changes(placing: note("a"), at: .first).isEmpty)
    #expect(notes.changes(placing: note("a"), at: .before(note("b"))).isEmpty)
    #expect(notes.changes(placing: note("b"), at: .after(note("a"))).isEmpty)
    #expect(notes.changes(placing: note("b"), at: .last).isEmpty)
  }

  @Test("a neighbour without a number gets one first")
  func neighbour() throws {
    let notes = try ordered([("a", 1000), ("b", nil), ("c", nil)])
    #expect(
      written(notes.changes(placing: note("c"), at: .before(note("b"))))
        == ["b.md 2000.0", "c.md 1500.0"])
  }
}
