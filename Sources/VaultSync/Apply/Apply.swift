package import Git
package import System
internal import VaultFormat
package import VaultStore

/// Brings the folder, git's index and the branch from one commit to another, all or nothing.
///
/// No file that the user changed is overwritten, whenever that was: what gives way to a new file is
/// kept under a hidden name, compared, and put back if it is not what git has. At any moment every
/// name has an old file or a new one, whole. After a crash `recover` takes back what was done, or
/// tidies up if the branch had moved.
///
/// The order: journal, hidden files, the disk, files into their places, the disk, index, branch
/// (compare and swap), hidden files removed, journal removed. The objects are in git by then.
///
/// The caller holds the `sync` lock, so that one sync at a time works on the journal.
package struct Apply {
  package let vault: VaultFolder
  package let repository: Repository
  /// Of this device, kept outside of the vault; one line.
  package let deviceKey: String
  /// RFC 3339; for what has to be put into the trash.
  package let time: String
  /// How long another program may hold the lock of git's index.
  package var indexPatience = LockPatience.tenSeconds
  /// Whether the disk takes names for one that differ in case or normalisation only; nil has the
  /// disk asked.
  package var foldsNames: Bool?
  /// False does as on a file system that cannot exchange two names.
  package var canExchange = true
  /// How many write where there are many new files.
  package var threads = 1
  /// Runs git's filters; nil where there is no git program.
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
  /// - Throws: `ApplyError`, `GitError` (`.locked` for the index) or `StoreError`; all is as it was
  ///   before. Only if taking back fails too does the journal stay, for `recover`.
  package func run(
    _ set: ChangeSet, holding lock: borrowing VaultLock
  ) throws -> ApplyOutcome {
    guard try isAt(set) else { return .branchMoved }
    let refused = set.changes.filter { $0.new != nil }.compactMap {
      ArrivingPath.refusal(of: $0.path.bytes)
    }
    guard refused.isEmpty else { throw ApplyError.refused(refused) }
    try checkNothingUnfinished()
    try waitForIndex { () throws(GitError) in try repository.checkIndexLockFree() }
    let stage = FileStage(vault, canExchange: canExchange)
    let plan = try ApplyPlanner(
      set, repository, stage, foldsNames: foldsNames ?? vault.foldsNames(), filterProgram)
    guard plan.needsProgram.isEmpty else { throw ApplyError.needsGit(plan.needsProgram) }
    guard plan.changedMeanwhile.isEmpty else { return .changedMeanwhile(plan.changedMeanwhile) }
    guard plan.isNeeded else { return .done(ApplyReport()) }
    let run = ApplyRun(self, stage, set, plan)
    return try run.apply()
  }

  /// Puts a new commit's content into git's index and moves the branch to the commit; the folder
  /// holds it already.
  ///
  /// - Parameters:
  ///   - index: what is to become of the index.
  ///   - set: its `changes` say what the index had before; no file of the folder is looked at.
  ///   - lock: the `write` lock.
  /// - Returns: never `.changedMeanwhile`.
  package func record(
    _ set: ChangeSet, index: [IndexChange], holding lock: borrowing VaultLock
  ) throws -> ApplyOutcome {
    guard try isAt(set) else { return .branchMoved }
    try checkNothingUnfinished()
    try waitForIndex { () throws(GitError) in try repository.checkIndexLockFree() }
    let run = ApplyRun(self, FileStage(vault), set)
    return try run.record(index)
  }

  /// Finishes or takes back what an interrupted run left; to be called before anything else that
  /// reads or changes the folder for a sync.
  ///
  /// - Parameter lock: the `write` lock.
  /// - Throws: when something could not be put right; the journal stays, and the next call tries
  ///   again.
  package func recover(holding lock: borrowing VaultLock) throws -> RecoveryReport {
    let file = JournalFile(vault: vault)
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
      let run = ApplyRun(self, FileStage(vault, canExchange: canExchange), journal)
      return try run.recover(from: phase)
    }
  }

  private func checkNothingUnfinished() throws {
    if try vault.exists(VaultLayout.journal) { throw ApplyError.unfinished }
  }

  /// Whether the branch is checked out and where the set begins.
  func isAt(_ set: ChangeSet) throws(GitError) -> Bool {
    switch try repository.head() {
    case .branch(let name, let id): name == set.branch && id == set.old
    case .unborn(let name): name == set.branch && set.old == nil
    case .detached: false
    }
  }

  /// Tries again while another program holds the lock.
  func waitForIndex(_ body: () throws(GitError) -> Void) throws(GitError) {
    for _ in 0..<max(indexPatience.pauses, 0) {
      do throws(GitError) {
        return try body()
      } catch  where error.code == .locked {
        indexPatience.pause()
      }
    }
    try body()
  }
}
