import Testing

@testable import Journal

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
