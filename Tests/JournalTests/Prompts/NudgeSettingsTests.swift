import Testing
import VaultFormat

@testable import Journal

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
