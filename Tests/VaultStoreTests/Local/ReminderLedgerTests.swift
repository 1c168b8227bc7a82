import Testing

@testable import VaultStore

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
