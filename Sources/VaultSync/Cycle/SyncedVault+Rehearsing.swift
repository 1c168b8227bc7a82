internal import Git
internal import VaultFormat

extension SyncedVault {
  /// What a sync would do: what would be recorded, what waits at the remote, and how both would be joined.
  ///
  /// Fetches, which moves what is known of the remote; no file, branch or index is touched, and the commits
  /// that are needed for the answer are kept in memory.
  ///
  /// - Throws: what a sync throws before it changes anything.
  package func rehearse(_ options: SyncOptions, _ callbacks: SyncCallbacks) throws(SyncError)
    -> SyncReport
  {
    try asSyncError {
      try checkFormat()
      _ = try Preflight(repository, hasGit: settings.network.git != nil)
      var rehearsal = Rehearsal(self, options, try branch())
      try rehearsal.run(callbacks)
      return rehearsal.report
    }
  }
}

/// A sync in memory.
private struct Rehearsal {
  let synced: SyncedVault
  let options: SyncOptions
  let branch: CurrentBranch
  var report: SyncReport

  init(_ synced: SyncedVault, _ options: SyncOptions, _ branch: CurrentBranch) {
    self.synced = synced
    self.options = options
    self.branch = branch
    report = SyncReport(branch: branch.shortName)
  }

  mutating func run(_ callbacks: SyncCallbacks) throws {
    let identity = try synced.identity()
    let fetched = try fetch(callbacks)
    let memory = try synced.repository.keepingObjectsInMemory()
    let commits = CommitMaker(repository: memory, identity: identity)
    let planner = synced.recordPlanner(options, in: memory)
    let observed = try planner.observe()
    var plan = try planner.plan(observed, [:])
    plan.stamps = planner.stamps(plan.passed, observed.difference)
    try planner.read(&plan, observed, stampsInMemory: true)
    report.add(plan, in: memory)
    let integration = Integration(
      repository: memory, zone: synced.noteZone,
      commits: commits, device: synced.settings.device)
    var ours = branch.head
    if let tree = plan.tree {
      ours = try commits.commit(tree, plan.head.map { [$0] } ?? [], message: plan.message)
    }
    if let head = ours, !plan.released.isEmpty {
      let joined = try integration.joining(
        plan.released, to: head, message: options.message, held: plan.heldPaths)
      ours = joined.commit
      report.events += joined.events
      report.committed.add(ChangeList(joined.changes, in: memory))
    }
    guard let fetched else { return }
    let first = try join(ours, fetched.target.commit, integration)
    let joined = try join(first, fetched.theirs.commit, integration)
    report.arrived = try changes(from: ours, to: joined, in: memory)
    if options.pushes {
      report.sent = try changes(from: fetched.target.commit, to: joined, in: memory)
    } else {
      report.network = .notPushed
    }
  }

  /// - Returns: nil where there is no remote, or it could not be reached.
  private mutating func fetch(
    _ callbacks: SyncCallbacks
  ) throws -> (theirs: Fetched, target: Fetched)? {
    guard let remotes = try SyncRemotes(of: branch.name, in: synced) else {
      report.network = .noRemote
      return nil
    }
    report.remote = remotes.source.fetchAddress.publicText
    do throws(TransportError) {
      let theirs = try remotes.fetch(callbacks)
      if theirs.branch != branch.name { report.remark(.branch(theirs.branch)) }
      return (theirs, try remotes.fetchTarget(callbacks, besides: theirs))
    } catch {
      report.network = .failed(error)
      return nil
    }
  }

  /// - Returns: the commit that both would be at.
  private mutating func join(
    _ ours: ObjectID?, _ theirs: ObjectID?, _ integration: Integration
  ) throws -> ObjectID? {
    guard let ours, let theirs else { return ours ?? theirs }
    switch try integration.integrate(ours: ours, theirs: theirs, joins: options.joins) {
    case .upToDate: return ours
    case .fastForward: return theirs
    case .merged(let commit, let merge):
      report.events += merge.events
      report.renamedTheirs.formUnion(
        try integration.repository.renamedTheirs(merge.events, ours: ours, in: commit))
      return commit
    case .unrelated:
      let repository = integration.repository
      throw SyncError.refused(
        .unrelatedHistories(
          ours: try repository.noteCount(ours), theirs: try repository.noteCount(theirs)))
    }
  }

  private func changes(
    from old: ObjectID?, to new: ObjectID?, in repository: Repository
  ) throws -> ChangeList {
    let trees = try [old, new].map { try $0.map { try repository.commit($0).tree } }
    return ChangeList(
      try repository.changes(from: trees[0], to: trees[1]), in: repository,
      leavingOut: report.eventPaths)
  }
}
