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
  /// - Throws: `.nothingToUndo`, and what a sync throws.
  package func undo(
    _ options: SyncOptions, _ talk: SyncTalk, confirm: (ChangeList) -> Bool
  ) throws(SyncError) -> SyncReport? {
    try asSyncError {
      try checkFormat()
      return try withSyncLock { _ in
        let record = SyncRecord(of: vault.folder)
        guard let last = try lastUndo(record, at: branch().head) else {
          throw SyncError.nothingToUndo
        }
        try RepositorySetup(repository, program: settings.program).complete()
        var cycle = try SyncCycle(self, options, talk)
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
      let reversal = try Reversal(of: last, at: head, repository, synced.noteZone)
      guard !reversal.result.changesToOurs.isEmpty else { break }
      let commit = try reversal.commit(identity, device: synced.settings.device)
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

extension SyncReport {
  fileprivate var changingPaths: [VaultPath] {
    remarks.flatMap { if case .keptChanging(let paths) = $0 { paths } else { [VaultPath]() } }
  }
}

/// What the tree becomes when a step of the history is taken out of it, with all that came after it kept.
private struct Reversal {
  let repository: Repository
  let head: Commit
  let result: TreeMergeResult

  init(
    of last: SyncRecord.Undo, at head: ObjectID, _ repository: Repository, _ zone: TimeZoneRules
  ) throws {
    self.repository = repository
    self.head = try repository.commit(head)
    func side(_ commit: ObjectID) throws -> TreeMerge.Side {
      // What was there before is older than every edit since: of two versions of a line the edit stays.
      let commits = SideCommits(repository, head: commit, excluding: [last.after])
      return TreeMerge.Side(
        tree: try repository.commit(commit).tree,
        history: SideHistory { try commits.lastChange(of: $0) })
    }
    result = try TreeMerge(
      base: repository.commit(last.after).tree, ours: side(head), theirs: side(last.before),
      reader: TreeReader(repository), zone: zone
    ).result()
  }

  /// Written as an object; no branch has it yet.
  func commit(_ identity: CommitIdentity, device: String) throws -> ObjectID {
    for bytes in result.newBlobs.values { _ = try repository.writeBlob(bytes) }
    return try repository.writeCommit(
      tree: repository.writeTree(head.tree, applying: result.changesToOurs), parents: [head.id],
      author: identity.author, committer: identity.committer,
      message: "Take back the last sync\n\n\(DeviceTrailer.line(device))\n")
  }
}
