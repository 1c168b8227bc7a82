import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Journal

/// Weeks of runs every quarter of an hour, by a clock that jumps, while events are logged and taken back, and while
/// programs fail to show what they are given.
@Suite("Whatever the clock does")
struct ReminderLawTests {
  @Test(
    "nothing is told twice, and nothing that is due stays untold",
    arguments: ["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"])
  func law(zone: String) throws {
    let zone = try Zones.named(zone)
    try withSeed(cases: 4) { generator in
      var world = World(zone: zone)
      for _ in 0..<400 { try world.step(&generator) }
    }
  }

  private struct World {
    let zone: TimeZoneRules
    var clock: Int64 = 1_795_194_191
    var ledger = ReminderLedger()
    var events: [[String]] = [
      ["2026-11-18T10:00+01:00"], [], ["2026-11-19"], ["2026-11-20T18:00+01:00"],
    ]
    /// By what is due and when, in words of its own.
    var told: Set<String> = []

    static let intervals = ["1 day at 08:00", "3 days", "90 min", "2 hours"]

    mutating func step(_ generator: inout SeededGenerator) throws {
      clock += jump(&generator)
      let now = NoteTime(instant: clock, zone: zone)
      if Int.random(in: 0..<6, using: &generator) == 0 {
        let number = events.indices.randomElement(using: &generator) ?? 0
        if Bool.random(using: &generator) || events[number].isEmpty {
          events[number].append(now.rfc3339)
        } else {
          events[number].removeLast()
        }
      }
      let due = try due(at: now)
      let plan = ReminderPlan(
        due.map(\.reminder), ledger: ledger, settings: ReminderSettings(), now: now, zone: zone)
      #expect(plan.ledger.count <= ReminderLedger.limit + due.count)
      ledger = plan.ledger
      let names = Dictionary(due.map { ($0.reminder.mark, $0.name) }) { first, _ in first }
      var failed: Set<ReminderLedger.Mark> = []
      for notification in plan.notifications {
        if Int.random(in: 0..<4, using: &generator) == 0 {
          failed.formUnion(notification.marks)
          continue
        }
        for mark in notification.marks {
          let name = try #require(names[mark])
          #expect(told.insert(name).inserted, "\(name) is told twice")
        }
        ledger.record(notification.marks, at: clock)
      }
      for (reminder, name) in due where !failed.contains(reminder.mark) {
        #expect(told.contains(name), "\(name) is not told")
      }
    }

    /// Mostly a quarter of an hour; else some days or a season there and back.
    private func jump(_ generator: inout SeededGenerator) -> Int64 {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0: Int64.random(in: -4 * 86_400...4 * 86_400, using: &generator)
      case 1: -Int64.random(in: 0...7_200, using: &generator)
      case 2: Int64.random(in: -100 * 86_400...100 * 86_400, using: &generator)
      default: 900 + Int64.random(in: 0...5, using: &generator)
      }
    }

    private func due(at now: NoteTime) throws -> [(reminder: Reminder, name: String)] {
      var due: [(Reminder, String)] = []
      for (number, events) in events.enumerated() {
        let every = Self.intervals[number]
        let lines = events.map { "- \($0)\n" }.joined()
        let text =
          "---\nid: t\(number)\ntl: tracker\ncreated: 2026-11-01\nevery: \(every)\n---\n\n\(lines)"
        let document = NoteDocument(Array(text.utf8))
        let status = try Logs.log(of: document, created: now, zone: zone).status(at: now)
        guard let time = status.due, let reminder = Reminder(status, since: "today") else {
          continue
        }
        due.append((reminder, "tracker \(number) \(time.rfc3339)"))
      }
      due.append((Reminder(.birthday("Kaia turns 2"), of: "k", on: now.day), "birthday \(now.day)"))
      if now.secondOfDay >= 68_400 {
        due.append((Reminder(.nudge("?"), on: now.day), "nudge \(now.day)"))
      }
      return due
    }
  }
}
