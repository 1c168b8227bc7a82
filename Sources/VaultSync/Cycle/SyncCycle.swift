internal import Git
internal import VaultFormat
internal import VaultStore

/// One sync, from recovery to the report.
///
/// The caller holds the `sync` lock. The `write` lock is held for local file work only: never during network access or
/// a question.
struct SyncCycle {
  let synced: SyncedVault
  let options: SyncOptions
  let callbacks: SyncCallbacks
  let identity: CommitIdentity
  let preflight: Preflight
  let commits: CommitMaker
  var report: SyncReport
  private var answers: SyncAnswers = [:]
  /// Files that differ from the commit on purpose.
  var heldPaths: Set<VaultPath> = []
  /// Files that another program has open for writing, which stay until the next sync.
  private var openPaths: Set<VaultPath> = []
  /// What an undo reverts: the last commit of this device alone, and its merge.
  var undo: SyncRecord.Undo?
  /// The merged branches of the remotes as this sync found them, then as it left them.
  private(set) var seen: [SyncRecord.SeenBranch] = []
  let lastRecord: SyncRecord

  /// The number of attempts while files keep changing or the remote keeps moving.
  static let attempts = 5

  var repository: Repository { synced.repository }

  init(_ synced: SyncedVault, options: SyncOptions, callbacks: SyncCallbacks) throws {
    self.synced = synced
    self.options = options
    self.callbacks = callbacks
    identity = try synced.identity()
    preflight = try Preflight(synced.repository, hasGit: synced.settings.network.git != nil)
    commits = try synced.commitMaker(identity, preflight)
    report = SyncReport(branch: try synced.branch().shortName)
    lastRecord = SyncRecord(of: synced.vault.folder)
  }

  mutating func run() throws {
    let branch = try synced.branch()
    guard let remotes = try SyncRemotes(of: branch.name, in: synced) else {
      _ = try recordLocalChanges(on: branch.name)
      report.network = .noRemote
      return
    }
    report.remote = remotes.source.fetchAddress.publicText
    var isDropped = options.dropsUnsent.isEmpty
    var isOvertaken = false
    for _ in 1...Self.attempts {
      isOvertaken = false
      // Hooks and signing programs may ask at the terminal too.
      if !preflight.commitNeedsGit { remotes.source.connectEarly() }
      let ours = try recordLocalChanges(on: branch.name, remotes.source)
      guard
        let theirs = report.fetched({ [callbacks] () throws(TransportError) in
          try remotes.fetch(callbacks)
        })
      else { return }
      let target = report.fetched({ [callbacks] () throws(TransportError) in
        try remotes.fetchTarget(callbacks, besides: theirs)
      })
      // The push branch comes first: other devices have merged it with the upstream.
      guard
        let first = try integrate(target ?? theirs, onto: ours, on: branch.name),
        // An upstream that has nothing asks nothing, where pushes go elsewhere.
        var joined = try theirs.commit == nil
          ? first : integrate(theirs, onto: first.commit, on: branch.name)
      else { continue }
      seen = [theirs, target].compactMap { $0?.seen }
      guard let target else { return }
      if !isDropped {
        guard try dropRequested(from: joined.commit, [theirs, target]) else { continue }
        isDropped = true
        joined = MergedBranch(commit: try synced.branch().head)
      }
      guard options.pushes else {
        report.network = .notPushed
        return
      }
      if let remote = remotes.target {
        try sendLargeFiles(of: target, hadBy: ours, to: remote)
      }
      report.network = .done
      guard
        let plan = try synced.pushPlan(
          joined.commit, onto: target, theirs: theirs, remotes: remotes),
        let remote = remotes.target
      else { return }
      guard try !push(plan, onto: target, besides: theirs, to: remote) else { return }
      isOvertaken = true
    }
    guard isOvertaken else { throw SyncError.keepsChanging(report.changingPaths) }
    report.network = .keepsMoving
  }
}

extension SyncCycle {
  /// What is recorded of the branch stays as the last sync left it.
  mutating func forget(_ branch: FetchedBranch) {
    seen.removeAll { $0 == branch.seen }
  }

  mutating func noteSent(_ commit: ObjectID, to target: FetchedBranch) {
    seen.append(
      SyncRecord.SeenBranch(commit: commit, branch: target.branch, address: target.address))
  }
}

// MARK: - The folder

extension SyncCycle {
  /// Commits the changes in the folder.
  ///
  /// - Parameter remote: may be connecting at the same time.
  /// - Returns: the branch's commit; nil if there is none, and nothing to commit.
  mutating func recordLocalChanges(
    on branch: String, _ remote: Remote? = nil
  ) throws -> ObjectID? {
    let local = LocalCommit(
      planner: synced.recordPlanner(options, in: repository), apply: synced.makeApply(),
      commits: commits)
    for attempt in 1...Self.attempts {
      do {
        let recorded = try record(by: local, remote)
        if recorded.isEmptiedByHooks { report.remark(.emptiedByHooks) }
        let released = recorded.plan.released.leavingOut(openPaths)
        heldPaths = recorded.plan.heldPaths.union(openPaths).union(
          Set(recorded.plan.released.changes.map(\.path)).subtracting(released.changes.map(\.path)))
        report.add(recorded.plan, by: identity, in: repository)
        if try release(released, on: branch) { break }
      } catch is BranchMoved where attempt < Self.attempts {
        // Another program committed: the folder is compared again.
      }
    }
    return try synced.branch().head
  }

  /// Answers take time: the folder is read again after them.
  private mutating func record(by local: LocalCommit, _ remote: Remote?) throws -> RecordOutcome {
    var movedMedia: [MediaMove] = []
    var questionsLeft = Self.attempts
    while true {
      let observed = try local.observe()
      movedMedia += observed.orphanedMedia
      var plan = try local.planner.plan(observed, answers.gates)
      if questionsLeft > 0, !plan.questions.isEmpty {
        questionsLeft -= 1
        remote?.waitForEarlyConnection()
        if plan.questions.count(where: { answer(to: .gate($0)) != nil }) > 0 { continue }
      }
      plan.movedMedia = movedMedia
      return try local.run(plan, observed)
    }
  }

  /// - Returns: nil if there is no one to ask.
  mutating func answer(to question: SyncQuestion) -> Bool? {
    if let known = answers[question] { return known }
    answers[question] = callbacks.answer(question)
    return answers[question]
  }

  /// Merges held changes that can now be recorded with the branch, each from its base, and applies the result to the folder.
  ///
  /// - Returns: false if files changed meanwhile, and the sync must be retried; the changes stay held.
  mutating func release(_ released: ReleasedChanges, on branch: String) throws -> Bool {
    let folder = synced.vault.folder
    var isDone = true
    if let head = try synced.branch().head,
      try !released.isEmpty || folder.exists(VaultLayout.gitOnly)
    {
      let joined = try integration.joining(
        released, to: head, message: options.message, held: heldPaths)
      var set = try ChangeSet(
        branch: branch, from: head, to: joined.commit, in: repository, held: heldPaths,
        log: "tl sync")
      set.released = joined.inFolder
      isDone = try apply(set)
      if isDone, !released.isEmpty { try report.add(joined, in: repository) }
    }
    let held = try HeldFiles.uncommitted(folder, repository, at: synced.branch().head)
    heldPaths.formUnion(held.map(\.path))
    return isDone
  }
}

// MARK: - Joining

/// The branch's commit after the merge.
struct MergedBranch {
  /// Nil if neither side has a commit.
  var commit: ObjectID?
}

extension SyncCycle {
  var integration: Integration { synced.integration(commits, in: repository) }

  /// Merges what was fetched, and applies it to the folder.
  ///
  /// - Returns: nil if files changed meanwhile, and the sync must be retried.
  private mutating func integrate(
    _ fetched: FetchedBranch, onto ours: ObjectID?, on branch: String
  ) throws -> MergedBranch? {
    let theirs = fetched.commit
    try report.checkClocks(
      of: theirs, besides: ours, in: repository, surroundings: synced.surroundings)
    var plan = try integration.plan(
      of: fetched, onto: ours, options: options, since: lastRecord)
    if case .unrelated(let mine, let other) = plan.step,
      answer(to: .join(ours: mine, theirs: other)) == true
    {
      plan = try integration.plan(ours: ours, theirs: theirs, joins: true)
    }
    if case .removed(let history) = plan.step, options.removedHistory == nil,
      answer(to: history.isAll ? .sendAgain(history) : .follow(history)) == true
    {
      var options = options
      options.removedHistory = history.isAll ? .sendAgain : .leaveOut
      plan = try integration.plan(of: fetched, onto: ours, options: options, since: lastRecord)
    }
    guard let commit = try integration.commit(of: plan), commit != ours else {
      return MergedBranch(commit: ours)
    }
    let set = try ChangeSet(
      branch: branch, from: ours, to: commit, in: repository, held: heldPaths, log: "tl sync")
    guard try apply(set) else { return nil }
    if let ours { undo = try undoStep(from: ours, to: commit) }
    try report.add(plan, at: commit, changes: set.changes, in: repository)
    return MergedBranch(commit: commit)
  }

  /// Moves the folder, the index and the branch to another commit, and records the outcome in the report.
  ///
  /// - Returns: false if files changed meanwhile or the branch moved, and the sync must be retried.
  mutating func apply(_ set: ChangeSet) throws -> Bool {
    switch try synced.apply(set) {
    case .changedMeanwhile(let paths):
      report.remark(.keptChanging(paths))
      // A moved folder takes the hidden files in it along.
      try synced.trashLeftovers()
      return false
    case .openElsewhere(let path):
      openPaths.insert(path)
      heldPaths.insert(path)
      report.remark(.openElsewhere(path))
      try synced.trashLeftovers()
      // The new commit has its change: that has to wait too.
      if set.released.keys.contains(path) { return false }
      var rest = set
      rest.held.insert(path)
      return try apply(rest)
    case .branchMoved:
      try synced.trashLeftovers()
      return false
    case .done(let done):
      report.remarks.removeAll { if case .keptChanging = $0 { true } else { false } }
      report.kept += done.kept.filter { !openPaths.contains($0.path) }
      report.leftovers += done.leftovers
      return true
    }
  }
}
