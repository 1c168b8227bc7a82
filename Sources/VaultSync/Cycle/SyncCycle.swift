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
  var report: SyncReport
  /// Files that differ from what is recorded on purpose.
  private(set) var heldPaths: Set<VaultPath> = []
  /// The last commit of this device alone, and what came of it: what an undo takes back.
  private(set) var undo: SyncRecord.Undo?

  /// Files that keep changing, and a remote that keeps moving, are tried so often.
  static let rounds = 5

  var repository: Repository { synced.repository }

  init(_ synced: SyncedVault, _ options: SyncOptions, _ talk: SyncTalk) throws {
    self.synced = synced
    self.options = options
    self.talk = talk
    identity = try synced.identity()
    preflight = try Preflight(synced.repository, hasGit: synced.settings.network.git != nil)
    report = SyncReport(branch: try synced.branch().shortName)
  }

  mutating func run() throws {
    let branch = try synced.branch()
    guard let tracked = try TrackedBranch(of: branch.name, in: repository) else {
      _ = try recordLocalChanges(on: branch.name)
      report.network = .noRemote
      return
    }
    let remote = try Remote(
      named: tracked.remote, in: repository, network: synced.settings.network)
    report.remote = remote.fetchAddress.publicText
    for _ in 1...Self.rounds {
      // Hooks and signing programs may ask at the terminal too.
      if !preflight.commitsByGit { remote.startAhead() }
      let ours = try recordLocalChanges(on: branch.name, remote)
      let theirs: Fetched
      switch fetch(tracked, from: remote) {
      case .success(let fetched): theirs = fetched
      case .failure(let error):
        report.network = .failed(error)
        return
      }
      guard let joined = try integrate(ours, theirs.commit, on: branch.name) else { continue }
      guard options.pushes else {
        report.network = .notPushed
        return
      }
      if try push(joined, theirs, tracked, to: remote) { return }
    }
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
    var commit = synced.localCommit(options, talk, identity, preflight)
    commit.decide = { [decide = commit.decide] question in
      remote?.settle()
      return decide(question)
    }
    for _ in 1..<Self.rounds {
      do {
        return try note(commit.run())
      } catch LocalCommitError.branchMoved {
        // Another program committed: the folder is compared with that.
      }
    }
    return try note(commit.run())
  }

  private mutating func note(_ local: LocalCommitReport) throws -> ObjectID? {
    let left = try synced.recordThroughFilters(local, identity)
    // Where somebody said no, they need not be told each time.
    report.heldBack = left.filter { $0.reason != .otherFile(isAnswered: true) }
    heldPaths = Set(left.map(\.path))
    if local.commit != nil, identity.isMadeUp {
      let author = identity.author
      report.remark(.madeUpIdentity(name: author.name, email: author.email))
    }
    if !local.stamped.isEmpty { report.remark(.stamped(local.stamped.count)) }
    for move in local.movedMedia { report.remark(.movedMedia(from: move.from, to: move.to)) }
    report.findings += local.findings
    report.committed.add(
      ChangeList(
        local.changes.map { TreeChange(path: $0.path, old: $0.old, new: $0.new) }, in: repository))
    return try synced.branch().head
  }
}

// MARK: - The remote

/// What a fetch brought of the branch that is synced.
struct Fetched {
  /// The branch in the remote, `refs/heads/…`.
  var branch: String
  /// Nil where the remote has no such branch yet.
  var commit: ObjectID?
}

extension SyncCycle {
  private mutating func fetch(
    _ tracked: TrackedBranch, from remote: Remote
  ) -> Result<Fetched, TransportError> {
    Result { () throws(TransportError) in
      talk.begin(.connecting, remote)
      let result = try remote.fetch(progress: talk.progress)
      if result.ranWithoutGit { report.remark(.serverHooksDidNotRun) }
      let branch = tracked.branch(in: result.references)
      if branch != "refs/heads/" + report.branch { report.remark(.branch(branch)) }
      return Fetched(branch: branch, commit: result.references[branch])
    }
  }

  /// - Returns: false when the remote has moved, and all has to be tried again.
  private mutating func push(
    _ ours: Joined, _ theirs: Fetched, _ tracked: TrackedBranch, to remote: Remote
  ) throws -> Bool {
    report.network = .done
    guard let commit = ours.commit, commit != theirs.commit else { return true }
    do {
      let message = try send(to: theirs, of: remote)
      if !message.isEmpty { report.remark(.server(message)) }
    } catch TransportError.moved {
      return false
    } catch let error as TransportError {
      report.network = .failed(error)
      return true
    }
    if try synced.follow(theirs.branch, of: tracked.remote) {
      report.remark(.upstreamSet(remote: tracked.remote, branch: theirs.branch))
    }
    var base: ObjectID?
    if let old = theirs.commit { base = try repository.commit(old).tree }
    report.sent = ChangeList(
      try repository.changes(from: base, to: repository.commit(commit).tree), in: repository,
      leavingOut: report.eventPaths)
    return true
  }

  /// - Returns: what the server said.
  private mutating func send(to theirs: Fetched, of remote: Remote) throws -> String {
    talk.begin(.sending, remote)
    let quickest = remote.quickestPushEngine(isFirst: theirs.commit == nil)
    let result = try remote.push(
      "refs/heads/" + report.branch, to: theirs.branch,
      engine: preflight.pushesByGit ? .git(runsHooks: true) : quickest, progress: talk.progress)
    if result.ranWithoutGit { report.remark(.serverHooksDidNotRun) }
    return result.message
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
  private mutating func integrate(
    _ ours: ObjectID?, _ theirs: ObjectID?, on branch: String
  ) throws -> Joined? {
    guard let theirs else { return Joined(commit: ours) }
    var integration = Integration(
      repository: repository, zone: synced.noteZone, identity: identity,
      device: synced.settings.device)
    guard let ours else {
      try integration.checkOutside(of: theirs, since: nil, nil)
      return try apply(theirs, over: nil, [], on: branch)
    }
    integration.sign = sign
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

  /// Makes a signed commit of a tree, its parents and a message; nil where no signature is asked for.
  var sign: ((ObjectID, [ObjectID], String) throws -> ObjectID)? {
    guard preflight.signsCommits else { return nil }
    return { [synced, identity] tree, parents, message in
      try GitProgram(synced, for: "commit.gpgSign")
        .signedCommit(tree, parents, message: message, identity)
    }
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
    switch try synced.apply(set) {
    case .changedMeanwhile(let paths):
      report.remark(.keptChanging(paths))
      return nil
    case .branchMoved: return nil
    case .done(let done):
      report.remarks.removeAll { if case .keptChanging = $0 { true } else { false } }
      report.kept += done.kept
      report.leftovers += done.leftovers
    }
    report.events += events
    if let ours { undo = try undoStep(from: ours, to: target) }
    report.arrived.add(ChangeList(set.changes, in: repository, leavingOut: report.eventPaths))
    return Joined(commit: target)
  }
}
