#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import CommandLineTool

  /// What systemd and cron say of the files; scripts/test installs both.
  @Suite("Checked by the schedulers")
  struct SchedulerCheckTests {
    private static let environment = ["PATH": "/usr/sbin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"]

    private static func program(_ name: String, package: String) throws -> String {
      for folder in ["/usr/bin", "/bin"] {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
      throw CommandFailure(description: "no \(name): install \(package)")
    }

    private static func job(_ vault: String, program: String) throws -> ReminderJob {
      ReminderJob(
        program: program, vault: vault, task: .due(try ReminderHours(from: "07:30", to: "22:15")),
        variables: ["XDG_CONFIG_HOME": vault])
    }

    @Test("systemd finds nothing wrong with the units", arguments: ScheduleFileTests.oddPaths)
    func units(path: String) throws {
      let folder = try TemporaryFolder()
      let analyze = try Self.program("systemd-analyze", package: "systemd")
      let job = try Self.job(path, program: "/bin/true")
      let name = SystemdTimer.name(job.mark)
      try folder.makeFolder("run")
      let service = try folder.write(SystemdTimer.service(job), to: "units/\(name).service")
      let timer = try folder.write(SystemdTimer.timer(job), to: "units/\(name).timer")
      func verify() throws -> CommandOutput {
        try runProgram(
          analyze, ["verify", "--user", "--man=no", service, timer], in: folder.path,
          environment: Self.environment.merging([
            "XDG_RUNTIME_DIR": folder.path("run"), "HOME": folder.path,
          ]) { $1 })
      }
      try verify().expect(0, errLacks: "\(name).")
      // It would have said so.
      try folder.write(
        SystemdTimer.timer(job).replacingOccurrences(of: "08..21", with: "08..61"),
        to: "units/\(name).timer")
      #expect(try verify().stderrText.contains("\(name).timer"))
    }

    @Test("systemd comes at each quarter of the hours and at no other")
    func calendar() throws {
      let analyze = try Self.program("systemd-analyze", package: "systemd")
      for (from, to) in [
        ("08:00", "22:00"), ("07:30", "09:15"), ("23:00", "01:30"), ("12:15", "12:45"),
      ] {
        let hours = try ReminderHours(from: from, to: to)
        let quarters = stride(from: 0, to: 24 * 60, by: 15).filter {
          hours.contains(secondOfDay: $0 * 60)
        }.count
        var found: Set<Substring> = []
        for run in hours.runs {
          let count = run.hours.count * run.minutes.count
          let output = try runProgram(
            analyze,
            [
              "calendar", "--iterations=\(count)", "--base-time=2026-11-19 23:59:59",
              "*-*-* \(SystemdTimer.calendar(run))",
            ],
            in: "/", environment: Self.environment.merging(["TZ": "UTC"]) { $1 })
          #expect(output.status == 0, "\(output.stderrText)")
          for match in output.stdoutText.matches(of: /2026-11-20 (\d\d):(\d\d):00 UTC/) {
            let (hour, minute) = (Int(match.output.1) ?? 0, Int(match.output.2) ?? 0)
            #expect(hours.contains(secondOfDay: (hour * 60 + minute) * 60))
            found.insert(match.output.0)
          }
        }
        #expect(found.count == quarters, "\(from) to \(to)")
      }
    }

    @Test(
      "systemd knows the times of backups",
      arguments: ["*-*-* 12:17", "Mon *-*-* 12:17", "*-*-01 12:17"])
    func backups(times: String) throws {
      let analyze = try Self.program("systemd-analyze", package: "systemd")
      try runProgram(analyze, ["calendar", times], in: "/", environment: Self.environment).expect(0)
      let isWritten = BackupSchedule.Interval.allCases.contains {
        SystemdTimer.timer(ScheduleFileTests.backup($0)).contains("OnCalendar=\(times)\n")
      }
      #expect(isWritten)
    }

    @Test("cron takes the lines", arguments: ScheduleFileTests.oddPaths)
    func crontab(path: String) throws {
      let folder = try TemporaryFolder()
      let crontab = try Self.program("crontab", package: "cron")
      let block = CronTable.block(try Self.job(path, program: "/usr/local/bin/tl"))
      func check(_ text: String) throws -> CommandOutput {
        let file = try folder.write(text, to: "table")
        // Debian's and cronie's have a check that installs nothing, by different names.
        let options = try runProgram(crontab, ["-h"], in: "/", environment: Self.environment)
        let isDebian = (options.stdoutText + options.stderrText).contains("-n")
        return try runProgram(
          crontab, [isDebian ? "-n" : "-T", file], in: folder.path, environment: Self.environment)
      }
      try check(block).expect(0)
      #expect(try check(block.replacingOccurrences(of: "*/15 8-21", with: "*/15 8-61")).status != 0)
    }
  }
#endif
