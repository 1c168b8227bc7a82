internal import CommandLineTool
internal import Page
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import VaultSync

extension CareSettings {
  /// Of this device, in the words of the command line.
  ///
  /// - Parameters:
  ///   - vault: of which notesync is asked.
  ///   - followsNotesync: whether a sync ends with one of notesync.
  init(_ environment: Environment, _ opened: OpenVault, followsNotesync: Bool) {
    self.init(
      settings: { try environment.syncSettings(for: $0, isInteractive: false) },
      readingSettings: { environment.syncSettingsForReading($0, isInteractive: false) },
      noteZone: opened.noteZone, words: .commandLine)
    let vault = opened.vault.folder.path
    notesyncStatus = {
      guard let output = Self.notesync(["status"], vault), output.status == 0 else {
        return nil
      }
      return Self.lines(output.bytes).map { line in
        // As `NotesyncStatus` prints them: labels of twelve characters.
        CareWords.Row(
          line.prefix(12).trimmed, String(line.dropFirst(12)))
      }
    }
    guard followsNotesync else { return }
    followSync = {
      guard let output = Self.notesync(["sync", "--quiet"], vault) else {
        return ["notesync could not be started"]
      }
      let lines = Self.lines(output.bytes) + Self.lines(Array(output.errorOutput.utf8))
      return lines.map { "notesync: \($0)" }
    }
  }

  /// Runs a command of notesync to its end, which asks nothing; nil if it cannot be started.
  private static func notesync(_ words: [String], _ vault: String) -> ChildProcess.Output? {
    guard let program = ThisDevice.programPath else { return nil }
    let command = ChildCommand(
      program: program, arguments: ["notesync"] + words + ["--no-input", "--vault", vault],
      variables: .inherited())
    return try? ChildProcess.run(
      command, input: [], timeouts: SocketTimeouts(idle: 600_000))
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension CareWords {
  /// What `tl` prints.
  static let commandLine = CareWords(
    problem: { Problem(CommandError($0)) },
    report: { report in
      let text = SyncReportText(report)
      return Report(
        rows: text.rows.map { Row($0.label, $0.text) }, warnings: text.warnings,
        remarks: text.remarks, problem: report.failure.map(Problem.init))
    },
    question: { question in
      let text = SyncQuestionText(question)
      return Question(lines: text.lines, question: text.question)
    },
    status: { status, zone in
      let page = StatusPage(status: status, copies: [], zone: zone)
      return Status(
        rows: page.rows.map { Row($0.label, $0.text) }, obstacle: page.obstacle.map(Problem.init),
        next: page.next, hints: page.hints)
    },
    phase: { $0.words },
    repair: { DoctorReport.text(of: $0) },
    findings: { FindingSummary.text(of: $0, count: $1) })
}

extension CareWords.Problem {
  fileprivate init(_ error: CommandError) {
    self.init(error.message, hints: error.hints)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
