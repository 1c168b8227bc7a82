internal import CommandLineTool
internal import Page
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import VaultSync

extension CareSettings {
  /// Of this device, in the words of the command line.
  ///
  init(_ session: Session, _ opened: OpenVault) {
    let environment = session.environment
    self.init(
      settings: { try environment.syncSettings(for: $0, isInteractive: false) },
      readingSettings: { environment.syncSettingsForReading($0, isInteractive: false) },
      noteZone: opened.noteZone, words: .commandLine)
    notesync = NotesyncCare(
      NotesyncVault(
        path: opened.vault.folder.path, environment: environment,
        surroundings: session.surroundings),
      followsSync: session.userConfiguration.syncsNotesync)
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
  init(_ error: CommandError) {
    self.init(error.message, hints: error.hints)
  }
}
