internal import CommandLineTool
internal import Page
internal import SystemCalls

extension NotesyncCare {
  /// The commands of `tl notesync` for a vault, each in a process of its own.
  ///
  /// - Parameter followsSync: whether a sync with git ends with one of notesync.
  init(_ program: NotesyncProgram, followsSync: Bool) {
    self.init(
      followsSync: followsSync,
      status: { program.status() },
      perform: { work in
        switch work {
        case .sync(let allowsDeletions):
          return program.outcome(["sync"] + (allowsDeletions ? ["--allow-deletes"] : []))
        case .restore(let count):
          return program.outcome(["restore"] + Self.limit(count))
        case .resync:
          let forgotten = program.outcome(["resync"])
          return forgotten.problem == nil ? program.outcome(["sync"]) : forgotten
        }
      },
      planRestore: { program.outcome(["restore", "--dry-run"] + Self.limit($0)) })
  }

  private static func limit(_ count: Int?) -> [String] {
    count.map { ["--number", "\($0)"] } ?? ["--all"]
  }
}

/// `tl notesync` of one vault.
struct NotesyncProgram: Sendable {
  /// The path of `tl` or `tl-net`; nil where it is not known.
  let path: String?
  /// The vault's folder.
  let vault: String
  var variables = ChildCommand.Variables.inherited()

  func status() -> NotesyncCare.Status? {
    guard let output = run(["status"]), output.status == 0 else { return nil }
    // As `NotesyncStatus` prints them: labels of twelve characters.
    let rows = Self.lines(output.bytes).map { line in
      CareWords.Row(String(line.prefix(12)).withoutOuterBlanks, String(line.dropFirst(12)))
    }
    let labels = Set(rows.map(\.label))
    return NotesyncCare.Status(
      rows: rows, isSignedIn: labels.contains("signed in"),
      holdsDeletions: labels.contains("held back"))
  }

  /// Runs a command to its end, which asks nothing.
  func outcome(_ words: [String]) -> NotesyncCare.Outcome {
    guard let output = run(words) else {
      return NotesyncCare.Outcome(problem: .init("notesync could not be started"))
    }
    var outcome = NotesyncCare.Outcome(lines: Self.lines(output.bytes))
    for line in Self.lines(Array(output.errorOutput.utf8)) {
      if let message = line.after("tl: error: ") {
        outcome.problem = .init(message)
      } else if let hint = line.after("hint: ") {
        outcome.problem?.hints.append(hint)
      } else {
        let warning = line.after("tl: warning: ")
        // The flag for which the page has a button.
        if warning?.contains("--allow-deletes") == true { outcome.holdsDeletions = true }
        outcome.remarks.append(warning ?? line)
      }
    }
    return outcome
  }

  /// - Returns: nil if it cannot be started.
  private func run(_ words: [String]) -> ChildProcess.Output? {
    guard let path else { return nil }
    let command = ChildCommand(
      program: path, arguments: ["notesync"] + words + ["--no-input", "--vault", vault],
      variables: variables)
    return try? ChildProcess.run(command, input: [], timeouts: SocketTimeouts(idle: 600_000))
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension String {
  /// What follows a beginning.
  fileprivate func after(_ start: String) -> String? {
    hasPrefix(start) ? String(dropFirst(start.count)) : nil
  }
}
