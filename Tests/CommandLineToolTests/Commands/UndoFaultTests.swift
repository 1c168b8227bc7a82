#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A command with one fault at one of the system calls by which it changes something, and `tl undo` after it.
  ///
  /// `TL_UNDO_FAULTS=all` tries all of them; without it, a few by chance.
  @Suite(
    "A fault at a system call of a command, and its undo", .enabled(if: SystemCallTrace.isPossible))
  struct UndoFaultTests {
    private static let files = [
      "one.md": "---\nid: aaaa1111\ntags: [trip]\n---\nOne, see [two](two.md)\n",
      "two.md": "---\nid: bbbb2222\ntags: [trip]\n---\nTwo\n", "two.media/p.jpg": "photo",
    ]

    private static let commands = [
      ["tag", "rename", "trip", "travel"], ["mv", "two.md", "sub/second.md", "--links"],
      ["rm", "-y", "two.md"], ["add", "A new one"], ["set", "two.md", "mood=calm"], ["undo"],
    ]

    private static func vault(for command: [String]) throws -> CommandRunner {
      var runner = try CommandRunner(folder: TemporaryFolder())
      try runner.tl("init")
      for (path, text) in files { try runner.folder.write(text, to: "vault/\(path)") }
      if command == ["undo"] { try runner.tl("tag", "rename", "trip", "travel") }
      return runner
    }

    /// The files that a person sees.
    private static func texts(_ runner: CommandRunner) throws -> [String: String] {
      var texts: [String: String] = [:]
      for path in runner.folder.contents() where path.hasPrefix("vault/") {
        let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
        if !isHidden, let text = try? runner.folder.readText(path) { texts[path] = text }
      }
      return texts
    }

    @Test("undone, it is as before, or the fault kept it from being logged", arguments: commands)
    func faults(_ command: [String]) throws {
      let program = try #require(CommandRunner.executable)
      let start = try Self.vault(for: command)
      let before = try Self.texts(start)
      let whole = try start.copy()
      let points = try SystemCallTrace.points(
        of: program, command, in: whole.directory, environment: whole.wholeEnvironment)
      let after = try Self.texts(whole)
      #expect(before != after)
      var faults = points.flatMap(Fault.all)
      if ProcessInfo.processInfo.environment["TL_UNDO_FAULTS"] != "all" {
        // A disk that fails when it is waited for has done the work.
        faults = faults.filter { $0.point.call == "fsync" } + faults.shuffled().prefix(3)
      }
      for fault in faults {
        var runner = try start.copy()
        let output = try SystemCallTrace.run(
          program, command, in: runner.directory, environment: runner.wholeEnvironment,
          with: fault.injection, at: fault.point)
        let kept = try Self.texts(runner)
        try runner.tl(command == ["undo"] ? "redo" : "undo")
        let undone = try Self.texts(runner)
        let isUnlogged = output.stderrText.contains("tl undo cannot take this back")
        #expect(
          undone == before || isUnlogged && undone == kept,
          "\(fault)\n\(output.stderrText)\n\(kept)\n\(undone)")
      }
    }
  }
#endif
