internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// One sync: records local changes, merges those of others, and pushes.
  ///
  /// A commit stays whatever fails after it; the next sync continues from there.
  ///
  /// - Throws: `.store` with `.locked` while another sync runs, `.refused`, `.git`; every file is complete.
  package func sync(_ options: SyncOptions, _ callbacks: SyncCallbacks) throws(SyncError)
    -> SyncReport
  {
    try asSyncError {
      try checkFormat()
      let report = try withSyncLock { recovery in
        try RepositorySetup(repository: repository, program: settings.program).complete()
        var cycle = try SyncCycle(self, options: options, callbacks: callbacks)
        do {
          try cycle.run()
        } catch {
          saveUndo(cycle.undo)
          throw error
        }
        var report = cycle.report
        if recovery != .nothing { report.remarks.insert(.recovered, at: 0) }
        try saveRecord(of: &report, of: cycle, undo: cycle.undo)
        if cycle.undo != nil { noteOperation("tl sync") }
        return report
      }
      maintain()
      return report
    }
  }

  /// A dry run of a sync: what would be recorded, what the remote has, and how both would be merged.
  ///
  /// Fetches, which moves tracking references; touches no file, branch or index, and keeps the necessary commits in
  /// memory. Asks nothing, and runs no hook. Media folders that would follow their notes are listed; otherwise media
  /// count at their present paths. What an interrupted sync left is read as it is, and said (`.unfinished`).
  ///
  /// - Throws: what a sync throws before it changes anything.
  package func dryRun(
    _ options: SyncOptions, _ callbacks: SyncCallbacks
  ) throws(SyncError) -> SyncReport {
    try asSyncError {
      try checkFormat()
      _ = try Preflight(repository, hasGit: settings.network.git != nil)
      let other = OtherSync(self)
      var run = try DryRun(self, options)
      try run.run(callbacks)
      if other.mayHaveMovedFiles() { run.report.remark(.unfinished) }
      var record = SyncRecord(of: vault.folder)
      run.report.removeRepeatedAdvice(&record.givenAdvice)
      return run.report
    }
  }

  /// Reverts what the last sync, or the last undo, did to the files, in a new commit that keeps later edits.
  ///
  /// The folder's changes are recorded first. An undo can itself be undone.
  ///
  /// Asks `.undo` while only the `sync` lock is held.
  ///
  /// - Returns: nil unless the answer is yes; what was recorded stays recorded.
  /// - Throws: `.nothingToUndo`, `.undoesRulesAlone`, and what a sync throws.
  package func undo(
    _ options: SyncOptions, _ callbacks: SyncCallbacks
  ) throws(SyncError) -> SyncReport? {
    try asSyncError {
      try checkFormat()
      return try withSyncLock { _ in
        let record = SyncRecord(of: vault.folder)
        guard let last = try lastUndo(record, at: branch().head) else {
          throw SyncError.nothingToUndo
        }
        try RepositorySetup(repository: repository, program: settings.program).complete()
        var cycle = try SyncCycle(self, options: options, callbacks: callbacks)
        guard let made = try cycle.revert(last) else { return nil }
        saveUndo(made)
        do {
          try cycle.pushUndo()
        } catch {
          saveUndo(made)
          throw error
        }
        var report = cycle.report
        try saveRecord(of: &report, of: cycle, undo: made)
        noteOperation("tl sync --undo", isReversal: true)
        return report
      }
    }
  }

  /// What an undo would change here and on other devices; touches no file, branch or index, and asks nothing.
  ///
  /// - Throws: `.nothingToUndo`, `.undoesRulesAlone`, and what a sync throws before it changes anything.
  package func planUndo(_ options: SyncOptions) throws(SyncError) -> ChangeList {
    try asSyncError {
      try checkFormat()
      _ = try Preflight(repository, hasGit: settings.network.git != nil)
      guard let last = try lastUndo(SyncRecord(of: vault.folder), at: branch().head) else {
        throw SyncError.nothingToUndo
      }
      var run = try DryRun(self, options)
      return try run.reversal(of: last)
    }
  }

  /// A vault of a later format is read-only.
  func checkFormat() throws {
    let format = vault.configuration.format
    guard format <= VaultConfiguration.supportedFormat else {
      throw SyncError.refused(.newerFormat(format))
    }
  }
}

// MARK: - The record

extension SyncedVault {
  func saveRecord(
    of report: inout SyncReport, of cycle: SyncCycle, undo: SyncRecord.Undo?
  ) throws {
    var record = SyncRecord(of: vault.folder)
    let now = surroundings.now()
    record.undo = undo ?? record.undo
    for branch in cycle.seen { record.note(branch, root: repository.root) }
    report.removeRepeatedAdvice(&record.givenAdvice)
    switch report.network {
    case .failed, .keepsMoving, .withheld: break
    case .done, .noRemote, .notPushed:
      record.finished = now
      record.failed = nil
    }
    record.save(in: vault.folder)
    let time = NoteTime(instant: now, zone: surroundings.zone).rfc3339
    SyncLog(folder: vault.folder).append(SyncLog.lines(of: report, at: time))
  }

  /// Notes among the operations of this device that a sync changed files; without that the sync is as good.
  ///
  /// - Parameter isReversal: whether it reverted what the last one of these did.
  private func noteOperation(_ words: String, isReversal: Bool = false) {
    let log = OperationLog(vault.folder)
    let last = try? log.history().first { !$0.isUndone && $0.operation.head.face == .sync }
    try? log.note(
      LoggedOperation.Head(
        time: time.rfc3339, face: .sync, words: words,
        undoes: isReversal ? last?.operation.number : nil))
  }

  func saveUndo(_ undo: SyncRecord.Undo?) {
    guard let undo else { return }
    var record = SyncRecord(of: vault.folder)
    record.undo = undo
    record.save(in: vault.folder)
  }

  /// Stores why a sync stopped, in the words that the user saw, for `tl status`.
  ///
  /// Stores nothing while another sync runs, and nothing of a sync that another one kept out.
  package func saveFailure(_ message: String, of error: (any Error)? = nil) {
    if case .store(let cause)? = error as? SyncError, case .locked(.sync, _) = cause.reason {
      return
    }
    try? save(SyncRecord.Failure(time: surroundings.now(), message: message))
  }

  private func save(_ failure: SyncRecord.Failure) throws(StoreError) {
    let lock = try VaultLock(.sync, of: vault.folder)
    var record = SyncRecord(of: vault.folder)
    record.failed = failure
    record.save(in: vault.folder)
    lock.release()
  }
}

extension SyncReport {
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

// MARK: - Maintenance

extension SyncedVault {
  /// Milliseconds until `git gc --auto` has gone to the background.
  private static let timeout = 30_000

  /// Joins the object files if there are many; ignores errors, since the next sync tries again.
  ///
  /// Git works in the background, whatever `gc.autoDetach` says, with its own locks. To be called without the sync
  /// lock, so that the mark of a killed sync never stands for a lock of git.
  func maintain() {
    guard let maintenance = try? maintenance() else { return }
    switch maintenance {
    case .none: break
    case .joining(let packs, let withLoose):
      // Another sync does it otherwise.
      _ = try? withSyncLock { _ in try repository.joinPacks(packs, withLoose: withLoose) }
    case .byGit: collectByGit()
    }
  }

  private func maintenance() throws(GitError) -> Maintenance {
    Maintenance(
      try repository.objectFiles(), try repository.maintenanceSettings(),
      hasGit: settings.network.git != nil)
  }

  private func collectByGit() {
    guard let git = settings.network.git else { return }
    let command = ChildCommand(
      program: git,
      arguments: [
        "-C", repository.root, "-c", "gc.autoDetach=true", "-c", "maintenance.autoDetach=true",
        "gc", "--auto", "--quiet",
      ], environment: settings.network.outsideEnvironment, hasOwnGroup: true)
    _ = try? ChildProcess.run(
      command, input: [], timeouts: SocketTimeouts(idle: Self.timeout))
  }
}

/// The decisions of syncs, in `.tl/local/log`: a line for each sync, and one for each event below it.
///
/// For users; no program reads it. The last two thousand lines are kept.
struct SyncLog {
  let folder: VaultFolder

  private static let file = VaultPath(in: VaultLayout.local, named: "log".utf8)
  private static let limit = 2_000

  /// Errors are ignored: the commits have the same information.
  func append(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let old = (try? folder.read(Self.file, limit: 1 << 24).bytes) ?? []
    var kept = old.split(separator: 0x0A).map { Array($0) }
    kept += lines.map { Array($0.utf8) }
    let bytes = kept.suffix(Self.limit).joined(separator: [0x0A]) + [0x0A]
    try? AtomicFileWriter(folder).replaceUnsynced(Self.file, Array(bytes))
  }

  /// - Parameter time: RFC 3339.
  static func lines(of report: SyncReport, at time: String) -> [String] {
    let counts = [
      (report.committed.notes.count, "recorded"), (report.arrived.notes.count, "in"),
      (report.sent.notes.count, "out"), (report.mergedCount, "merged"),
      (report.conflictCount, "kept as a copy"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    guard !counts.isEmpty || !report.events.isEmpty else { return [] }
    let first =
      "\(time) sync of \(CommitText.line(report.branch)): "
      + (counts.isEmpty ? "no notes" : counts.joined(separator: ", "))
    return [first]
      + report.events.map { "  \(CommitText.line($0.path.text)): \($0.kind.words)" }
  }
}
