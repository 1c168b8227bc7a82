#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  private enum TestBus {
    /// Whether this machine has a bus, both programs, and dbusmock.
    static let isPossible: Bool = {
      let programs = ["dbus-run-session", "gdbus", "notify-send"].map { "/usr/bin/\($0)" }
      let mock = try? runProgram(
        "/usr/bin/python3", ["-c", "import dbusmock"], in: "/", environment: [:])
      return mock?.status == 0 && programs.allSatisfy(FileManager.default.isExecutableFile)
    }()
  }

  /// Notifications that arrive at a daemon over a bus of their own; scripts/test installs what that needs where there are
  /// packages of it.
  @Suite("Notifications on a bus", .enabled(if: TestBus.isPossible))
  struct NotificationDeliveryTests {
    /// A vault with one tracker that is due, whose title is everything but plain.
    private static func vault() throws -> (TemporaryFolder, CommandRunner) {
      let runner = try CommandRunner.withVault()
      try runner.folder.write(
        """
        ---
        created: 2026-11-01
        tl: tracker
        title: -5 °C, it's <b>"cold"</b> & wet \\
        every: 2 days at 08:00
        ---

        """, to: "vault/trackers/a.md")
      return (runner.folder, runner)
    }

    /// Runs a command of the shell on a new bus with a daemon that writes down what it gets.
    private static func onBus(
      _ runner: inout CommandRunner, _ command: String, hasDaemon: Bool = true
    ) throws -> (output: CommandOutput, log: String) {
      let log = runner.folder.path("daemon.log")
      let daemon = """
        /usr/bin/python3 -m dbusmock --template notification_daemon > "\(log)" 2>&1 & daemon=$!
        trap 'kill $daemon' EXIT
        /usr/bin/gdbus wait --session --timeout 60 org.freedesktop.Notifications

        """
      try runner.folder.write((hasDaemon ? daemon : "") + command + "\n", to: "on-bus")
      let output = try runner.shell(
        "/usr/bin/dbus-run-session -- /bin/sh \"$VAULT/../on-bus\"",
        environment: ["PYTHONUNBUFFERED": "1"])
      return (output, (try? runner.folder.readText("daemon.log")) ?? "")
    }

    /// The title and the body as dbusmock prints what it received.
    private static let received =
      #"Notify "tl" 0 "" "-5 °C, it's <b>"cold"</b> & wet \" "due since 2026-11-03 08:00""#

    @Test("notify-send and gdbus show it, word by word", arguments: ["notify-send", "gdbus"])
    func shown(program: String) throws {
      var (folder, runner) = try Self.vault()
      try folder.makeFolder("only")
      for path in ["/usr/bin/\(program)", folder.path("bin/tl")] {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        try FileManager.default.createSymbolicLink(
          atPath: folder.path("only/\(name)"), withDestinationPath: path)
      }
      let (output, log) = try Self.onBus(
        &runner, "PATH=\"$VAULT/../only\"; tl due --notify && tl due --notify && tl due test")
      #expect(output.status == 0, "\(output.stderrText)\n\(log)")
      #expect(log.contains(Self.received), "\(log)")
      #expect(log.matches(of: /Notify "tl"/).count == 2, "\(log)")
      #expect(log.contains(#"Notify "tl" 0 "" "tl" "Reminders look like this.""#))
      #expect(output.stderrText.contains("\nnothing to remind of\nshown by \(program)\n"))
    }

    @Test("without a daemon tl ends with 2, and the next run shows it")
    func noDaemon() throws {
      var (folder, runner) = try Self.vault()
      let (output, _) = try Self.onBus(&runner, "tl due --notify", hasDaemon: false)
      #expect(output.status == 2)
      #expect(output.stderrText.contains("tl: error: no notification could be shown: "))
      #expect(output.stderrText.contains("hint: start a notification daemon, or set notify in"))
      #expect(try folder.readText("vault/.tl/local/notified").split(separator: "\n").isEmpty)
      let (later, log) = try Self.onBus(&runner, "tl due --notify")
      #expect(later.status == 0 && log.contains(Self.received), "\(later.stderrText)\n\(log)")
    }
  }
#endif
