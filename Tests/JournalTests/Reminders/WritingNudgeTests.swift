import Testing
import VaultFormat

@testable import Journal

@Suite("The daily reminder")
struct WritingNudgeTests {
  private static func speaks(
    last: String?, now: String = "2026-11-20T19:00:00+01:00",
    settings: String = "x: {at: \"19:00\"}"
  ) throws -> Bool {
    let now = try #require(NoteTime(now, zone: .utc))
    let last = try last.map { try #require(CalendarDay($0)) }
    let day = WritingNudge.day(NudgeSettings(setting(settings)), lastWritten: last, now: now)
    #expect(day == nil || day == now.day)
    return day != nil
  }

  @Test("it speaks from its time on, on days without a note, and less and less")
  func times() throws {
    #expect(try Self.speaks(last: "2026-11-19"))
    #expect(try !Self.speaks(last: "2026-11-19", now: "2026-11-20T18:59:59+01:00"))
    #expect(try Self.speaks(last: "2026-11-19", now: "2026-11-20T23:45:00+01:00"))
    #expect(try !Self.speaks(last: "2026-11-20"))
    #expect(try !Self.speaks(last: "2026-11-19", settings: "x:"))
    #expect(try Self.speaks(last: nil))
    let days = try (-30...30).filter { days in
      let last = try #require(CalendarDay("2026-11-20")?.adding(days: -days))
      return try Self.speaks(last: "\(last)")
    }
    #expect(days == [1, 2, 3, 5, 7, 14, 21, 28])
    #expect(!ReminderBackOff.speaks(daysSinceLastNote: .min))
  }

  private static func metGoal(_ goal: String, _ events: [String], on day: String) throws -> Bool {
    let zone = try Zones.named("Europe/Berlin")
    let lines = events.map { "- \($0)\n" }.joined()
    let document = NoteDocument(Array("---\ntl: tracker\ngoal: \(goal)\n---\n\n\(lines)".utf8))
    let now = try #require(NoteTime("2026-11-20T19:00:00+01:00", zone: zone))
    return try Logs.log(of: document, created: now, zone: zone)
      .metGoal(on: try #require(CalendarDay(day)), dayStart: 0, now: now)
  }

  @Test("a goal is met on a day by what was done until then; 2026-11-15 is a Sunday")
  func goals() throws {
    let glasses = ["2026-11-18T09:00 = 5", "2026-11-18T12:00 = 3", "2026-11-19T09:00 = 7"]
    #expect(try Self.metGoal("8 per day", glasses, on: "2026-11-18"))
    #expect(try !Self.metGoal("8 per day", glasses, on: "2026-11-19"))
    let runs = ["2026-11-16", "2026-11-18", "2026-11-20"]
    #expect(try !Self.metGoal("2 per week", runs, on: "2026-11-17"))
    #expect(try Self.metGoal("2 per week", runs, on: "2026-11-19"))
    #expect(try Self.metGoal("at most 7 per day", glasses, on: "2026-11-19"))
    #expect(try !Self.metGoal("at most 7 per day", glasses, on: "2026-11-18"))
    // Undecided before the end of the week; not begun.
    #expect(try !Self.metGoal("at most 7 per week", ["2026-11-10"], on: "2026-11-14"))
    #expect(try Self.metGoal("at most 7 per week", ["2026-11-10"], on: "2026-11-15"))
    #expect(try !Self.metGoal("at most 7 per day", glasses, on: "2026-11-17"))
    #expect(try !Self.metGoal("none", runs, on: "2026-11-19"))
  }
}

@Suite("Milestones to remind of")
struct MilestonesAheadTests {
  private static func ahead(
    _ today: String, born: String = "2025-05-17", done: [DoneMilestone] = []
  )
    throws -> [String]
  {
    let today = try #require(CalendarDay(today))
    let list = MilestoneList(
      MilestoneCatalogue(
        settings: MilestoneSettings(
          milestones: setting("x: {lantern: Carried a lantern (18-36 months)}"),
          sets: setting("x: [celebrations]"))),
      birth: CalendarDay(born), due: nil, done: done, today: today)
    return list.ahead(today: today).map { "\($0.milestone.id) \($0.from)" }
  }

  @Test("celebrations are told of in the week before them, others when their ages begin")
  func days() throws {
    let birthday = ["second-birthday 2027-05-10"]
    #expect(try Self.ahead("2027-05-09") == [])
    for day in ["2027-05-10", "2027-05-13", "2027-05-17"] {
      #expect(try Self.ahead(day) == birthday)
    }
    #expect(try Self.ahead("2027-05-18") == [])
    let lantern = ["lantern 2026-11-17"]
    #expect(try Self.ahead("2026-11-16") == [])
    for day in ["2026-11-17", "2026-11-23"] { #expect(try Self.ahead(day) == lantern) }
    #expect(try Self.ahead("2026-11-24") == [])
  }

  @Test("what is done is not ahead")
  func done() throws {
    let done = DoneMilestone(
      name: "lantern", day: try #require(CalendarDay("2026-11-18")), celebrated: nil,
      path: try #require(VaultPath("a.md")))
    #expect(try Self.ahead("2026-11-20", done: [done]) == [])
  }
}
