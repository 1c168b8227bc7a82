#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A backup and a restore with one fault at one of the system calls by which they change something.
  ///
  /// `TL_BACKUP_FAULTS=all` tries all of them; without it, a few by chance.
  @Suite("A fault at a system call of a backup", .enabled(if: SystemCallTrace.isPossible))
  struct BackupFaultTests {
    private static let make = ["backup", "make", "--force"]
    private static let restore = ["backup", "restore"]

    /// A vault with a history, and a backup of it that is older than its last note.
    private static func start() throws -> CommandRunner {
      var runner = try CommandRunner.withVault(["one.md": "One\n", "sub/two.md": "Two\n"])
      let output = try runner.shell(
        "git init -q . && git add -A && git commit -q -m one && tl backup make ~/b.zip")
      try #require(output.status == 0, "\(output.stderrText)")
      try runner.folder.write("Three\n", to: "vault/three.md")
      return runner
    }

    private static func faults(of arguments: [String], in start: CommandRunner) throws -> [Fault] {
      let whole = try start.copy()
      let program = try #require(CommandRunner.executable)
      let faults = try SystemCallTrace.points(
        of: program, arguments + places(arguments, whole), in: whole.directory,
        environment: whole.wholeEnvironment
      ).flatMap(Fault.all)
      let isWhole = ProcessInfo.processInfo.environment["TL_BACKUP_FAULTS"] == "all"
      return isWhole ? faults : Array(faults.shuffled().prefix(12))
    }

    private static func places(_ arguments: [String], _ runner: CommandRunner) -> [String] {
      [runner.folder.path("home/b.zip")]
        + (arguments == restore ? [runner.folder.path("home/new")] : [])
    }

    private static func run(
      _ arguments: [String], in runner: CommandRunner, with fault: Fault
    ) throws -> CommandOutput {
      try SystemCallTrace.run(
        #require(CommandRunner.executable), arguments + places(arguments, runner),
        in: runner.directory, environment: runner.wholeEnvironment, with: fault.injection,
        at: fault.point)
    }

    /// What a fault may leave: nobody can remove anything then.
    private static func excuses(_ fault: Fault) -> Bool {
      fault.injection.contains("KILL") || fault.point.call.hasPrefix("unlink")
        || fault.point.call == "rmdir"
    }

    @Test("the old backup is there, or the new one, whole; and nothing beside it")
    func making() throws {
      let start = try Self.start()
      for fault in try Self.faults(of: Self.make, in: start) {
        var runner = try start.copy()
        let output = try Self.run(Self.make, in: runner, with: fault)
        let note = "\(fault)\n\(output.stderrText)"
        #expect(try runner.shell("tl backup check ~/b.zip").status == 0, "\(note)")
        let names = try runner.folder.names(in: "home")
        #expect(
          Self.excuses(fault) || !names.contains { $0.hasPrefix("tl-backup-part-") }, "\(note)")
        #expect(try runner.shell("tl backup make --force ~/b.zip").status == 0, "\(note)")
        let later = try runner.folder.names(in: "home")
        #expect(!later.contains { $0.hasPrefix("tl-backup-part-") }, "\(note)")
      }
    }

    @Test("all of the folder is there, or nothing")
    func restoring() throws {
      let start = try Self.start()
      for fault in try Self.faults(of: Self.restore, in: start) {
        var runner = try start.copy()
        let output = try Self.run(Self.restore, in: runner, with: fault)
        let note = "\(fault)\n\(output.stderrText)"
        let isThere = runner.folder.exists("home/new")
        #expect(isThere || output.status != 0, "\(note)")
        if isThere {
          let texts = try ["one.md", "sub/two.md"].map {
            try runner.folder.readText("home/new/\($0)")
          }
          #expect(texts == ["One\n", "Two\n"], "\(note)")
          let status = try runner.shell("git -C ~/new status --porcelain && git -C ~/new fsck")
          // libgit2 tries the file system with a file that it removes again.
          let isClean = status.stdout.isEmpty || Self.excuses(fault)
          #expect(status.status == 0 && isClean, "\(note)\(status.stderrText)")
        }
        let names = try runner.folder.names(in: "home")
        #expect(Self.excuses(fault) || !names.contains { $0.hasPrefix(".tl-restore-") }, "\(note)")
      }
    }
  }
#endif
