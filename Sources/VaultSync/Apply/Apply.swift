package import Git
package import SystemCalls
internal import VaultFormat
package import VaultStore

/// Moves the folder, git's index and the branch from one commit to another, all or nothing.
///
/// Never overwrites a change of the user, whenever it was made: a replaced file is kept under a hidden name, compared,
/// and restored if it is not what git has. At any moment every name has an old or a new file, complete. After a crash
/// `recover` undoes what was done, or cleans up if the branch had moved.
///
/// The order: write the journal and the hidden files, sync the disk, move files into place, sync the disk, update the
/// index, move the branch (compare and swap), remove the hidden files and the journal. The objects are in git before.
///
/// The caller holds the `sync` lock, so that only one sync uses the journal.
package struct Apply {
  package let vault: VaultFolder
  package let repository: Repository
  /// Identifies this device, stored outside of the vault; one line.
  package let deviceKey: String
  /// RFC 3339; for files that go to the trash.
  package let time: String
  /// How long to wait while another program holds the lock of git's index.
  package var indexTimeout = LockTimeout.tenSeconds
  /// Whether the file system ignores case or Unicode normalization of names; if nil, this is tested.
  package var foldsNames: Bool?
  /// False as on a file system that cannot exchange two names.
  package var canExchange = true
  /// A new file with more bytes is kept in git only.
  package var largestFile = Int64(Repository.largestBlob)
  /// The number of threads that write many new files.
  package var threads = 1
  /// Runs git's filters; nil without the git program.
  var filterProgram: FilterProgram?
  package var onStep: (ApplyStep) throws -> Void = { _ in }

  package init(
    _ vault: VaultFolder, _ repository: Repository, deviceKey: String, time: String
  ) {
    self.vault = vault
    self.repository = repository
    self.deviceKey = deviceKey
    self.time = time
  }
}

// MARK: - Applying

extension Apply {
  /// Applies a change set: for a fast-forward, a merge, or the first checkout of a clone.
  ///
  /// - Parameter lock: the `write` lock.
  /// - Throws: `SyncError`, `GitError` (`.locked` for the index) or `StoreError`; everything is as before. Only if
  ///   undoing fails too, the journal stays for `recover`.
  package func run(
    _ set: ChangeSet, holding lock: borrowing VaultLock
  ) throws -> ApplyOutcome {
    guard try isAt(set) else { return .branchMoved }
    let refused = set.changes.refusedPaths
    guard refused.isEmpty else { throw SyncError.hostilePaths(refused) }
    try checkNothingUnfinished()
    try waitForIndex { () throws(GitError) in try repository.checkIndexLockFree() }
    let stage = FileStage(vault, canExchange: canExchange)
    var program = filterProgram
    program?.largestFile = Int(clamping: largestFile)
    let plan = try ApplyPlanner(
      set, repository, stage: stage, foldsNames: foldsNames ?? vault.foldsNames(),
      largestFile: largestFile, filterProgram: program)
    guard plan.needsProgram.isEmpty else { throw SyncError.needsGit(plan.needsProgram) }
    guard plan.changedMeanwhile.isEmpty else { return .changedMeanwhile(plan.changedMeanwhile) }
    guard plan.isNeeded else { return .done(ApplyReport()) }
    let run = ApplyRun(self, stage: stage, set: set, plan: plan)
    return try run.apply()
  }

  /// Updates git's index to a new commit whose content the folder already has, and moves the branch.
  ///
  /// - Parameters:
  ///   - index: the changes of the index.
  ///   - set: its `changes` are the previous state of the index; no file of the folder is read.
  ///   - lock: the `write` lock.
  /// - Returns: neither `.changedMeanwhile` nor `.openElsewhere`.
  package func record(
    _ set: ChangeSet, index: [IndexChange], holding lock: borrowing VaultLock
  ) throws -> ApplyOutcome {
    guard try isAt(set) else { return .branchMoved }
    try checkNothingUnfinished()
    try waitForIndex { () throws(GitError) in try repository.checkIndexLockFree() }
    let run = ApplyRun(self, stage: FileStage(vault), set: set)
    return try run.record(index)
  }

  /// Completes or undoes an interrupted run; to be called before a sync reads or changes the folder.
  ///
  /// - Parameter lock: the `write` lock.
  /// - Throws: if something could not be restored; the journal stays, and the next call tries again.
  package func recover(holding lock: borrowing VaultLock) throws -> RecoveryReport {
    let file = ApplyJournalFile(vault: vault)
    try file.removeTemporaries()
    switch try file.read() {
    case .none:
      try repository.removeAbandonedIndexLock()
      return .nothing
    case .damaged: return .damaged(try file.setAside())
    case .journal(let journal, _) where journal.deviceKey != deviceKey:
      return .foreign(try file.setAside())
    case .journal(let journal, let phase):
      try repository.removeAbandonedIndexLock()
      let run = ApplyRun(self, stage: FileStage(vault, canExchange: canExchange), journal: journal)
      return try run.recover(from: phase)
    }
  }

  /// Whether the folder may have files of a commit that the branch is not at: a run that is going on, or one that
  /// recovery will undo.
  ///
  /// Takes no lock, so that the answer can be outdated at once. True where the branch cannot be compared.
  func isUnfinished() -> Bool {
    guard let reading = try? ApplyJournalFile(vault: vault).read(),
      case .journal(let journal, let phase) = reading, journal.deviceKey == deviceKey,
      phase == .publishing || phase == .indexing,
      journal.entries.contains(where: { $0.action != .none })
    else { return false }
    let run = ApplyRun(self, stage: FileStage(vault), journal: journal)
    return (try? run.isFinished(in: phase)) != true
  }

  private func checkNothingUnfinished() throws {
    if try vault.exists(VaultLayout.journal) {
      throw SyncError.other("an earlier sync was interrupted")
    }
  }

  /// Whether the branch is checked out and at the set's old commit.
  func isAt(_ set: ChangeSet) throws(GitError) -> Bool {
    try repository.head() == .branch(name: set.branch, set.old)
  }

  /// Retries while another program holds the lock.
  func waitForIndex(_ body: () throws(GitError) -> Void) throws(GitError) {
    for _ in 0..<max(indexTimeout.pauses, 0) {
      do throws(GitError) {
        return try body()
      } catch  where error.code == .locked {
        indexTimeout.pause()
      }
    }
    try body()
  }
}
