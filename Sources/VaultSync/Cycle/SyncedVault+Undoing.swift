internal import Git
internal import VaultFormat
internal import VaultStore

extension SyncedVault {
  /// Takes back what the last sync, or the last undo, did to the files: in a commit of its own, which keeps what
  /// was edited since.
  ///
  /// The folder is recorded first. An undo can itself be undone.
  ///
  /// - Parameter confirm: gets what the folder and other devices will see, and says whether to go on; no lock
  ///   but that of the sync is held meanwhile.
  /// - Returns: nil after a no; what was recorded before it stays recorded.
  /// - Throws: `.nothingToUndo`, `.undoesRulesAlone`, and what a sync throws.
  package func undo(
    _ options: SyncOptions, _ callbacks: SyncCallbacks, confirm: (ChangeList) -> Bool
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
        guard let made = try cycle.takeBack(last, confirm) else { return nil }
        remember(made, finished: false)
        do {
          try cycle.handOn()
        } catch {
          remember(made, finished: false)
          throw error
        }
        var report = cycle.report
        try remember(&report, made)
        return report
      }
    }
  }

  /// What an undo would take back: nil where nothing is remembered, and where the branch has gone another way
  /// since.
  func lastUndo(_ record: SyncRecord, at head: ObjectID?) throws(GitError) -> SyncRecord.Undo? {
    guard let undo = record.undo, let head, try repository.contains(undo.before),
      try repository.contains(undo.after), try repository.isAncestor(undo.after, of: head)
    else { return nil }
    return undo
  }
}

extension SyncCycle {
  /// Makes the commit that takes `last` back, and applies it.
  ///
  /// - Returns: by what this can be taken back; nil where it is not confirmed.
  mutating func takeBack(
    _ last: SyncRecord.Undo, _ confirm: (ChangeList) -> Bool
  ) throws -> SyncRecord.Undo? {
    let branch = try synced.branch().name
    var confirmed: ChangeList?
    for _ in 1...Self.rounds {
      guard let head = try recordLocalChanges(on: branch) else { break }
      let reversal = try reversal(of: last, at: head)
      guard !reversal.result.changesToOurs.isEmpty else {
        if reversal.keptRules.isEmpty { break }
        throw SyncError.undoesRulesAlone(reversal.keptRules)
      }
      let commit = try reversal.commit(commits)
      let set = try ChangeSet(
        branch: branch, from: head, to: commit, in: repository, held: heldPaths,
        log: "tl sync --undo")
      let changes = ChangeList(set.changes, in: repository)
      // Asked once more where something came in between.
      if changes != confirmed {
        guard confirm(changes) else { return nil }
        confirmed = changes
      }
      guard try note(synced.apply(set), reversal, changes) else { continue }
      return SyncRecord.Undo(before: head, after: commit)
    }
    guard confirmed == nil else {
      throw SyncError.keepsChanging(report.changingPaths)
    }
    throw SyncError.nothingToUndo
  }

  /// - Returns: false when files changed meanwhile.
  private mutating func note(
    _ outcome: ApplyOutcome, _ reversal: Reversal, _ changes: ChangeList
  ) throws -> Bool {
    switch outcome {
    case .branchMoved: return false
    case .changedMeanwhile(let paths):
      report.remark(.keptChanging(paths))
      return false
    case .done(let done):
      report.remarks.removeAll { if case .keptChanging = $0 { true } else { false } }
      report.kept += done.kept
      report.leftovers += done.leftovers
      report.events += reversal.result.report.events
      if !reversal.keptRules.isEmpty { report.remark(.rulesStay(reversal.keptRules)) }
      report.undone = changes
      return true
    }
  }

  /// Pushes as a sync does, unless that is not wanted.
  mutating func handOn() throws {
    if options.pushes { return try run() }
    let hasRemote = try TrackedBranch(of: synced.branch().name, in: repository) != nil
    report.network = hasRemote ? .notPushed : .noRemote
  }
}

extension SyncCycle {
  private func reversal(of last: SyncRecord.Undo, at head: ObjectID) throws -> Reversal {
    try Reversal(
      of: last, at: head, in: repository, zone: synced.noteZone,
      device: synced.settings.device)
  }

  /// What an undo takes back after files were brought from one commit to another: with what this sync brought
  /// in before that, and without what was recorded here in between.
  func undoStep(from old: ObjectID, to new: ObjectID) throws -> SyncRecord.Undo {
    guard let undo else { return SyncRecord.Undo(before: old, after: new) }
    if undo.after == old { return SyncRecord.Undo(before: undo.before, after: new) }
    let plain = CommitMaker(repository: repository, identity: identity)
    // Kept as an object alone, no history has it.
    return SyncRecord.Undo(before: try reversal(of: undo, at: old).commit(plain), after: new)
  }
}

extension SyncReport {
  /// The files that changed while their new versions were written.
  var changingPaths: [VaultPath] {
    remarks.flatMap { if case .keptChanging(let paths) = $0 { paths } else { [VaultPath]() } }
  }
}
