import Testing
import VaultFormat

@testable import Journal

@Suite("The wording of the daily reminder")
struct NudgeMoodTests {
  // 2026-11-20 is a Friday.
  private static func mood(_ day: String, _ hour: Int, _ hasAchievement: Bool = false) throws
    -> NudgeMood
  {
    NudgeMood(on: try #require(CalendarDay(day)), hour: hour, hasAchievement: hasAchievement)
  }

  @Test("the mood of each hour")
  func hours() throws {
    func moods(_ day: String) throws -> [NudgeMood] {
      try (0...23).map { try Self.mood(day, $0) }
    }
    func hours(_ mood: NudgeMood, _ count: Int) -> [NudgeMood] {
      Array(repeating: mood, count: count)
    }
    let weekday =
      hours(.casual, 6) + hours(.inspirational, 9) + hours(.reflective, 8) + hours(.casual, 1)
    #expect(try moods("2026-11-20") == weekday && moods("2026-11-23") == weekday)
    let weekend = hours(.casual, 18) + hours(.reflective, 5) + hours(.casual, 1)
    #expect(try moods("2026-11-21") == weekend && moods("2026-11-22") == weekend)
  }

  @Test("an achievement comes first")
  func achievement() throws {
    for day in ["2026-11-20", "2026-11-21"] {
      for hour in 0...23 { #expect(try Self.mood(day, hour, true) == .achievement) }
    }
  }

  @Test("six wordings of each mood, in the order of their indices")
  func data() {
    let rows = DataTable(PackageResources.nudges_tsv).rows
    let expected = NudgeMood.allCases.flatMap { mood in (0..<6).map { [mood.rawValue, "\($0)"] } }
    #expect(rows.map { Array($0[..<2]) } == expected)
    #expect(Set(rows.map { $0[2] }).count == 24)
  }

  @Test("the day of the year chooses the wording")
  func days() throws {
    let rows = DataTable(PackageResources.nudges_tsv).rows.filter { $0[0] == "casual" }
    let cases = [
      ("2026-01-01", 0), ("2026-01-02", 1), ("2026-01-06", 5), ("2026-01-07", 0),
      ("2026-12-31", 4), ("2024-12-31", 5), ("0000-01-01", 0), ("9999-12-31", 4),
    ]
    for (day, index) in cases {
      #expect(NudgeMood.casual.text(on: try #require(CalendarDay(day))) == rows[index][2], "\(day)")
    }
    for mood in NudgeMood.allCases {
      #expect(!mood.text(on: CalendarDay(clamping: 0)).isEmpty)
    }
  }
}

@Suite("The settings of the daily reminder")
struct NudgeSettingsTests {
  @Test(
    "the time and the mood",
    arguments: [
      ("x: {at: \"19:00\", mood: auto}", 68_400, nil), ("x: {at: 7:30}", 27_000, nil),
      ("x: {at: 23:59, mood: casual}", 86_340, .casual), ("x: {at: 00:00}", 0, nil),
      ("x: {mood: achievement}", nil, .achievement), ("x:", nil, nil), ("x: {}", nil, nil),
    ] as [(String, Int?, NudgeMood?)])
  func values(text: String, time: Int?, mood: NudgeMood?) {
    let settings = NudgeSettings(setting(text))
    #expect(settings.time == time && settings.mood == mood && settings.problems.isEmpty)
  }

  @Test(
    "what cannot be read is a problem, and has no effect",
    arguments: [
      "x: 19:00", "x: [at]", "x: {at: 24:00}", "x: {at: 12:60}", "x: {at: 12:5}", "x: {at: 1900}",
      "x: {at: -1:00}", "x: {at: 12:00:00}", "x: {at: [1]}", "x: {mood: sad}", "x: {mood: [auto]}",
      "x: {when: soon}", "x: {[a]: b}",
    ])
  func problems(text: String) {
    let settings = NudgeSettings(setting(text))
    #expect(settings.time == nil && settings.mood == nil)
    #expect(settings.problems.count == 1)
    #expect(settings.problems.first?.message.hasPrefix("nudge") == true)
  }

  @Test("a mood of the settings holds at any time")
  func wording() throws {
    let day = try #require(CalendarDay("2026-11-20"))
    func text(_ mood: String, _ hasAchievement: Bool) -> String {
      NudgeSettings(setting("x: {mood: \(mood)}"))
        .text(on: day, hour: 20, hasAchievement: hasAchievement)
    }
    #expect(text("casual", true) == NudgeMood.casual.text(on: day))
    #expect(text("auto", true) == NudgeMood.achievement.text(on: day))
    #expect(text("auto", false) == NudgeMood.reflective.text(on: day))
  }
}
