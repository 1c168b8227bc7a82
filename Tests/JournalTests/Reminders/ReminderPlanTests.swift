import Testing
import VaultFormat
import VaultStore

@testable import Journal

@Suite("What is told")
struct ReminderPlanTests {
  private static let day = "2026-11-20"

  private static func reminder(
    _ content: Reminder.Content, _ subject: String = "a", on day: String = day
  )
    throws -> Reminder
  {
    Reminder(content, of: subject, on: try #require(CalendarDay(day)))
  }

  private static func plan(
    _ due: [Reminder], _ ledger: ReminderLedger = ReminderLedger(), settings: String = "x:",
    again: String? = nil, now: String = "2026-11-20T18:00:00+01:00"
  ) throws -> ReminderPlan {
    let zone = try Zones.named("Europe/Berlin")
    return ReminderPlan(
      due, ledger: ledger, settings: ReminderSettings(setting(settings)),
      again: try again.map { try TrackerInterval($0) },
      now: try #require(NoteTime(now, zone: zone)), zone: zone)
  }

  private static func texts(_ plan: ReminderPlan) -> [String] {
    plan.notifications.map { "\($0.title)|\($0.body)" }
  }

  private static func all() throws -> [Reminder] {
    [
      try reminder(.capsule, "1"), try reminder(.memories(3), ""),
      try reminder(.birthday("Kaia turns 2")),
      try reminder(.milestone(person: "Kaia"), "1"), try reminder(.nudge("Anything funny?"), ""),
      try reminder(.tracker(title: "Water", since: "since 08:00"), "2"),
      try reminder(.milestone(person: "Kaia"), "2"), try reminder(.capsule, "2"),
      try reminder(.tracker(title: "Coffee", since: "today"), "1"),
    ]
  }

  @Test("each kind has its words; sealed notes and milestones are counted")
  func words() throws {
    #expect(
      try Self.texts(Self.plan(Self.all())) == [
        "Water|due since 08:00", "Coffee|due today", "A moment to write|Anything funny?",
        "Kaia turns 2|birthday today", "3 notes from this day|tl today shows them",
        "Kaia: 2 milestones ahead|tl milestone list shows them",
        "2 sealed notes open today|tl today shows them",
      ])
    #expect(
      try Self.texts(
        Self.plan([
          Self.reminder(.memories(1), ""), Self.reminder(.milestone(person: "Kaia")),
          Self.reminder(.capsule),
        ])) == [
          "1 note from this day|tl today shows it",
          "Kaia: 1 milestone ahead|tl milestone list shows it",
          "A sealed note opens today|tl today shows it",
        ])
  }

  @Test("what was told is not told again, but is once it is due another time")
  func once() throws {
    let due = try Self.all()
    var plan = try Self.plan(due)
    var ledger = plan.ledger
    for shown in plan.notifications.dropLast(2) { ledger.record(shown.marks, at: 0) }
    plan = try Self.plan(due, ledger)
    #expect(plan.notifications.map(\.kind) == [.milestones, .capsules])
    for shown in plan.notifications { ledger.record(shown.marks, at: 0) }
    #expect(try Self.plan(due, ledger).notifications.isEmpty)
    let another = try Self.reminder(.tracker(title: "Water", since: "today"), "2", on: "2026-11-22")
    #expect(try Self.texts(Self.plan(due + [another], ledger)) == ["Water|due today"])
    // One more sealed note is one more.
    let third = try Self.reminder(.capsule, "3")
    #expect(
      try Self.texts(Self.plan(due + [third], ledger)) == [
        "A sealed note opens today|tl today shows it"
      ])
    // The same twice, as two files with one id have it.
    #expect(try Self.plan([another, another]).notifications.count == 1)
  }

  @Test("again tells what is still due after an interval, also if the clock was wrong before")
  func again() throws {
    let due = [try Self.reminder(.tracker(title: "Water", since: "today"))]
    let now = try #require(NoteTime("2026-11-20T18:00:00+01:00", zone: .utc)).seconds
    func isTold(_ told: Int64, _ again: String) throws -> Bool {
      var ledger = ReminderLedger()
      ledger.record(due.map(\.mark), at: told)
      return try !Self.plan(due, ledger, again: again).notifications.isEmpty
    }
    #expect(try !isTold(now - 3_599, "1 hour") && isTold(now - 3_600, "1 hour"))
    // A day later at any time; at a clock time then.
    #expect(try isTold(now - 20 * 3_600, "1 day") && !isTold(now - 17 * 3_600, "1 day"))
    #expect(try !isTold(now - 20 * 3_600, "1 day at 19:00"))
    // Told by a clock far ahead: from now on.
    var ledger = ReminderLedger()
    ledger.record(due.map(\.mark), at: now + 1_000_000)
    let plan = try Self.plan(due, ledger, again: "1 hour")
    #expect(plan.notifications.isEmpty)
    let later = try Self.plan(due, plan.ledger, again: "1 hour", now: "2026-11-20T19:00:00+01:00")
    #expect(later.notifications.count == 1)
    ledger.record(due.map(\.mark), at: .min)
    #expect(try Self.plan(due, ledger, again: "9999 years").notifications.isEmpty)
  }

  @Test("what is off is not told, nor marked as told", arguments: ReminderKind.allCases)
  func off(kind: ReminderKind) throws {
    let plan = try Self.plan(Self.all(), settings: "x: {\(kind.rawValue): off}")
    #expect(!plan.notifications.map(\.kind).contains(kind))
    #expect(Set(plan.notifications.map(\.kind)).count == ReminderKind.allCases.count - 1)
    #expect(plan.ledger == ReminderLedger())
  }

  @Test(
    "a line has no control characters, is never empty, and never longer than a screen",
    arguments: [
      ("a\u{1B}[31mb\u{7}\nc\u{85}d", "a[31mb c d"), ("\u{202E}abc\u{2066}", "abc"),
      ("\u{1}\u{2}", "?"),
      ("", "?"), (" ", "?"), ("👩‍👧 Nga", "👩‍👧 Nga"), ("می‌خواهم", "می‌خواهم"),
      (String(repeating: "é", count: 300), String(repeating: "é", count: 199) + "…"),
    ])
  func lines(text: String, line: String) throws {
    let told = try Self.plan([Self.reminder(.birthday(text))])
    #expect(told.notifications.map(\.title) == [line])
    let long = String(repeating: "e" + String(repeating: "\u{301}", count: 2_000), count: 2_000)
    let plan = try Self.plan([Self.reminder(.birthday(long))])
    #expect((plan.notifications.first?.title.utf8.count ?? .max) < 4_000)
  }
}

@Suite("When a tracker is another time due")
struct ReminderMarkTests {
  private static func mark(_ every: String, zone: String, now: String) throws
    -> ReminderLedger.Mark?
  {
    let zone = try Zones.named(zone)
    let text = "---\nid: w\ntl: tracker\nevery: \(every)\n---\n\n- 2026-11-18T07:00:00+01:00\n"
    let document = NoteDocument(Array(text.utf8))
    let now = try #require(NoteTime(now, zone: zone))
    let status = try Logs.log(of: document, created: now, zone: zone).status(
      at: NoteTime(instant: now.seconds, zone: zone))
    return Reminder(status, since: "today")?.mark
  }

  @Test("a clock time goes with the traveller, an interval in hours does not")
  func traveller() throws {
    let later = "2026-11-20T18:00:00Z"
    for every in ["2 days at 08:00", "2 days"] {
      let berlin = try Self.mark(every, zone: "Europe/Berlin", now: later)
      #expect(try berlin != nil && berlin == Self.mark(every, zone: "America/New_York", now: later))
    }
    let hours = try Self.mark("48 hours", zone: "Europe/Berlin", now: later)
    #expect(hours?.due == NoteTime("2026-11-20T07:00:00+01:00", zone: .utc)?.seconds)
    #expect(try hours == Self.mark("48 hours", zone: "America/New_York", now: later))
    #expect(hours?.key == "trackers w")
  }

  @Test("there is none before it is due")
  func before() throws {
    #expect(
      try Self.mark("2 days at 08:00", zone: "Europe/Berlin", now: "2026-11-20T06:59:59Z") == nil)
    #expect(
      try Self.mark("2 days at 08:00", zone: "Europe/Berlin", now: "2026-11-20T07:00:00Z") != nil)
  }
}

@Suite("Which reminders are on")
struct ReminderSettingsTests {
  @Test("all are on unless one is switched off, and a person's settings come first")
  func choices() {
    let vault = ReminderSettings(setting("x: {birthdays: off, memories: no, capsules: on}"))
    #expect(vault.problems.isEmpty)
    let on = ReminderKind.allCases.filter(vault.isOn)
    #expect(on == [.trackers, .nudge, .milestones, .capsules])
    let person = ReminderSettings(setting("x: {memories: on, trackers: off}"))
    #expect(
      ReminderKind.allCases.filter(vault.overridden(by: person).isOn)
        == [.nudge, .memories, .milestones, .capsules])
    #expect(ReminderKind.allCases.allSatisfy(ReminderSettings().isOn))
    #expect(ReminderKind.allCases.allSatisfy(ReminderSettings(setting("x:")).isOn))
  }

  @Test(
    "what cannot be read is a problem, and has no effect",
    arguments: [
      "x: off", "x: [birthdays]", "x: {birthdays: never}", "x: {birthdays: [off]}", "x: {tea: off}",
      "x: {[a]: off}",
    ])
  func problems(text: String) {
    let settings = ReminderSettings(setting(text))
    #expect(ReminderKind.allCases.allSatisfy(settings.isOn))
    #expect(settings.problems.count == 1)
    #expect(settings.problems.first?.message.hasPrefix("reminders") == true)
  }
}
