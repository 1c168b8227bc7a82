internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Executes the plan for the folder and its commit: the local half of a sync.
///
/// The order: media folders follow their notes; notes are stamped; files are read, and exactly that is committed. A
/// file that changes meanwhile is a change of the next sync. The index and the branch move last.
struct LocalCommit {
  let planner: RecordPlanner
  /// Updates git's index and moves the branch, with a journal.
  let apply: Apply
  let commits: CommitMaker

  private var vault: VaultFolder { planner.vault }
  private var repository: Repository { planner.repository }

  /// Reads the folder, after moving media folders that were left behind.
  ///
  /// - Throws: `SyncError`, a `StoreError` (`.locked` for the vault).
  func observe() throws -> FolderObservation {
    let first = try planner.observe()
    guard !first.orphanedMedia.isEmpty else { return first }
    let moved = try move(first.orphanedMedia)
    var observed = try planner.observe()
    observed.orphanedMedia = moved
    return observed
  }

  /// Commits what the plan allows; makes no commit if nothing changed.
  ///
  /// - Throws: `BranchMoved`, a `GitError` (`.locked` for the index), a `StoreError` (`.locked` for the vault). No
  ///   commit was made then; stamped notes stay so.
  func run(_ planned: RecordPlan, _ observed: FolderObservation) throws -> RecordOutcome {
    var plan = planned
    try forget(plan.settled)
    if let answer = plan.otherFiles { try OtherFiles(vault: vault).store(answer) }
    plan.stamps = try stamp(planner.stamps(plan.passed, observed.difference))
    try planner.read(&plan, observed)
    var recorded = RecordOutcome(plan: plan)
    guard let commit = plan.commit else {
      try refresh(plan.index, observed.difference)
      return recorded
    }
    recorded.plan.index += observed.difference.stale
    if commits.hooks != nil {
      try commitWithHooks(commit.tree, held: observed.held, recorded: &recorded)
    } else {
      let made = try commits.commit(commit)
      try record(made, recorded.plan)
      recorded.commit = made
    }
    return recorded
  }
}

// MARK: - Files

extension LocalCommit {
  /// Removes void records.
  ///
  /// If there is no commit after all, the next sync finds their files to be based on the last one.
  private func forget(_ settled: Set<VaultPath>) throws {
    guard !settled.isEmpty else { return }
    let lock = try VaultLock(.write, of: vault)
    defer { withExtendedLifetime(lock) {} }
    try HeldFiles.update(vault) { files in for path in settled { files[path] = nil } }
  }

  /// Moves the folders and corrects the links of their notes.
  ///
  /// - Returns: the moved ones; a folder that cannot be moved stays.
  private func move(_ moves: [MediaMove]) throws -> [MediaMove] {
    let lock = try VaultLock(.write, of: vault)
    defer { withExtendedLifetime(lock) {} }
    return moves.filter { move in
      guard (try? vault.move(move.from, to: move.to)) != nil else { return false }
      // The links are broken now; if the note cannot be written they stay, and `doctor` reports them.
      _ = try? AtomicFileWriter(vault).replace(move.note) { content in
        NoteDocument(content.bytes).correctingLinks(of: move, in: vault)
      }
      return true
    }
  }

  /// - Returns: the written ones; a note that cannot be written is committed unstamped.
  private func stamp(_ stamps: [NoteStamp]) throws -> [NoteStamp] {
    guard !stamps.isEmpty else { return [] }
    // The lock excludes other commands of tl; editors have no lock, so each file is compared when it is replaced.
    let lock = try VaultLock(.write, of: vault)
    defer { withExtendedLifetime(lock) {} }
    return stamps.filter { stamp in
      let replacement = try? AtomicFileWriter(vault).replace(stamp.path) { content in
        planner.stamped(content, stamp) ?? content.bytes
      }
      return replacement?.isChange == true
    }
  }
}

// MARK: - The commit

extension LocalCommit {
  /// The commit has what the hooks left in it.
  ///
  /// No lock is held meanwhile: a hook may run tl, or ask the user.
  private func commitWithHooks(
    _ tree: ObjectID, held: HeldChanges, recorded: inout RecordOutcome
  ) throws {
    let plan = recorded.plan
    let heldPaths = plan.skipped.map(\.path) + held.made.keys + held.unchanged.keys
    let branch = try branch(at: plan.head)
    try repository.checkIndexLockFree()
    let commit = HookedCommit(
      branch: branch, parent: plan.head, message: plan.message, held: Set(heldPaths))
    guard let made = try commits.commitWithHooks(tree, commit) else {
      recorded.plan.changes = []
      recorded.plan.tree = nil
      recorded.isEmptiedByHooks = true
      return
    }
    let madeTree = try repository.commit(made).tree
    let byHooks = try repository.changes(from: tree, to: madeTree)
    if !byHooks.isEmpty {
      let changed = Set(byHooks.map(\.path))
      recorded.plan.index.removeAll { changed.contains($0.path) }
      recorded.plan.index += byHooks.map { IndexChange(path: $0.path, entry: $0.new) }
      recorded.plan.noteChanges(try repository.changes(from: held.difference.tree, to: madeTree))
    }
    try record(made, recorded.plan, isOnBranch: true)
    recorded.commit = made
  }

  /// The checked-out branch, if it is still at the compared commit.
  private func branch(at head: ObjectID?) throws -> String {
    guard case .branch(let name, let id) = try repository.head(), id == head else {
      throw BranchMoved()
    }
    return name
  }

  /// Updates the index if there is nothing to commit.
  private func refresh(_ index: [IndexChange], _ difference: WorktreeDifference) throws {
    let changes = index + (difference.needsRefresh || !index.isEmpty ? difference.stale : [])
    guard !changes.isEmpty else { return }
    do throws(GitError) {
      try repository.updateIndex(changes, agreeingWith: difference.tree)
    } catch {
      // Another program has the lock; without the update only time is lost.
      if error.code != .locked { throw error }
    }
  }

  private func record(
    _ commit: ObjectID, _ plan: RecordPlan, isOnBranch: Bool = false
  ) throws {
    let branch = try branch(at: isOnBranch ? commit : plan.head)
    let lock = try VaultLock(.write, of: vault)
    if isOnBranch {
      // If this fails, the index is behind the branch; the next sync finds the folder equal to the commit.
      let tree = try repository.commit(commit).tree
      return try apply.waitForIndex { () throws(GitError) in
        try repository.updateIndex(plan.index, agreeingWith: tree)
      }
    }
    let set = ChangeSet(
      branch: branch, from: plan.head, to: commit, changes: plan.changes.map(\.inTree),
      log: "commit: sync of \(planner.settings.device)")
    guard case .done = try apply.record(set, index: plan.index, holding: lock) else {
      throw BranchMoved()
    }
  }
}
