import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("How a tracker does by its goal")
struct GoalProgressTests {
  private static func progress(
    _ events: [String], _ keys: String, now: String = Logs.now, from first: String = "2026-11-07",
    _ aggregate: TrackerAggregate? = nil, dayStart: Int = 0
  ) throws -> GoalProgress? {
    let log = try Logs.log(events, keys)
    let history = TrackerHistory(of: log, dayStart: dayStart, now: try Logs.time(now))
    let target = try #require(
      PeriodTarget(of: log.tracker, aggregate: aggregate ?? history.defaultAggregate))
    return GoalProgress(
      of: target, in: history, created: log.tracker.created.day,
      days: try Logs.day(first)...Logs.day("9999-12-31"))
  }

  /// Expects `KEPT of OF, run RUN of LONGEST`; `none` without progress.
  private static func expect(
    _ events: [String], _ keys: String, now: String = Logs.now, from first: String = "2026-11-07",
    as aggregate: TrackerAggregate? = nil, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try progress(events, keys, now: now, from: first, aggregate)
    let text = found.map { "\($0.text), run \($0.run) of \($0.longestRun)" } ?? "none"
    #expect(text == expected, "\(events), \(keys)", sourceLocation: sourceLocation)
  }

  private static func days(_ days: [Int], _ rest: String = "") -> [String] {
    days.map { "2026-11-\($0 < 10 ? "0" : "")\($0)\(rest)" }
  }

  @Test("kept days, and runs of them; the longest stays")
  func daily() throws {
    let days = Self.days([7, 8, 9, 10, 12, 13, 15, 16, 17, 18, 19, 20])
    try Self.expect(days, "every: 1 day", "12 of the last 14 days, run 6 of 6")
    try Self.expect(days, "goal: 1 per day", "12 of the last 14 days, run 6 of 6")
    try Self.expect(
      days.dropLast(4) + ["2026-11-20"], "every: 1 day", "9 of the last 14 days, run 1 of 4")
    // Runs are those of the whole time.
    try Self.expect(days, "every: 1 day", from: "2026-11-18", "3 of the last 3 days, run 6 of 6")
    try Self.expect(
      Self.days([1]), "every: 1 day", from: "2026-11-20", as: .count,
      "0 of the last 0 days, run 0 of 1")
  }

  @Test("today does not count against anybody before it is over")
  func today() throws {
    try Self.expect(Self.days([18, 19]), "every: 1 day", "2 of the last 2 days, run 2 of 2")
    try Self.expect(
      Self.days([18, 19]), "goal: at most 1 per day", from: "2026-11-18",
      "2 of the last 2 days, run 19 of 19")
    try Self.expect(
      Self.days([18, 20, 20]), "goal: at most 1 per day", from: "2026-11-18",
      "2 of the last 3 days, run 0 of 19")
  }

  @Test("at least counts what reaches the goal, at most what does not go beyond")
  func bounds() throws {
    let values = ["2026-11-17 = 8", "2026-11-18 = 7", "2026-11-18 = 1.5", "2026-11-19 = 7.9"]
    try Self.expect(values, "goal: 8 cups per day", "2 of the last 3 days, run 0 of 2")
    try Self.expect(
      values, "goal: at most 8 cups per day", from: "2026-11-17",
      "2 of the last 3 days, run 1 of 17")
    try Self.expect(values, "goal: 2 per day", as: .count, "1 of the last 3 days, run 0 of 1")
    try Self.expect(
      values, "goal: at least 7.9 per day", as: .last, "2 of the last 3 days, run 1 of 1")
  }

  @Test("weeks from Monday, months and years")
  func periods() throws {
    // Mondays: 2, 9 and 16 November.
    let days = Self.days([1, 1, 1, 3, 8, 8, 9, 12, 15])
    try Self.expect(days, "goal: 3 a week", from: "2026-10-26", "3 of the last 3 weeks, run 3 of 3")
    try Self.expect(
      days.dropLast(), "goal: 3 a week", from: "2026-10-26", "2 of the last 3 weeks, run 0 of 2")
    try Self.expect(
      ["2025-12-31", "2026-01-01"], "goal: 1 per year", from: "2020-01-01",
      "2 of the last 2 years, run 2 of 2")
    try Self.expect(
      ["2026-08-31", "2026-09-01", "2026-11-01"], "every: month", from: "2026-01-01",
      "3 of the last 4 months, run 1 of 2")
  }

  @Test("the period in which a tracker began counts only if it was kept")
  func firstPeriod() throws {
    // A Sunday.
    try Self.expect(
      ["2026-11-08", "2026-11-09", "2026-11-10"], "goal: 2 a week",
      "1 of the last 1 week, run 1 of 1")
    try Self.expect(
      ["2026-11-08", "2026-11-08"], "goal: 2 a week", from: "2026-11-01",
      "1 of the last 2 weeks, run 0 of 1")
  }

  @Test("an interval is kept while the last event is not longer ago")
  func intervals() throws {
    try Self.expect(
      Self.days([10, 12, 14, 17, 19]), "every: 2 days", "10 of the last 11 days, run 4 of 6")
    try Self.expect(
      Self.days([2, 17]), "every: 2 weeks", from: "2026-11-01", "3 of the last 3 weeks, run 3 of 3")
    // Eight hours are three events a day, forty are one in two days.
    let day = Self.days([18, 19], "T08:00Z") + Self.days([18, 19], "T09:00Z")
    try Self.expect(
      day + Self.days([19], "T10:00Z"), "every: 8 hours", "1 of the last 2 days, run 1 of 1")
    try Self.expect(Self.days([14, 16, 19]), "every: 40 hours", "6 of the last 7 days, run 2 of 4")
  }

  @Test("days with a pause or a skip count only where the goal was reached")
  func pauses() throws {
    let days = Self.days([10, 11, 15, 16, 17])
    let off = ["2026-11-12/2026-11-14 pause", "2026-11-18 skip", "2026-11-19 skip"]
    try Self.expect(days, "every: 1 day", "5 of the last 10 days, run 0 of 3")
    try Self.expect(days + off, "every: 1 day", "5 of the last 5 days, run 5 of 5")
    try Self.expect(
      days + off + ["2026-11-13", "2026-11-19"], "every: 1 day", "7 of the last 7 days, run 7 of 7")
    // Of at most something, a day away from it is nothing that was kept.
    try Self.expect(
      days + off, "goal: at most 1 per day", from: "2026-11-10",
      "5 of the last 5 days, run 14 of 14")
    try Self.expect(
      days + ["2026-11-12", "2026-11-12"] + off, "goal: at most 1 per day",
      "8 of the last 8 days, run 14 of 14")
    try Self.expect(
      ["2026-11-01/ pause", "2026-10-20"], "every: 1 day", from: "2026-10-01",
      "1 of the last 12 days, run 0 of 1")
    try Self.expect(
      ["2026-11-09", "2026-11-17 skip"], "goal: 1 a week", now: "2026-11-30T12:00Z",
      "1 of the last 2 weeks, run 0 of 1")
  }

  @Test("a tracker that has not begun has no progress, but one of at most something has")
  func begin() throws {
    try Self.expect([], "every: 1 day", "none")
    try Self.expect(["2026-12-01"], "every: 1 day", "none")
    try Self.expect(
      [], "goal: at most 0 per day", from: "2026-11-01", "19 of the last 19 days, run 19 of 19")
    try Self.expect([], "goal: at most 0 per day", now: "2026-10-01T12:00:00Z", "none")
  }

  @Test("a tracker without a goal and an interval has no target; the goal comes first")
  func targets() throws {
    #expect(PeriodTarget(of: try Logs.log([]).tracker, aggregate: .sum) == nil)
    let both = try Logs.log([], "every: 1 day\ngoal: 3 km a week").tracker
    let target = try #require(PeriodTarget(of: both, aggregate: .sum))
    #expect(target.period == .week && target.number == 3 && target.aggregate == .sum)
  }

  @Test("what is said blames nobody")
  func words() throws {
    let text = try #require(try Self.progress(Self.days([7]), "every: 1 day")).text.lowercased()
    for word in ["miss", "broken", "lost", "fail", "only"] { #expect(!text.contains(word)) }
  }
}

// MARK: - Strength

extension GoalProgressTests {
  /// In percent, with two decimals.
  private static func strength(
    _ amounts: [Int], _ keys: String = "goal: 1 per day", off: [Int] = [],
    as aggregate: TrackerAggregate = .sum
  ) throws -> String {
    let start = try Logs.day("2026-01-01").number
    func day(_ index: Int) -> CalendarDay { CalendarDay(clamping: start + index) }
    let events = amounts.enumerated().flatMap { index, amount in
      amount == 0 ? [] : ["\(day(index)) = \(amount)"]
    }
    let found = try progress(
      events + off.map { "\(day($0)) pause" }, keys, now: "\(day(amounts.count))T00:00:00+01:00",
      from: "2026-01-01", aggregate)
    return found?.strength.map { NumberText.of($0 * 100) } ?? "none"
  }

  @Test("the table")
  func strengthTable() throws {
    for row in try Table("strength").rows {
      let numbers = row.compactMap { Double($0) }
      let (kept, missed, paused) = (Int(numbers[0]), Int(numbers[1]), Int(numbers[2]))
      let amounts =
        [Int](repeating: 1, count: kept) + [Int](repeating: 0, count: missed + paused)
      let off = Array((kept + missed)..<amounts.count)
      #expect(try Self.strength(amounts, off: off) == NumberText.of(numbers[3]), "\(row)")
    }
  }

  @Test("the day that is not over counts only as far as it is decided")
  func strengthToday() throws {
    func value(_ days: [Int], _ keys: String, now: String) throws -> Double {
      try #require(try Self.progress(Self.days(days), keys, now: now)?.strength)
    }
    for keys in ["every: 1 day", "goal: at most 1 per day"] {
      let before = try value([10, 11], keys, now: "2026-11-12T00:00:00+01:00")
      #expect(try value([10, 11], keys, now: "2026-11-12T23:00:00+01:00") == before, "\(keys)")
    }
    let daily = "every: 1 day"
    let before = try value([10, 11], daily, now: "2026-11-12T00:00:00+01:00")
    #expect(try value([10, 11, 12], daily, now: "2026-11-12T23:00:00+01:00") > before)
    #expect(try value([10, 11], daily, now: "2026-11-13T01:00:00+01:00") < before)
    let rare = "goal: at most 1 per day"
    #expect(try value([10, 12, 12], rare, now: "2026-11-12T23:00:00+01:00") < 1)
  }

  @Test("an event every other day is as good as the goal wants it, on whichever day of two")
  func strengthOfSeldomEvents() throws {
    let regular = (0..<400).map { $0.isMultiple(of: 2) ? 1 : 0 }
    let irregular = (0..<400).map { $0 % 4 < 2 ? 1 : 0 }
    #expect(try Double(Self.strength(regular, "every: 2 days", as: .count)) ?? 0 > 99)
    #expect(try Double(Self.strength(irregular, "every: 2 days", as: .count)) ?? 0 > 99)
    // Half of the events, about half of the strength.
    let half = (0..<400).map { $0.isMultiple(of: 4) ? 1 : 0 }
    let strength = try Double(Self.strength(half, "every: 2 days", as: .count)) ?? 0
    #expect(49...51 ~= strength)
  }

  @Test("what is wanted less often changes the strength more slowly")
  func strengthOfFrequency() throws {
    // Two days of the half of an event in four days: m is 0.5 to the power of 0.5/13.
    #expect(try Self.strength([1], "every: 4 days", as: .count) == "2.6")
    // Two days of 3 km of 7 in a week: m is 0.5 to the power of √(1/7)/13.
    #expect(try Self.strength([3], "goal: 7 km a week") == "1.69")
  }

  @Test("a part of the goal counts as a part, whatever its unit is")
  func strengthOfParts() throws {
    let meters = try Self.strength([Int](repeating: 2000, count: 60), "goal: 4000 m per day")
    #expect(meters == "47.96")
    let kilometers = try Self.strength([Int](repeating: 2, count: 60), "goal: 4 km per day")
    #expect(kilometers == meters)
    let weekly = try Self.strength([Int](repeating: 1, count: 200), "goal: 7 km per week")
    let more = try Self.strength([Int](repeating: 1000, count: 200), "goal: 7000 m per week")
    #expect(weekly == more)
  }

  @Test("of at most something, it falls only with what is beyond")
  func strengthOfAtMost() throws {
    let keys = "goal: at most 2 per day"
    #expect(try Self.strength([2, 0, 1, 2], keys) == "100")
    #expect(try Self.strength([2, 3], keys) == "97.4")
    #expect(try Self.strength([2, 4], keys) == "94.81")
    #expect(try Self.strength([2, 400], keys) == "94.81")
  }

  @Test("it never is a zero after a day that counted, and it has none where nothing can be added")
  func strengthLimits() throws {
    #expect(try Self.strength([1] + [Int](repeating: 0, count: 30)) != "0")
    for aggregate in [TrackerAggregate.mean, .last, .min, .max] {
      #expect(try Self.strength([1, 1], as: aggregate) == "none")
    }
  }

  @Test("goals and intervals of strangers give a number from 0 to 1")
  func strengthOfHostileGoals() throws {
    let huge = "1" + String(repeating: "0", count: 308)
    let events = ["2026-11-10 = \(huge)", "2026-11-11 = -\(huge)", "2026-11-12 = 1"]
    let goals = ["0", "-5", huge, "-\(huge)", "0." + String(repeating: "0", count: 320) + "1", "1"]
      .flatMap { number in
        ["at least", "at most"].flatMap { bound in
          ["day", "week", "month", "year"].map { "goal: \(bound) \(number) per \($0)" }
        }
      }
    let intervals = ["9999 years", "3650000 days", "1 minute", "5000000000 minutes", "87000000 h"]
    for keys in goals + intervals.map({ "every: \($0)" }) {
      let found = try #require(try Self.progress(events, keys), "\(keys)")
      let strength = try #require(found.strength)
      #expect(0...1 ~= strength, "\(keys)")
      #expect(found.kept <= found.of && found.run <= found.longestRun, "\(keys)")
    }
    // A number too large does not outlive its day.
    let typo = try Self.strength([1, 1, Int.max] + [Int](repeating: 1, count: 57))
    #expect(typo == "95.92")
  }

  @Test("a time of two thousand years does not take long, whatever the interval")
  func longLife() throws {
    let elapsed = try ContinuousClock().measure {
      let found = try Self.progress(["0000-01-01", "0000-01-01/ pause"], "every: 9999 years")
      #expect(found?.run == 2027)
    }
    #expect(elapsed < .seconds(60))
  }

  @Test("kept is never more than the periods, and more events are never worse for at least")
  func laws() throws {
    try withSeed(cases: 40) { generator in
      let period = ["day", "week", "month"].randomElement(using: &generator) ?? "day"
      let keys = "goal: \(Int.random(in: 1...5, using: &generator)) per \(period)"
      let days = (0..<60).map { _ in Int.random(in: 1...20, using: &generator) }
      let events = ["2026-11-01"] + Self.days(Array(days.prefix(30)))
      let more = events + Self.days(Array(days.dropFirst(30)))
      let first = try #require(try Self.progress(events, keys))
      let second = try #require(try Self.progress(more, keys))
      for found in [first, second] {
        #expect(found.kept <= found.of && found.run <= found.longestRun)
        #expect(found.strength.map { 0...1 ~= $0 } ?? false)
      }
      #expect(first.kept <= second.kept && first.longestRun <= second.longestRun)
      #expect(first.strength ?? 0 <= second.strength ?? 0)
    }
  }
}
