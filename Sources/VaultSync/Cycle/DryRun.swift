internal import Git
internal import VaultFormat
internal import VaultStore

/// A planned sync that is not executed: everything that `SyncCycle` writes stays in memory.
struct DryRun {
  let synced: SyncedVault
  let options: SyncOptions
  let branch: CurrentBranch
  let memory: Repository
  let integration: Integration
  var report: SyncReport
  private let lastRecord: SyncRecord

  init(_ synced: SyncedVault, _ options: SyncOptions) throws {
    self.synced = synced
    self.options = options
    branch = try synced.branch()
    memory = try synced.repository.keepingObjectsInMemory()
    let commits = CommitMaker(repository: memory, identity: try synced.identity())
    integration = synced.integration(commits, in: memory)
    report = SyncReport(branch: branch.shortName)
    lastRecord = SyncRecord(of: synced.vault.folder)
  }

  mutating func run(_ callbacks: SyncCallbacks) throws {
    let ours = try record()
    guard let remotes = try SyncRemotes(of: branch.name, in: synced) else {
      report.network = .noRemote
      return
    }
    report.remote = remotes.source.fetchAddress.publicText
    guard let theirs = report.fetched({ () throws(TransportError) in try remotes.fetch(callbacks) })
    else { return }
    let target = report.fetched { () throws(TransportError) in
      try remotes.fetchTarget(callbacks, besides: theirs)
    }
    let first = try integrate(target ?? theirs, onto: ours)
    let joined = try theirs.commit == nil ? first : integrate(theirs, onto: first)
    guard let target else { return }
    guard options.pushes else {
      report.network = .notPushed
      return
    }
    if let plan = try synced.pushPlan(joined, onto: target, theirs: theirs, remotes: remotes) {
      let changes = try changes(from: plan.old, to: plan.new)
      report.add(plan, ChangeList(changes, in: memory, leavingOut: report.eventPaths))
    }
  }

  /// What an undo of a sync would change, after the changes of the folder are recorded.
  mutating func reversal(of last: SyncRecord.Undo) throws -> ChangeList {
    guard let head = try record(),
      let plan = try Reversal(
        of: last, at: head, in: memory, zone: synced.noteZone, device: synced.settings.device
      ).plan()
    else { throw SyncError.nothingToUndo }
    return ChangeList(plan.changes, in: memory)
  }

  /// - Returns: the commit that the branch would be at.
  private mutating func record() throws -> ObjectID? {
    let planner = synced.recordPlanner(options, in: memory)
    let observed = try planner.observe()
    var plan = try planner.plan(observed, [:])
    plan.stamps = planner.stamps(plan.passed, observed.difference)
    try planner.read(&plan, observed, stampsInMemory: true)
    report.add(plan, by: integration.commits.identity, in: memory)
    var head = plan.head
    if let commit = plan.commit { head = try integration.commits.commit(commit) }
    guard let ours = head, !plan.released.isEmpty else { return head }
    let joined = try integration.joining(
      plan.released, to: ours, message: options.message, held: plan.heldPaths)
    try report.add(joined, in: memory)
    return joined.commit
  }

  private mutating func integrate(_ theirs: FetchedBranch, onto ours: ObjectID?) throws -> ObjectID?
  {
    try report.checkClocks(
      of: theirs.commit, besides: ours, in: memory, surroundings: synced.surroundings)
    let plan = try integration.plan(
      of: theirs, onto: ours, options: options, since: lastRecord)
    guard let commit = try integration.commit(of: plan), commit != ours else { return ours }
    try report.add(plan, at: commit, changes: changes(from: ours, to: commit), in: memory)
    return commit
  }

  private func changes(from old: ObjectID?, to new: ObjectID) throws -> [TreeChange] {
    let tree = try old.map { try memory.commit($0).tree }
    return try memory.changes(from: tree, to: memory.commit(new).tree)
  }
}

/// Whether another sync puts files in place while the folder is read without a lock.
struct OtherSync {
  private let synced: SyncedVault
  private let wasUnfinished: Bool
  private let head: ObjectID?

  /// Before the folder is read.
  init(_ synced: SyncedVault) {
    self.synced = synced
    wasUnfinished = synced.makeApply().isUnfinished()
    head = try? synced.branch().head
  }

  /// After the folder was read: whether it may have been read with only some of another sync's files in place.
  func mayHaveMovedFiles() -> Bool {
    wasUnfinished || synced.makeApply().isUnfinished() || (try? synced.branch().head) != head
  }
}
