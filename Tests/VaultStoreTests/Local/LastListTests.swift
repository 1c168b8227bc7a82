import Testing
import VaultFormat

@testable import VaultStore

@Suite("The notes of the last list")
struct LastListTests {
  private let temporary: TemporaryVault
  private let vault: Vault

  init() throws {
    temporary = try TemporaryVault()
    vault = try Vault(opening: temporary.root)
  }

  @Test("what is saved is read again, in order, the thousandth as the last")
  func roundTrip() throws {
    #expect(LastList(of: vault, on: nil) == nil)
    let notes = (0..<1_200).compactMap { number in
      NoteID("note \(number)").map {
        LastList.Note($0, at: number % 3 == 0 ? nil : VaultPath("a b/cafe\u{301} \(number).md"))
      }
    }
    try LastList(time: 1_795_194_191, notes: notes).save(in: vault, on: nil)
    let list = try #require(LastList(of: vault, on: nil))
    #expect(list.time == 1_795_194_191)
    #expect(list.notes == Array(notes.prefix(1_000)))
    try LastList(time: -5, notes: []).save(in: vault, on: nil)
    #expect(LastList(of: vault, on: nil)?.notes.isEmpty == true)
    #expect(LastList(of: vault, on: nil)?.time == -5)
    #expect(LastList.forget(in: vault, on: nil) && LastList(of: vault, on: nil) == nil)
    #expect(LastList.forget(in: vault, on: nil))
  }

  @Test("ids with odd characters keep their numbers")
  func oddIDs() throws {
    let ids = ["a\r", "b", " c ", "d\ne", "\r", "f\u{2028}g", "é", "e\u{301}", "\t%09?", "%"]
      .compactMap {
        NoteID($0)
      }
    let paths = ["a.md", "b\t.md", "c\n.md", "d.md", "e\r.md"].map { VaultPath($0) }
    let notes = ids.enumerated().map { LastList.Note($1, at: paths[$0 % paths.count]) }
    try LastList(time: 1, notes: notes).save(in: vault, on: nil)
    let read = try #require(LastList(of: vault, on: nil)).notes
    try #require(read.count == ids.count)
    #expect(read.map(\.id) == ids)
    for (index, note) in read.enumerated() {
      #expect(note.path == ([1, 2].contains(index % 5) ? nil : paths[index % 5]))
    }
  }

  @Test("an id that is too long is none, and the others can be read")
  func longIDs() throws {
    let long = NoteID(String(repeating: "x", count: 1 << 20))
    let notes = [long, NoteID("?")].map { LastList.Note($0, at: VaultPath("a.md")) }
    try LastList(time: 1, notes: notes).save(in: vault, on: nil)
    #expect(LastList(of: vault, on: nil)?.notes.map(\.id?.text) == [nil, "?"])
  }

  @Test("a damaged list is none")
  func damaged() throws {
    for text in ["", "\n", "soon\na\n", "99999999999999999999\na\n", "\u{0}"] {
      try temporary.write(".tl/local/last-list", text)
      #expect(LastList(of: vault, on: nil) == nil, "\(text.debugDescription)")
    }
    try temporary.write(".tl/local/last-list", "12\na")
    #expect(LastList(of: vault, on: nil)?.notes.map(\.id?.text) == ["a"])
  }

  @Test("nothing outside of the vault is written through a link")
  func link() throws {
    try temporary.makeFolder(".tl/local")
    try temporary.write("outside", "x")
    try temporary.link(".tl/local/last-list", to: "../../outside")
    try? LastList(time: 1, notes: []).save(in: vault, on: nil)
    #expect(temporary.text("outside") == "x")
  }

  @Test("each terminal has its own list, and so have programs without one")
  func terminals() throws {
    let terminals = [nil, "/dev/pts/1", "/dev/pts/12", "/dev/ttys001"]
    for (time, terminal) in terminals.enumerated() {
      try LastList(time: Int64(time), notes: []).save(in: vault, on: terminal)
    }
    #expect(terminals.map { LastList(of: vault, on: $0)?.time } == [0, 1, 2, 3])
    #expect(LastList(of: vault, on: "/dev/pts/2") == nil)
    #expect(LastList.forget(in: vault, on: "/dev/pts/1"))
    #expect(terminals.map { LastList(of: vault, on: $0)?.time } == [0, nil, 2, 3])
  }
}
