import Journal
import TestSupport
import Testing
import VaultFormat

@Suite("Statistics of a tracker")
struct TrackerStatisticsTests {
  /// The example of the reference: 33 cups in 14 days.
  private static let coffee = zip([2, 2, 3, 1, 0, 2, 3, 3, 5, 2, 2, 3, 2, 3], 7...).flatMap {
    count, day in
    (0..<count).map { "2026-11-\(day < 10 ? "0" : "")\(day)T\(10 + $0):00+01:00" }
  }

  /// `LABEL VALUE COUNT` of the buckets with events.
  private static func filled(_ statistics: TrackerStatistics) -> [String] {
    statistics.buckets.filter { $0.count > 0 }.map {
      "\($0.period.label) \($0.value.map(NumberText.of) ?? "-") \($0.count)"
    }
  }

  @Test("buckets, total, mean, the greatest, and days with an event")
  func example() throws {
    let found = try Logs.statistics(Self.coffee)
    #expect(found.aggregate == .count && found.unit == .day)
    #expect(found.buckets.count == 14 && found.filledCount == 13)
    #expect(found.total == 33 && found.mean.map(NumberText.of) == "2.36")
    #expect(found.min == 0 && found.max == 5)
    #expect(found.greatest?.start.description == "2026-11-15")
    #expect(found.sparkline() == "▄▄▅▂·▄▅▅█▄▄▅▄▅")
    #expect(found.medianGap == 3600)
    #expect(found.longestGap == 172_800)
    #expect(found.presentGap == 21_791)
  }

  @Test("buckets begin with the day, Monday, the first of a month and of a year")
  func units() throws {
    let events = ["2025-12-31 = 1", "2026-11-15 = 2", "2026-11-16 = 3", "2026-11-20 = 4"]
    func starts(_ unit: CalendarUnit) throws -> [String] {
      let found = try Logs.statistics(events, "2025-01-01", by: unit)
      return found.buckets.filter { $0.count > 0 }.map { "\($0.start) \($0.value ?? 0)" }
    }
    let days = ["2025-12-31 1.0", "2026-11-15 2.0", "2026-11-16 3.0", "2026-11-20 4.0"]
    #expect(try starts(.day) == days && starts(.hour) == days && starts(.minute) == days)
    #expect(try starts(.week) == ["2025-12-29 1.0", "2026-11-09 2.0", "2026-11-16 7.0"])
    #expect(try starts(.month) == ["2025-12-01 1.0", "2026-11-01 9.0"])
    #expect(try starts(.year) == ["2025-01-01 1.0", "2026-01-01 9.0"])
    #expect(try Logs.statistics(events, by: .minute).unit == .day)
  }

  @Test("each aggregate, and sum by itself where a value exists")
  func aggregates() throws {
    let events = [
      "2026-11-19T10:00+01:00 = 3", "2026-11-19T12:00+01:00 = 1", "2026-11-19T11:00+01:00 = 8",
      "2026-11-19T13:00+01:00", "2026-11-20T09:00+01:00",
    ]
    func found(_ aggregate: TrackerAggregate?) throws -> [Double?] {
      try Logs.statistics(events, "2026-11-18", "2026-11-20", as: aggregate).buckets.map(\.value)
    }
    #expect(try found(.count) == [0, 4, 1])
    #expect(try found(.sum) == [0, 12, 0])
    #expect(try found(nil) == [0, 12, 0])
    #expect(try found(.mean) == [nil, 4, nil])
    #expect(try found(.last) == [nil, 1, nil])
    #expect(try found(.min) == [nil, 1, nil])
    #expect(try found(.max) == [nil, 8, nil])
    for aggregate in TrackerAggregate.allCases {
      let total = try Logs.statistics(events, as: aggregate).total
      #expect((total != nil) == (aggregate == .count || aggregate == .sum))
    }
    #expect(try Logs.statistics(["2026-11-19 = 120/80"]).total == 120)
  }

  @Test("an aggregate is read in any case")
  func aggregateNames() {
    for aggregate in TrackerAggregate.allCases {
      #expect(TrackerAggregate(" \(aggregate.rawValue.uppercased()) ") == aggregate)
    }
    for text in ["", " ", "median", "sum mean", "summe"] {
      #expect(TrackerAggregate(text) == nil, "\(text)")
    }
  }

  @Test("the mean counts from the first event of all on, and ends today")
  func meanOfWhatHasBegun() throws {
    let found = try Logs.statistics(
      ["2026-11-17 = 4", "2026-11-20 = 8"], "2026-11-01", "2026-12-31")
    #expect(found.buckets.count == 61 && found.total == 12 && found.mean == 3)
    // The tracker had begun before the range.
    let earlier = try Logs.statistics(["2026-10-01 = 4"], "2026-11-17", "2026-11-20")
    #expect(earlier.total == 0 && earlier.mean == 0 && earlier.min == 0 && earlier.max == 0)
    let none = try Logs.statistics([])
    #expect(none.total == 0 && none.mean == nil && none.min == nil && none.max == nil)
    #expect(none.greatest == nil && none.filledCount == 0)
    #expect(none.medianGap == nil && none.longestGap == nil && none.presentGap == nil)
  }

  @Test("a day begins when the settings say, for what has a clock time")
  func dayStart() throws {
    let events = [
      "2026-11-19T01:30+01:00", "2026-11-19T03:00+01:00", "2026-11-20T02:59:59+01:00",
      "2026-11-20",
    ]
    #expect(
      Self.filled(try Logs.statistics(events, dayStart: 3 * 3600))
        == ["2026-11-18 1 1", "2026-11-19 2 2", "2026-11-20 1 1"])
    #expect(Self.filled(try Logs.statistics(events)) == ["2026-11-19 2 2", "2026-11-20 2 2"])
    let night = try Logs.history([], dayStart: 3 * 3600, now: "2026-11-20T02:00:00+01:00")
    #expect(night.today.description == "2026-11-19")
    for start in [Int.min, -1, 86_400, .max] {
      let found = try Logs.statistics(["0000-01-01T00:00Z"], "0000-01-01", dayStart: start)
      #expect(found.total == 1)
    }
  }

  @Test("the day of an event is the writer's")
  func writersDay() throws {
    let events = [
      "2026-11-18T23:30:00-10:00", "2026-11-18T00:30:00+14:00", "2026-11-18 23:59",
    ]
    #expect(Self.filled(try Logs.statistics(events)) == ["2026-11-18 3 3"])
  }

  @Test("of events with one clock time only the last in the file counts; days do not meet")
  func equalTimes() throws {
    let events = [
      "2026-11-19T10:00+01:00 = 1", "2026-11-19T09:00Z = 2", "2026-11-19T10:00+01:00 = 4",
      "2026-11-19 = 8", "2026-11-19 = 16", "2026-11-19T00:00+01:00 = 32",
    ]
    #expect(Self.filled(try Logs.statistics(events)) == ["2026-11-19 60 4"])
    #expect(Self.filled(try Logs.statistics(events.reversed())) == ["2026-11-19 57 4"])
  }

  @Test("skips, pauses, plans and what is still to come count nowhere")
  func kinds() throws {
    let events = [
      "2026-11-18 skip", "2026-11-19/2026-11-20 pause", "[ ] 2026-11-20", "2026-11-21",
      "2026-11-20T19:00+01:00", "2026-11-20T18:00+01:00", "2026-11-20",
    ]
    #expect(
      Self.filled(try Logs.statistics(events, "2026-11-01", "2026-12-31")) == ["2026-11-20 2 2"])
  }

  @Test("an event that lasts counts at its begin, with its length where no value is given")
  func spans() throws {
    let log = try Logs.log(
      ["2026-11-18T23:00+01:00/2026-11-19T07:00+01:00", "2026-11-20T09:00+01:00/"], "unit: h")
    let history = TrackerHistory(of: log, now: try Logs.time(Logs.now))
    let found = TrackerStatistics(
      of: history, days: try Logs.days("2026-11-01", "2026-11-20"), by: .day)
    #expect(Self.filled(found) == ["2026-11-18 8 1", "2026-11-20 0 1"])
    #expect(found.longestGap == 93_600)
  }

  @Test("gaps are whole days where one of the two has only a day")
  func gaps() throws {
    let mixed = try Logs.statistics(
      ["2026-11-10", "2026-11-11T23:00+01:00", "2026-11-11T23:30+01:00", "2026-11-15"])
    #expect(mixed.medianGap == 86_400 && mixed.longestGap == 345_600)
    #expect(mixed.presentGap == 432_000)
    // The middle of two, and never below zero.
    let even = try Logs.statistics([
      "2026-11-10T10:00+01:00/2026-11-10T12:00+01:00", "2026-11-10T11:00+01:00",
      "2026-11-10T12:00+01:00",
    ])
    #expect(even.medianGap == 1800)
    #expect(try Logs.statistics(["2026-11-10"]).medianGap == nil)
    // Those outside of the range do not count, but the present one does.
    let outside = try Logs.statistics(["2026-01-01", "2026-02-01"])
    #expect(outside.longestGap == nil && outside.presentGap == 25_228_800)
  }

  @Test("what is no finite number is left out, and no sum is infinite")
  func hostileNumbers() throws {
    let huge = "1" + String(repeating: "0", count: 308)
    for sign in ["", "-"] {
      let events = (1...9).map { "2026-11-1\($0)T10:00+01:00 = \(sign)\(huge)" }
      for unit in CalendarUnit.allCases {
        for aggregate in TrackerAggregate.allCases {
          let found = try Logs.statistics(events, by: unit, as: aggregate)
          let numbers =
            [found.total, found.mean, found.min, found.max] + found.buckets.map(\.value)
          #expect(numbers.allSatisfy { $0?.isFinite ?? true }, "\(unit) \(aggregate)")
        }
      }
    }
    var log = try Logs.log(["2026-11-19 = 1e400", "2026-11-19 = 3"])
    let path = try #require(VaultPath("note.md"))
    let day = try Logs.time("2026-11-18")
    log.notes = [Double.nan, 4, .infinity, -.infinity].map {
      TrackerEvent(note: path, at: day, title: "", value: $0)
    }
    let history = TrackerHistory(of: log, now: try Logs.time(Logs.now))
    let found = TrackerStatistics(
      of: history, days: try Logs.days("2026-11-01", "2026-11-20"), by: .year)
    #expect(Self.filled(found) == ["2026 7 6"])
  }

  @Test("the sum of the buckets is the total, and no event is lost, in every zone")
  func law() throws {
    try withSeed { generator, _ in
      for name in Zones.all {
        let zone = try Zones.named(name)
        let events = (0..<200).map { _ in
          // Around the day that Apia skipped.
          let second = 1_325_203_200 + Int64.random(in: -40_000_000...40_000_000, using: &generator)
          let value = Int.random(in: -50...50, using: &generator)
          return "\(NoteTime(instant: second, zone: zone).rfc3339) = \(value)"
        }
        let history = try Logs.history(
          events, dayStart: Int.random(in: 0..<86_400, using: &generator))
        let all = try Logs.days("2010-01-01", "2014-12-31")
        let sums = CalendarUnit.allCases.map { unit in
          let found = TrackerStatistics(of: history, days: all, by: unit, aggregate: .sum)
          #expect(found.buckets.reduce(0.0) { $0 + ($1.value ?? 0) } == found.total)
          #expect(found.buckets.reduce(0) { $0 + $1.count } == 200)
          #expect(found.buckets.map(\.start) == found.buckets.map(\.start).sorted())
          return found.total
        }
        #expect(Set(sums).count == 1)
        let middle = all.lowerBound.number + Int.random(in: 1..<1800, using: &generator)
        let first = all.lowerBound...CalendarDay(clamping: middle - 1)
        let second = CalendarDay(clamping: middle)...all.upperBound
        let parts = [first, second].compactMap {
          TrackerStatistics(of: history, days: $0, by: .week, aggregate: .sum).total
        }
        #expect(parts.reduce(0, +) == sums[0])
      }
    }
  }

  @Test("the first and the last year of the calendar")
  func limits() throws {
    let events = ["0000-01-01 = 1", "0000-01-02 = 2", "9999-12-31 = 4"]
    for unit in [CalendarUnit.week, .month, .year] {
      let found = try Logs.statistics(
        events, "0000-01-01", "9999-12-31", by: unit, now: "9999-12-31T12:00:00+01:00")
      #expect(found.total == 7 && found.longestGap == 315_569_347_200)
    }
  }

  @Test("many events take linear time")
  func many() throws {
    let events = (0..<100_000).map { number in
      NoteTime(instant: 1_700_000_000 + Int64(number) * 60, zone: Logs.zone).rfc3339
    }
    let elapsed = try ContinuousClock().measure {
      let history = try Logs.history(events, now: "2026-11-20T18:00:00Z")
      let days = try Logs.days("2023-01-01", "2026-12-31")
      let found = TrackerStatistics(of: history, days: days, by: .day)
      #expect(found.total == 100_000 && found.medianGap == 60)
    }
    #expect(elapsed < .seconds(30))
  }
}
