import Testing

@testable import CommandLineTool

@Suite("The hours of reminders")
struct ReminderHoursTests {
  /// The calendar times of systemd, and the minutes and hours of cron.
  private static func times(_ from: String, _ to: String) throws -> [String] {
    try ReminderHours(from: from, to: to).runs.map(SystemdTimer.calendar)
  }

  @Test("full hours are one run; quarters before and after them their own")
  func runs() throws {
    #expect(try Self.times("08:00", "22:00") == ["08..21:00/15"])
    #expect(try Self.times("7:30", "22:15") == ["07:30,45", "08..21:00/15", "22:00"])
    #expect(try Self.times("08:15", "08:45") == ["08:15,30"])
    #expect(try Self.times("00:00", "23:45") == ["00..22:00/15", "23:00,15,30"])
    #expect(try Self.times("08:00", "00:00") == ["08..23:00/15"])
    #expect(try Self.times("21:00", "06:30") == ["00..05:00/15", "06:00,15", "21..23:00/15"])
    #expect(try Self.times("23:45", "00:15") == ["00:00", "23:45"])
  }

  @Test("every quarter is in a run if tl tells in it")
  func agreement() throws {
    let times = stride(from: 0, to: 24 * 60, by: 105).map {
      "\($0 / 60 < 10 ? "0" : "")\($0 / 60):\($0 % 60 == 0 ? "00" : "\($0 % 60)")"
    }
    for from in times {
      for to in times where to != from {
        let hours = try ReminderHours(from: from, to: to)
        let run = Set(
          hours.runs.flatMap { run in
            run.hours.flatMap { hour in run.minutes.map { hour * 60 + $0 } }
          })
        let own = Set(
          stride(from: 0, to: 24 * 60, by: 15).filter { hours.contains(secondOfDay: $0 * 60) })
        #expect(run == own, "\(from) to \(to)")
        #expect(run.contains(hours.from.minute) && !run.contains(hours.to.minute))
      }
    }
  }

  @Test(
    "other times are refused", arguments: ["8", "24:00", "08:10", "08:00:00", "", "noon", "-1:00"])
  func refused(text: String) {
    #expect(throws: ReminderHours.Failure.notAQuarter(text)) {
      try ReminderHours(from: text, to: "22:00")
    }
    #expect(throws: ReminderHours.Failure.notAQuarter(text)) {
      try ReminderHours(from: "08:00", to: text)
    }
    #expect(throws: ReminderHours.Failure.same) { try ReminderHours(from: "08:00", to: "8:00") }
  }
}
