import TestSupport
import Testing

@testable import VaultFormat

@Suite("Local time to instant")
struct TimeZoneRulesTests {
  /// Clocks go from +1 h to +2 h at 1,000,000 and back at 2,000,000.
  private let summer = Zones.steps([(0, 3600), (1_000_000, 7200), (2_000_000, 3600)])

  @Test(
    "around a gap and an overlap",
    arguments: [
      // The gap shows 1,003,600 ..< 1,007,200 never.
      (1_003_599, 999_999), (1_003_600, 1_000_000), (1_005_400, 1_001_800), (1_007_199, 1_003_599),
      (1_007_200, 1_000_000), (1_007_201, 1_000_001),
      // The overlap shows 2,003,600 ..< 2,007,200 twice; the first time counts.
      (2_003_599, 1_996_399), (2_003_600, 1_996_400), (2_007_199, 1_999_999),
      (2_007_200, 2_003_600),
    ])
  func synthetic(local: Int64, instant: Int64) {
    #expect(summer.instant(ofLocal: local) == instant)
  }

  @Test("a day that was skipped whole is the instant after it")
  func skippedDay() throws {
    let apia = try Zones.foundation("Pacific/Apia")
    let day = try #require(CalendarDay("2011-12-30"))
    let time = NoteTime(day: day, zone: apia)
    #expect(time.seconds == 1_325_239_200)
    #expect(time.day == day)
    #expect(time.rfc3339 == "2011-12-30")
  }

  @Test("inconsistent rules never crash", arguments: [Int.max, Int.min, 86_400, -200_000])
  func absurdRules(offset: Int) {
    let zone = Zones.fixed(offset)
    #expect(abs(NoteTime(instant: 0, zone: zone).offset) < 86_400)
    #expect(NoteTime("2026-11-20", zone: zone)?.rfc3339 == "2026-11-20")
    #expect(NoteTime("0000-01-01 00:00", zone: zone) != nil)
    #expect(NoteTime("9999-12-31 23:59", zone: zone) != nil)
    _ = zone.instant(ofLocal: .max)
    _ = zone.instant(ofLocal: .min)
  }

  static let zones = [
    "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe",
    "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca", "Asia/Beirut",
  ]

  @Test(
    "real zones: the instant shows the local time, is the first to do so, else follows a gap",
    arguments: zones)
  func realZones(name: String) throws {
    let zone = try Zones.foundation(name)
    try withSeed { generator, _ in
      for local in localTimes(near: zone, using: &generator) {
        #expect(zone.instant(ofLocal: local) == reference(local, zone), "local time \(local)")
      }
    }
  }

  /// Random local times of 1970 to 2037, and some within three hours of each change of the clocks.
  private func localTimes(near zone: TimeZoneRules, using generator: inout SeededGenerator)
    -> [Int64]
  {
    var times = (0..<200).map { _ in Int64.random(in: 0..<2_145_916_800, using: &generator) }
    for day in stride(from: Int64(1_262_304_000), to: 1_451_606_400, by: 86_400)
    where zone.offset(day) != zone.offset(day + 86_400) {
      let change = change(of: zone, after: day)
      let showsBefore = change + Int64(zone.offset(change - 1))
      times += [showsBefore, change + Int64(zone.offset(change))]
      times += (0..<6).map { _ in
        showsBefore + Int64.random(in: -10_800...10_800, using: &generator)
      }
    }
    return times
  }

  /// The first instant of the day after `day` that has the day's last offset, by halving.
  private func change(of zone: TimeZoneRules, after day: Int64) -> Int64 {
    var before = day
    var after = day + 86_400
    while after - before > 1 {
      let middle = (before + after) / 2
      if zone.offset(middle) == zone.offset(day) { before = middle } else { after = middle }
    }
    return after
  }

  /// Looks at every quarter of an hour of offset there is, slowly.
  private func reference(_ local: Int64, _ zone: TimeZoneRules) -> Int64 {
    let offsets = stride(from: Int64(54_000), through: -54_000, by: -900)
    for offset in offsets where Int64(zone.offset(local - offset)) == offset {
      return local - offset
    }
    return local - Int64(zone.offset(local - 86_400))
  }
}
