internal import VaultFormat

extension SyncedVault {
  /// What a sync would do: what would be recorded, what waits at the remote, and how both would be joined.
  ///
  /// Fetches, which moves what is known of the remote; no file, branch or index is touched, and the commits
  /// that are needed for the answer are kept in memory.
  ///
  /// - Throws: what a sync throws before it changes anything.
  package func rehearse(_ options: SyncOptions, _ talk: SyncTalk) throws(SyncError) -> SyncReport {
    try asSyncError {
      try checkFormat()
      _ = try Preflight(repository, hasGit: settings.network.git != nil)
      var rehearsal = Rehearsal(self, options, try branch())
      try rehearsal.run(talk)
      return rehearsal.report
    }
  }

  /// What is left out, without what the git program would record all the same.
  func withoutFiltered(_ leftOut: [LeftOut]) -> (leftOut: [LeftOut], recorded: [LeftOut]) {
    guard settings.network.git != nil else { return (leftOut, []) }
    let isFiltered = { (left: LeftOut) in
      if case .needsGit = left.reason { true } else { false }
    }
    return (leftOut.filter { !isFiltered($0) }, leftOut.filter(isFiltered))
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

  mutating func run(_ talk: SyncTalk) throws {
    let identity = try synced.identity()
    let fetched = try fetch(talk)
    let memory = try synced.repository.keepingObjectsInMemory()
    let local = try synced.plainCommit(options, identity, in: memory).rehearse()
    note(local, memory)
    let integration = Integration(
      repository: memory, zone: synced.noteZone, identity: identity, device: synced.settings.device)
    var head = local.commit ?? branch.head
    if let ours = head, !local.released.isEmpty {
      let joined = try integration.joining(
        local.released, to: ours, message: options.message)
      head = joined.commit
      report.events += joined.events
    }
    guard let fetched else { return }
    try join(head, fetched.commit, integration)
  }

  private mutating func note(_ local: LocalCommitReport, _ repository: Repository) {
    let (leftOut, filtered) = synced.withoutFiltered(local.leftOut)
    report.heldBack = leftOut
    report.findings = local.findings
    report.committed = ChangeList(local.changes + local.released.changes, in: repository)
    report.committed.others += filtered.map(\.path)
    for move in local.movedMedia { report.remark(.movedMedia(from: move.from, to: move.to)) }
  }

  /// - Returns: nil where there is no remote, or it could not be reached.
  private mutating func fetch(_ talk: SyncTalk) throws -> Fetched? {
    guard let tracked = try TrackedBranch(of: branch.name, in: synced.repository) else {
      report.network = .noRemote
      return nil
    }
    let remote = try Remote(
      named: tracked.remote, in: synced.repository, network: synced.settings.network)
    report.remote = remote.fetchAddress.publicText
    do throws(TransportError) {
      talk.begin(.connecting, remote)
      let result = try remote.fetch(progress: talk.progress)
      let name = tracked.branch(in: result.references)
      if name != branch.name { report.remark(.branch(name)) }
      return Fetched(branch: name, commit: result.references[name])
    } catch {
      report.network = .failed(error)
      return nil
    }
  }

  private mutating func join(
    _ ours: ObjectID?, _ theirs: ObjectID?, _ integration: Integration
  ) throws {
    let repository = integration.repository
    var joined = ours ?? theirs
    if let ours, let theirs {
      switch try integration.integrate(ours: ours, theirs: theirs, joins: options.joins) {
      case .upToDate: joined = ours
      case .fastForward: joined = theirs
      case .merged(let commit, let merge):
        joined = commit
        report.events += merge.events
      case .unrelated:
        throw SyncError.refused(
          .unrelatedHistories(
            ours: try repository.noteCount(ours), theirs: try repository.noteCount(theirs)))
      }
    }
    func changes(since commit: ObjectID?) throws -> ChangeList {
      let trees = try [commit, joined].map { try $0.map { try repository.commit($0).tree } }
      return ChangeList(
        try repository.changes(from: trees[0], to: trees[1]), in: repository,
        leavingOut: report.eventPaths)
    }
    report.arrived = try changes(since: ours)
    if options.pushes {
      report.sent = try changes(since: theirs)
    } else {
      report.network = .notPushed
    }
  }
}
