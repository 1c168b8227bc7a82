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

@Suite("What reminders have told")
struct ReminderLedgerTests {
  private typealias Mark = ReminderLedger.Mark

  private let temporary: TemporaryVault
  private let vault: Vault

  init() throws {
    temporary = try TemporaryVault()
    vault = try Vault(opening: temporary.root)
  }

  @Test("what is stored is read again, one due time apart from another")
  func roundTrip() throws {
    #expect(ReminderLedger(of: vault) == ReminderLedger())
    var ledger = ReminderLedger()
    let marks = [Mark(key: "trackers a b", due: 5), Mark(key: "trackers a b", due: -6)]
    ledger.record(marks, at: 100)
    ledger.record([Mark(key: "nudge", due: 7), marks[0]], at: 200)
    try ledger.save(in: vault)
    #expect(
      temporary.text(".tl/local/notified")
        == "-6 100 trackers a b\n7 200 nudge\n5 200 trackers a b\n")
    let read = ReminderLedger(of: vault)
    #expect(read == ledger && read.count == 3)
    #expect(read.time(of: marks[0]) == 200 && read.time(of: marks[1]) == 100)
    #expect(read.time(of: Mark(key: "trackers a b", due: 6)) == nil)
  }

  @Test("a key is one line, whatever an id has in it")
  func keys() throws {
    var ledger = ReminderLedger()
    let mark = Mark(key: "trackers a\n1 2 nudge\r\n", due: 1)
    ledger.record([mark], at: 3)
    try ledger.save(in: vault)
    #expect(ReminderLedger(of: vault).time(of: mark) == 3)
    #expect(ReminderLedger(of: vault).count == 1)
  }

  @Test("lines that cannot be read are left out, and no number is too large")
  func damaged() throws {
    try temporary.write(
      ".tl/local/notified",
      "\n\u{0}\n1\n1 2\nx 2 nudge\n1 x nudge\n99999999999999999999 1 nudge\n1 9223372036854775807 a\n1 2 a\n"
    )
    let ledger = ReminderLedger(of: vault)
    #expect(ledger.count == 1)
    #expect(ledger.time(of: Mark(key: "a", due: 1)) == 2)
    try temporary.write(".tl/local/notified", "")
    #expect(ReminderLedger(of: vault) == ReminderLedger())
  }

  @Test("old marks are dropped by the order in which they were told; what is due stays")
  func tidied() {
    var ledger = ReminderLedger()
    let marks = (0..<ReminderLedger.limit + 20).map { Mark(key: "\($0)", due: 0) }
    // A clock that goes back.
    for (number, mark) in marks.enumerated() { ledger.record([mark], at: Int64(10_000 - number)) }
    let tidied = ledger.tidied(keeping: [marks[0], marks[3]], now: 9_999)
    #expect(tidied.count == ReminderLedger.limit + 2)
    #expect(tidied.time(of: marks[0]) == 9_999, "no time is after now")
    #expect(tidied.time(of: marks[3]) == 9_997)
    #expect(tidied.time(of: marks[19]) == nil && tidied.time(of: marks[20]) != nil)
    #expect(tidied.tidied(keeping: [marks[0], marks[3]], now: 9_999) == tidied)
  }

  @Test("nothing outside of the vault is written through a link")
  func link() throws {
    try temporary.makeFolder(".tl/local")
    try temporary.write("outside", "x")
    try temporary.link(".tl/local/notified", to: "../../outside")
    try? ReminderLedger().save(in: vault)
    #expect(temporary.text("outside") == "x")
  }
}
