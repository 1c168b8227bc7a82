import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// The files of schedulers, as the schedulers read them.
@Suite("Files of schedulers")
struct ScheduleFileTests {
  private static func job(
    vault: String = "/home/ana/notes", from: String = "08:00", to: String = "22:00",
    variables: [String: String] = [:]
  ) throws -> ReminderJob {
    ReminderJob(
      program: "/usr/local/bin/tl", vault: vault, task: .due(try ReminderHours(from: from, to: to)),
      variables: variables)
  }

  static let oddPaths = [
    "/home/ana/my notes", #"/a "b" 'c'"#, #"/100 % \ %h \% \\ $HOME ${x} `id` $(id)"#, "/ä/日記/👩‍👧",
    "/a;b&c|d<e>f*?[g]~#!", "/-x", #"/end\"#, "/%\u{301}a'\u{301}\\\u{301}", "/'", "/a=b",
  ]

  // MARK: - cron

  /// What cron gives to the shell.
  ///
  /// A `%` ends the command unless a backslash stands before it. Some crons take one of two backslashes away too, as
  /// do_command.c of Vixie's does.
  private static func unescaped(_ command: Substring, joinsBackslashes: Bool) throws -> String {
    var (result, isEscaped) = ("", false)
    for scalar in command.unicodeScalars {
      if isEscaped, scalar == "%" || (joinsBackslashes && scalar == "\\") {
        result.unicodeScalars.removeLast()
        isEscaped = false
      } else if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        try #require(scalar != "%", "the command ends before its end")
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  @Test("cron and its shell give tl the path as it is", arguments: oddPaths, [true, false])
  func cronPaths(path: String, joinsBackslashes: Bool) throws {
    let job = try Self.job(vault: path, variables: ["XDG_CONFIG_HOME": path])
    let lines = CronTable.block(job).split(separator: "\n")
    try #require(lines.count == 3)
    let command = lines[1].dropFirst("*/15 8-21 * * * ".count)
    let shell = try Self.unescaped(command, joinsBackslashes: joinsBackslashes)
    let folder = try TemporaryFolder()
    let program = try folder.writeProgram(
      "#!/bin/sh\nprintf '%s\\0' \"$XDG_CONFIG_HOME\" \"$@\"\n", to: "print")
    let output = try runProgram(
      "/bin/sh", ["-c", shell.replacingOccurrences(of: "/usr/local/bin/tl", with: program)],
      in: folder.path, environment: [:])
    let words = output.stdoutText.split(separator: "\0", omittingEmptySubsequences: false).map(
      String.init)
    #expect(words == [path] + job.command.dropFirst() + [""], "\(shell)\n\(output.stderrText)")
  }

  @Test("the lines of a vault are put in, replaced and taken out; others stay byte by byte")
  func table() throws {
    let job = try Self.job(from: "07:30")
    let block = CronTable.block(job)
    #expect(
      block == """
        # BEGIN tl reminders \(job.mark)
        30,45 7 * * * /usr/local/bin/tl --quiet --vault /home/ana/notes due --notify --from 07:30 --to 22:00
        */15 8-21 * * * /usr/local/bin/tl --quiet --vault /home/ana/notes due --notify --from 07:30 --to 22:00
        # END tl reminders \(job.mark)

        """)
    let other = CronTable.block(try Self.job(vault: "/other"))
    for table in ["", "MAILTO=ana\n\n0 3 * * * backup\n", "# no line end", "a\r\n\t\n", other] {
      let installed = CronTable.replacing(blockOf: job.mark, in: table, by: block)
      #expect(CronTable.block(of: job.mark, in: installed) == block)
      #expect(CronTable.replacing(blockOf: job.mark, in: installed, by: block) == installed)
      let removed = CronTable.replacing(blockOf: job.mark, in: installed, by: "")
      #expect(removed == table || removed == table + "\n")
      #expect(CronTable.replacing(blockOf: job.mark, in: table, by: "") == table)
    }
    let around = "1\n" + block + other + "2\n"
    #expect(CronTable.replacing(blockOf: job.mark, in: around, by: "") == "1\n" + other + "2\n")
    // Somebody has removed the last line: what follows may be theirs.
    let broken = "# BEGIN tl reminders \(job.mark)\n0 3 * * * backup\n"
    #expect(CronTable.replacing(blockOf: job.mark, in: broken, by: "") == "0 3 * * * backup\n")
  }

  @Test("each vault has a mark of its own, by its path")
  func marks() throws {
    #expect(try Self.job().mark == ScheduleMark(.due, ofVault: "/home/ana/notes"))
    #expect(try Self.job(from: "09:00").mark == Self.job().mark)
    #expect(try Self.job(vault: "/home/ana/note").mark != Self.job().mark)
    #expect(
      ScheduleMark(.due, ofVault: "/home/ana/notes").description.wholeMatch(of: /[0-9a-f]{12}/)
        != nil)
  }

  @Test("control characters in a path are noticed")
  func controlCharacters() throws {
    for path in Self.oddPaths { #expect(try !Self.job(vault: path).hasControlCharacters) }
    for path in ["/a\nb", "/a\u{1B}b", "/a\u{7F}"] {
      #expect(try Self.job(vault: path).hasControlCharacters)
      #expect(try Self.job(variables: ["XDG_STATE_HOME": path]).hasControlCharacters)
    }
  }

  // MARK: - launchd

  @Test("launchd is given the path as it is", arguments: oddPaths)
  func propertyList(path: String) throws {
    let job = try Self.job(vault: path, variables: ["XDG_CONFIG_HOME": path])
    let read = try PropertyListSerialization.propertyList(
      from: Data(LaunchAgent.propertyList(job).utf8), options: [], format: nil)
    let agent = try #require(read as? [String: Any])
    #expect(agent["Label"] as? String == "tl.due.\(job.mark)")
    #expect(agent["ProgramArguments"] as? [String] == job.command)
    #expect(agent["EnvironmentVariables"] as? [String: String] == ["XDG_CONFIG_HOME": path])
    #expect(agent["StartInterval"] as? Int == 900)
    let plain = try PropertyListSerialization.propertyList(
      from: Data(LaunchAgent.propertyList(Self.job()).utf8), options: [], format: nil)
    #expect((plain as? [String: Any])?["EnvironmentVariables"] == nil)
  }

  // MARK: - systemd

  @Test("no character of a path means anything to systemd")
  func unit() throws {
    let job = try Self.job(
      vault: #"/a "b" $c ${d} %h \e"#, variables: ["XDG_STATE_HOME": #"/s "%" $"#])
    let text = SystemdTimer.service(job)
    #expect(
      text.contains(#""--vault" "/a \"b\" $$c $${d} %%h \\e" "due" "--notify" "--from" "08:00""#))
    #expect(text.contains("\nEnvironment=\"XDG_STATE_HOME=/s \\\"%%\\\" $\"\n"))
    #expect(text.contains("\nDescription=Reminders of the timeline in /a \"b\" $c ${d} %%h \\e\n"))
    #expect(
      SystemdTimer.timer(try Self.job(from: "07:30")).contains(
        """

        [Timer]
        OnCalendar=*-*-* 07:30,45
        OnCalendar=*-*-* 08..21:00/15
        Persistent=true

        """))
  }

  // MARK: - Backups

  static func backup(_ every: BackupSchedule.Interval, vault: String = "/notes") -> ReminderJob {
    ReminderJob(
      program: "/usr/local/bin/tl", vault: vault,
      task: .backup(BackupSchedule(every: every, folder: "/disk", keep: 4, recipients: ["age1x"])),
      variables: [:])
  }

  @Test(
    "backups come at noon, and have files of their own",
    arguments: [
      (.day, "17 12 * * *", "*-*-* 12:17", []),
      (.week, "17 12 * * 1", "Mon *-*-* 12:17", ["Weekday"]),
      (.month, "17 12 1 * *", "*-*-01 12:17", ["Day"]),
    ] as [(BackupSchedule.Interval, String, String, Set<String>)])
  func backups(
    every: BackupSchedule.Interval, cron: String, systemd: String, launchd: Set<String>
  ) throws {
    let job = Self.backup(every)
    #expect(
      job.command.dropFirst() == [
        "--quiet", "--vault", "/notes", "backup", "make", "--to", "/disk", "--keep", "4",
        "--encrypt", "age1x",
      ])
    #expect(
      CronTable.block(job) == """
        # BEGIN tl backup \(job.mark)
        \(cron) \(job.command.joined(separator: " "))
        # END tl backup \(job.mark)

        """)
    #expect(SystemdTimer.timer(job).contains("\nOnCalendar=\(systemd)\nPersistent=true\n"))
    #expect(SystemdTimer.name(job.mark) == "tl-backup-\(job.mark)")
    let read = try PropertyListSerialization.propertyList(
      from: Data(LaunchAgent.propertyList(job).utf8), options: [], format: nil)
    let times = try #require((read as? [String: Any])?["StartCalendarInterval"] as? [String: Int])
    #expect(Set(times.keys) == launchd.union(["Hour", "Minute"]))
    #expect(job.mark != ScheduleMark(.due, ofVault: "/notes"))
  }
}
