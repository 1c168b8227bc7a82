import TestSupport
import Testing
import VaultFormat

@testable import Journal

@Suite("The milestones of a person")
struct MilestoneListTests {
  private static let today = "2026-11-20"

  private static func list(
    born: String?, due: String? = nil, done: [DoneMilestone] = [], today: String = today,
    milestones: String = "x:", sets: String = "x:"
  ) throws -> MilestoneList {
    let catalogue = MilestoneCatalogue(
      settings: MilestoneSettings(milestones: setting(milestones), sets: setting(sets)))
    return MilestoneList(
      catalogue, birth: born.flatMap { CalendarDay($0) }, due: due.flatMap { CalendarDay($0) },
      done: done, today: try #require(CalendarDay(today)))
  }

  private static func done(
    _ name: String, _ day: String, celebrated: String? = nil, path: String = "a.md"
  ) throws -> DoneMilestone {
    DoneMilestone(
      name: name, day: try #require(CalendarDay(day)),
      celebrated: celebrated.flatMap { CalendarDay($0) }, path: try #require(VaultPath(path)))
  }

  private static func lines(_ entries: [MilestoneEntry], today: String = today) throws -> [String] {
    let today = try #require(CalendarDay(today))
    return entries.map { "\($0.when)|\($0.milestone.title)|\($0.remark(today: today))" }
  }

  @Test("states and days of children born in time, born early, and not born yet")
  func table() throws {
    for row in try Table("milestone-windows").rows {
      let list = try Self.list(born: row[0], due: row[1], today: row[2])
      let entry = list.entries.first { $0.milestone.id == row[3] }
      let found = [
        entry?.state.rawValue ?? "absent", entry?.days.map { "\($0.lowerBound)" } ?? "-",
        entry?.days.map { "\($0.upperBound)" } ?? "-", entry?.isUpcoming == true ? "yes" : "no",
      ]
      #expect(found == Array(row[4...]), "\(row)")
      #expect(list.upcoming.contains { $0.milestone.id == row[3] } == (row[7] == "yes"), "\(row)")
    }
  }

  @Test("what is upcoming, as it is listed")
  func upcoming() throws {
    let names = ["kicks-ball", "eats-with-spoon", "walks-up-stairs", "nursery"]
    let list = try Self.list(
      born: "2025-05-17", due: "2025-05-24", done: try names.map { try Self.done($0, Self.today) })
    #expect(
      try Self.lines(list.upcoming) == [
        "by 24 months|Two words together|most children by then (CDC)",
        "by 24 months|Runs|most children by then (CDC)", "2027-05-17|Second birthday|in 5 months",
      ])
    let kinds = try Self.list(
      born: "2026-01-01", today: "2026-05-20", milestones: "x: {tl: Ours (4-6 months), w: W}")
    let lines = Set(try Self.lines(kinds.entries, today: "2026-05-20"))
    #expect(
      lines.isSuperset(of: [
        "3.8–9.2 months|Sits alone|98 of 100 children (WHO)",
        "4–8 months|First solid food|a wide span (tl)", "any time|First snow|", "any time|W|",
        "4–6 months|Ours|", "2026-06-01|Five months|in 12 days",
      ]))
  }

  @Test("windows as texts: none for the beginning where the CDC says only by which age")
  func texts() throws {
    let list = try Self.list(born: "2025-05-17")
    let texts = ["runs", "second-birthday", "nursery", "first-joke", "hops"].map { id in
      let entry = list.entries.first { $0.milestone.id == id }
      return [entry?.from ?? "-", entry?.to ?? "-"]
    }
    #expect(
      texts == [
        ["-", "24 months"], ["24 months", "24 months"], ["6 months", "4 years"], ["-", "-"],
        ["-", "5 years"],
      ])
  }

  @Test("done milestones come first, by day and path, each note by itself")
  func done() throws {
    let list = try Self.list(
      born: "2025-05-17",
      done: [
        Self.done("Erste Schritte", "2026-06-01", path: "b.md"),
        Self.done("first-steps", "2026-06-01", celebrated: "2026-06-03"),
        Self.done("Mama tanzt", "2026-05-01"), Self.done("first-test", "2024-09-20"),
        Self.done("baptism", "2025-09-01"),
      ])
    #expect(
      try Self.lines(list.done) == [
        "2024-09-20|Positive test|", "2025-09-01|Baptism|", "2026-05-01|Mama tanzt|",
        "2026-06-01|First steps|celebrated 2026-06-03", "2026-06-01|First steps|",
      ])
    #expect(list.done.map(\.milestone.basis) == [.tl, .tl, .own, .who, .who])
    #expect(
      list.done.map(\.milestone.id).suffix(3) == ["Mama tanzt", "first-steps", "first-steps"])
    #expect(list.entries.prefix(5).allSatisfy { $0.state == .done && !$0.isUpcoming })
    #expect(list.entries.count { $0.milestone.id == "first-steps" } == 2)
    // The window of a pregnancy is not counted from the birth.
    #expect(list.done.map { $0.days == nil } == [true, true, true, false, false])
  }

  @Test("done in a note by an id of the vault")
  func ownDone() throws {
    let list = try Self.list(
      born: "2025-05-17", done: [Self.done("FIRST-LANTERN", Self.today)],
      milestones: "x: {first-lantern: Carried her own lantern (12-36 months)}")
    #expect(list.done.map(\.milestone.title) == ["Carried her own lantern"])
    #expect(list.upcoming.allSatisfy { $0.milestone.set != nil })
  }

  @Test("below the list stands where its ages come from")
  func foot() throws {
    let list = try Self.list(born: "2026-01-01")
    let lines = MilestoneFoot.lines(for: list.upcoming)
    #expect(lines.map { $0.prefix(4) } == ["WHO:", "CDC:", "tl: ", "This"])
    #expect(lines.last?.contains("no medical advice") == true)
    #expect(lines.last?.contains("neither WHO nor CDC endorses") == true)
    let older = MilestoneFoot.lines(for: try Self.list(born: "2023-01-01").upcoming)
    #expect(older.map { $0.prefix(4) } == ["CDC:", "tl: ", "This"])
    let adult = try Self.list(born: "2010-01-01", done: [Self.done("first-steps", Self.today)])
    #expect(MilestoneFoot.lines(for: adult.entries).isEmpty)
  }

  @Test("no text calls anything late")
  func words() throws {
    let lists = try ["2026-05-01", "2025-05-17", "2020-01-01"].map { try Self.list(born: $0) }
    let entries = lists.flatMap(\.entries)
    let texts = try Self.lines(entries) + MilestoneFoot.lines(for: entries)
    for text in texts {
      for word in ["late", "behind", "overdue", "missed", "delay"] {
        #expect(!text.lowercased().split { !$0.isLetter }.contains { $0 == word }, "\(text)")
      }
    }
  }

  @Test("lists of people of any age hold only what has not ended, in order")
  func laws() throws {
    let catalogue = MilestoneCatalogue(
      settings: MilestoneSettings(sets: setting("x: [development, firsts, celebrations, jewish]")))
    try withSeed(cases: 300) { generator in
      func day(near other: Int, _ range: ClosedRange<Int>) -> CalendarDay {
        CalendarDay(clamping: other + Int.random(in: range, using: &generator))
      }
      let today = day(near: 0, CalendarDay.numbers)
      let birth = Bool.random(using: &generator) ? day(near: today.number, -3000...300) : nil
      let due =
        Bool.random(using: &generator)
        ? day(near: (birth ?? today).number, -100...400) : nil
      let list = MilestoneList(catalogue, birth: birth, due: due, done: [], today: today)
      let note = "\(today) \(birth.map { "\($0)" } ?? "-") \(due.map { "\($0)" } ?? "-")"
      #expect(Set(list.entries.map(\.milestone.id)).count == list.entries.count, "\(note)")
      for entry in list.entries {
        let isOpen = entry.days?.contains(today) ?? true
        #expect(entry.state == (isOpen ? .open : .ahead), "\(note) \(entry)")
        #expect(entry.days.map { today <= $0.upperBound } ?? true, "\(note) \(entry)")
        #expect(!entry.isUpcoming || entry.days != nil, "\(note) \(entry)")
      }
      let ends = list.entries.map { $0.days?.upperBound.number ?? .max }
      #expect(ends == ends.sorted(), "\(note)")
    }
  }

  @Test("a corrected age counts from the due day, until the second birthday")
  func corrected() throws {
    let shipped = MilestoneCatalogue().milestones.filter { $0.set != .pregnancy }
    let windows = shipped.compactMap(\.window) + [try #require(AgeWindow("22-23 months"))]
    try withSeed(cases: 300) { generator in
      let birth = CalendarDay(clamping: Int.random(in: 0...40_000, using: &generator))
      let early = Int.random(in: 0...120, using: &generator)
      let due = try #require(birth.adding(days: early))
      let stage = LifeStage(birth: birth, due: due, today: birth)
      let second = try #require(birth.adding(months: 24))
      for window in windows {
        let plain = try #require(window.to.day(after: birth))
        let days = try #require(stage.days(of: window))
        let isCorrected = early >= 21 && !window.isExact && plain < second
        let expected = isCorrected ? min(try #require(window.to.day(after: due)), second) : plain
        #expect(days.upperBound == expected, "\(birth) \(early) \(window)")
      }
    }
  }
}
