internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  func saveRecord(of report: inout SyncReport, undo: SyncRecord.Undo?) throws {
    var record = SyncRecord(of: vault.folder)
    let now = surroundings.now()
    record.undo = undo ?? record.undo
    report.removeRepeatedAdvice(&record.givenAdvice)
    switch report.network {
    case .failed, .keepsMoving: break
    case .done, .noRemote, .notPushed:
      record.finished = now
      record.failed = nil
    }
    record.save(in: vault.folder)
    let time = NoteTime(instant: now, zone: surroundings.zone).rfc3339
    SyncLog(vault.folder).append(SyncLog.lines(of: report, at: time))
  }

  func saveUndo(_ undo: SyncRecord.Undo?) {
    guard let undo else { return }
    var record = SyncRecord(of: vault.folder)
    record.undo = undo
    record.save(in: vault.folder)
  }

  /// Stores why a sync stopped, in the words that the user saw, for `tl status`.
  package func saveFailure(_ message: String) {
    var record = SyncRecord(of: vault.folder)
    record.failed = SyncRecord.Failure(time: surroundings.now(), message: message)
    record.save(in: vault.folder)
  }
}

extension SyncReport {
  /// Removes advice that was given before.
  mutating func removeRepeatedAdvice(_ given: inout Set<SyncRecord.Advice>) {
    remarks.removeAll { $0.advice.map { !given.insert($0).inserted } ?? false }
  }
}

extension SyncRemark {
  fileprivate var advice: SyncRecord.Advice? {
    switch self {
    case .defaultIdentity: .defaultIdentity
    case .serverHooksDidNotRun: .serverHooks
    default: nil
    }
  }
}
