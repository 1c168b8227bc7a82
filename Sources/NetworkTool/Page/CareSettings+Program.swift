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
    notesync = NotesyncCare(
      NotesyncProgram(path: ThisDevice.programPath, vault: opened.vault.folder.path),
      followsSync: followsNotesync)
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
