internal import Git
internal import VaultFormat
internal import VaultStore

/// One sync, from what an interrupted one left to the report.
///
/// The `sync` lock is held by the caller. The `write` lock is held for local file work alone: never across
/// the network or a question.
struct SyncCycle {
  let synced: SyncedVault
  let options: SyncOptions
  let talk: SyncTalk
  let identity: CommitIdentity
  let preflight: Preflight
  let commits: CommitMaker
  var report: SyncReport
  /// Files that differ from what is recorded on purpose.
  var heldPaths: Set<VaultPath> = []
  /// The last commit of this device alone, and what came of it: what an undo takes back.
  var undo: SyncRecord.Undo?

  /// Files that keep changing, and a remote that keeps moving, are tried so often.
  static let rounds = 5

  var repository: Repository { synced.repository }

  init(_ synced: SyncedVault, _ options: SyncOptions, _ talk: SyncTalk) throws {
    self.synced = synced
    self.options = options
    self.talk = talk
    identity = try synced.identity()
    preflight = try Preflight(synced.repository, hasGit: synced.settings.network.git != nil)
    commits = try synced.commitMaker(identity, preflight)
    report = SyncReport(branch: try synced.branch().shortName)
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
    for _ in 1...Self.rounds {
      isOvertaken = false
      // Hooks and signing programs may ask at the terminal too.
      if !preflight.commitsByGit { remotes.source.startAhead() }
      let ours = try recordLocalChanges(on: branch.name, remotes.source)
      guard
        let theirs = fetched({ [talk] () throws(TransportError) in try remotes.fetch(talk) })
      else { return }
      let target = fetched({ [talk] () throws(TransportError) in
        try remotes.fetchTarget(talk, besides: theirs)
      })
      // What other devices have pushed comes first: they have joined it with what is followed.
      guard
        let first = try bringIn(target?.commit ?? theirs.commit, onto: ours, on: branch.name),
        var joined = try bringIn(theirs.commit, onto: first.commit, on: branch.name)
      else { continue }
      guard let target else { return }
      if !isDropped {
        guard try dropWanted(from: joined.commit, [theirs, target]) else { continue }
        isDropped = true
        joined = Joined(commit: try synced.branch().head)
      }
      guard options.pushes else {
        report.network = .notPushed
        return
      }
      if try push(joined, onto: target, theirs, remotes) { return }
      isOvertaken = true
    }
    guard isOvertaken else { throw SyncError.keepsChanging(report.changingPaths) }
    report.network = .keepsMoving
  }
}

// MARK: - The folder

extension SyncCycle {
  /// Commits what changed in the folder.
  ///
  /// - Parameter remote: what may be connecting meanwhile.
  /// - Returns: the commit that the branch is at; nil where there is none, and nothing to commit.
  mutating func recordLocalChanges(
    on branch: String, _ remote: Remote? = nil
  ) throws -> ObjectID? {
    var commit = synced.localCommit(options, talk, commits)
    commit.decide = { [decide = commit.decide] question in
      remote?.settle()
      return decide(question)
    }
    for round in 1...Self.rounds {
      do {
        let local = try commit.run()
        try note(local)
        if try release(local.released, on: branch) { break }
      } catch LocalCommitError.branchMoved where round < Self.rounds {
        // Another program committed: the folder is compared with that.
      }
    }
    return try synced.branch().head
  }

  private mutating func note(_ local: LocalCommitReport) throws {
    // Where somebody said no, they need not be told each time.
    report.heldBack = local.leftOut.filter { $0.reason != .otherFile(isAnswered: true) }
    heldPaths = local.heldPaths
    if local.commit != nil, identity.isMadeUp {
      let author = identity.author
      report.remark(.madeUpIdentity(name: author.name, email: author.email))
    }
    if local.isEmptiedByHooks { report.remark(.emptiedByHooks) }
    if !local.stamped.isEmpty { report.remark(.stamped(local.stamped.count)) }
    for move in local.movedMedia { report.remark(.movedMedia(from: move.from, to: move.to)) }
    report.findings += local.findings
    report.committed.add(
      ChangeList(
        local.changes.map { TreeChange(path: $0.path, old: $0.old, new: $0.new) }, in: repository))
  }
}

// MARK: - Joining

/// What the branch is at after others' changes came in.
struct Joined {
  /// Nil where nobody has a commit yet.
  var commit: ObjectID?
}

extension SyncCycle {
  /// Joins what was fetched with what is here, in memory, and applies it to the folder.
  ///
  /// - Returns: nil when files changed meanwhile, and all has to be tried again.
  mutating func integrate(
    _ ours: ObjectID?, _ theirs: ObjectID?, on branch: String
  ) throws -> Joined? {
    guard let theirs else { return Joined(commit: ours) }
    let integration = integration
    guard let ours else {
      try integration.checkOutside(of: theirs, since: nil, nil)
      return try apply(theirs, over: nil, [], on: branch)
    }
    switch try integration.integrate(ours: ours, theirs: theirs, joins: options.joins) {
    case .upToDate: return Joined(commit: ours)
    case .fastForward: return try apply(theirs, over: ours, [], on: branch)
    case .merged(let commit, let merge):
      return try apply(commit, over: ours, merge.events, on: branch)
    case .unrelated:
      try askToJoin(ours, theirs)
      guard
        case .merged(let commit, let merge) = try integration.integrate(
          ours: ours, theirs: theirs, joins: true)
      else { return Joined(commit: ours) }
      return try apply(commit, over: ours, merge.events, on: branch)
    }
  }

  /// The same, with a word about clocks.
  private mutating func bringIn(
    _ theirs: ObjectID?, onto ours: ObjectID?, on branch: String
  ) throws -> Joined? {
    try noteClocks(of: theirs, besides: ours)
    return try integrate(ours, theirs, on: branch)
  }

  var integration: Integration {
    Integration(
      repository: repository, zone: synced.noteZone, commits: commits,
      device: synced.settings.device)
  }

  /// - Throws: `.refused` where nobody can be asked, or the answer is no.
  private func askToJoin(_ ours: ObjectID, _ theirs: ObjectID) throws {
    let counts = (try repository.noteCount(ours), try repository.noteCount(theirs))
    guard talk.joins?(counts.0, counts.1) == true else {
      throw SyncError.refused(.unrelatedHistories(ours: counts.0, theirs: counts.1))
    }
  }

  private mutating func apply(
    _ target: ObjectID, over ours: ObjectID?, _ events: [MergeEvent], on branch: String
  ) throws -> Joined? {
    let set = try ChangeSet(
      branch: branch, from: ours, to: target, in: repository, held: heldPaths, log: "tl sync")
    guard try apply(set) else { return nil }
    report.events += events
    report.renamedTheirs.formUnion(try repository.renamedTheirs(events, ours: ours, in: target))
    if let ours { undo = try undoStep(from: ours, to: target) }
    report.arrived.add(ChangeList(set.changes, in: repository, leavingOut: report.eventPaths))
    return Joined(commit: target)
  }

  /// Brings the folder, the index and the branch to another commit, and notes in the report what came of it.
  ///
  /// - Returns: false when files changed meanwhile or the branch moved, and all has to be tried again.
  mutating func apply(_ set: ChangeSet) throws -> Bool {
    switch try synced.apply(set) {
    case .changedMeanwhile(let paths):
      report.remark(.keptChanging(paths))
      // A folder that somebody moved takes what is hidden in it along.
      try synced.putLeftoversAway()
      return false
    case .branchMoved:
      try synced.putLeftoversAway()
      return false
    case .done(let done):
      report.remarks.removeAll { if case .keptChanging = $0 { true } else { false } }
      report.kept += done.kept
      report.leftovers += done.leftovers
      return true
    }
  }
}
