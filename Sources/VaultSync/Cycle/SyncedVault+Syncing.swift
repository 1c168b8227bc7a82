internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// One sync: records what changed here, joins it with what others changed, and hands it on.
  ///
  /// What is recorded stays recorded whatever happens after; the next sync goes on where this one stopped.
  ///
  /// - Throws: `.store` with `.locked` while another sync runs, `.refused`, `.git`; every file is whole.
  package func sync(_ options: SyncOptions, _ callbacks: SyncCallbacks) throws(SyncError)
    -> SyncReport
  {
    try asSyncError {
      try checkFormat()
      let report = try withSyncLock { recovery in
        try RepositorySetup(repository, program: settings.program).complete()
        var cycle = try SyncCycle(self, options, callbacks)
        do {
          try cycle.run()
        } catch {
          remember(cycle.undo)
          throw error
        }
        var report = cycle.report
        if recovery != .nothing { report.remarks.insert(.recovered, at: 0) }
        try remember(&report, cycle.undo)
        return report
      }
      keepUp()
      return report
    }
  }

  /// What a sync would do: what would be recorded, what waits at the remote, and how both would be joined.
  ///
  /// Fetches, which moves what is known of the remote; no file, branch or index is touched, and the commits
  /// that are needed for the answer are kept in memory. Nothing is asked, and no hook runs. Media folders that would
  /// follow their notes are named, and otherwise counted where they are.
  ///
  /// - Throws: what a sync throws before it changes anything.
  package func dryRun(
    _ options: SyncOptions, _ callbacks: SyncCallbacks
  ) throws(SyncError) -> SyncReport {
    try asSyncError {
      try checkFormat()
      _ = try Preflight(repository, hasGit: settings.network.git != nil)
      var run = try DryRun(self, options)
      try run.run(callbacks)
      var record = SyncRecord(of: vault.folder)
      run.report.leaveOutAdvice(&record.told)
      return run.report
    }
  }

  /// Takes back what the last sync, or the last undo, did to the files: in a commit of its own, which keeps what
  /// was edited since.
  ///
  /// The folder is recorded first. An undo can itself be undone.
  ///
  /// `.undo` is asked before; only the `sync` lock is held meanwhile.
  ///
  /// - Returns: nil unless the answer is yes; what was recorded before it stays recorded.
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
        try RepositorySetup(repository, program: settings.program).complete()
        var cycle = try SyncCycle(self, options, callbacks)
        guard let made = try cycle.takeBack(last) else { return nil }
        remember(made)
        do {
          try cycle.handOn()
        } catch {
          remember(made)
          throw error
        }
        var report = cycle.report
        try remember(&report, made)
        return report
      }
    }
  }

  /// A vault of a later format is read only.
  func checkFormat() throws {
    let format = vault.configuration.format
    guard format <= VaultConfiguration.supportedFormat else {
      throw SyncError.refused(.newerFormat(format))
    }
  }
}
