internal import Git
internal import VaultFormat

extension SyncedVault {
  /// What an undo would revert: nil if nothing is recorded, or if the branch no longer has it.
  func lastUndo(_ record: SyncRecord, at head: ObjectID?) throws(GitError) -> SyncRecord.Undo? {
    guard let undo = record.undo, let head, try repository.contains(undo.before),
      try repository.contains(undo.after), try repository.isAncestor(undo.after, of: head)
    else { return nil }
    return undo
  }
}

extension SyncCycle {
  /// Makes the commit that reverts `last`, and applies it.
  ///
  /// - Returns: the record to undo this; nil if it is not confirmed.
  mutating func revert(_ last: SyncRecord.Undo) throws -> SyncRecord.Undo? {
    let branch = try synced.branch().name
    var isConfirmed = false
    for _ in 1...Self.attempts {
      guard let head = try recordLocalChanges(on: branch),
        let plan = try reversal(of: last, at: head).plan()
      else { break }
      // Asked again after other changes.
      guard answer(to: .undo(ChangeList(plan.changes, in: repository))) == true else { return nil }
      isConfirmed = true
      let commit = try commits.commit(plan.commit)
      let set = ChangeSet(
        branch: branch, from: head, to: commit, changes: plan.changes, held: heldPaths,
        log: "tl sync --undo")
      guard try apply(set) else { continue }
      report.add(plan, in: repository)
      return SyncRecord.Undo(before: head, after: commit)
    }
    guard !isConfirmed else { throw SyncError.keepsChanging(report.changingPaths) }
    throw SyncError.nothingToUndo
  }

  /// Pushes as a sync does, unless turned off.
  mutating func pushUndo() throws {
    if options.pushes { return try run() }
    let hasRemote = try TrackedBranch(of: synced.branch().name, in: repository) != nil
    report.network = hasRemote ? .notPushed : .noRemote
  }

  private func reversal(of last: SyncRecord.Undo, at head: ObjectID) throws -> Reversal {
    try Reversal(
      of: last, at: head, in: repository, zone: synced.noteZone,
      device: synced.settings.device)
  }

  /// What an undo reverts after the files were moved from one commit to another: including what this sync brought in
  /// before, without what was recorded here in between.
  func undoStep(from old: ObjectID, to new: ObjectID) throws -> SyncRecord.Undo {
    guard let undo else { return SyncRecord.Undo(before: old, after: new) }
    if undo.after == old { return SyncRecord.Undo(before: undo.before, after: new) }
    let plain = CommitMaker(repository: repository, identity: identity)
    // An unreachable object; no history has it.
    let before = try plain.commit(reversal(of: undo, at: old).commit())
    return SyncRecord.Undo(before: before, after: new)
  }
}

extension SyncReport {
  /// The files that changed while their new versions were written.
  var changingPaths: [VaultPath] {
    remarks.flatMap { if case .keptChanging(let paths) = $0 { paths } else { [VaultPath]() } }
  }
}
