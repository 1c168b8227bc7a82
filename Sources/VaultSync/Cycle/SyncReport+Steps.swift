internal import Git
internal import VaultFormat

/// The report of each step of a plan, whether it was executed or not.
///
/// The objects of the step are in the given repository.
extension SyncReport {
  /// - Parameter identity: of the commit.
  mutating func add(
    _ record: RecordPlan, by identity: CommitIdentity, in repository: Repository
  ) {
    let author = identity.author
    if identity.usesDefaults, record.tree != nil {
      remark(.defaultIdentity(name: author.name, email: author.email))
    }
    // A refused file is not reported at each sync.
    heldBack = record.leftOut.filter { $0.reason != .otherFile(isAnswered: true) }
    let unmarked = record.stamps.filter(\.takesOutMarkers)
    if record.stamps.count > unmarked.count {
      remark(.stamped(record.stamps.count - unmarked.count))
    }
    if !unmarked.isEmpty { remark(.tookOutMarkers(unmarked.map(\.path))) }
    for move in record.movedMedia { remark(.movedMedia(from: move.from, to: move.to)) }
    findings += record.findings
    committed.add(ChangeList(record.changes.map(\.inTree), in: repository))
    var step = record
    step.passed = []
    step.index = []
    for number in step.stamps.indices { step.stamps[number].committed = [] }
    plan.steps.append(.record(step))
  }

  mutating func add(_ released: JoinedChanges, in repository: Repository) throws {
    events += released.events
    renamedTheirs.formUnion(
      try repository.renamedTheirs(released.events, in: released.commit) {
        released.inFolder[$0] ?? nil
      })
    committed.add(ChangeList(released.changes, in: repository))
    plan.steps.append(.release(released))
  }

  /// - Parameters:
  ///   - commit: of the branch after the step.
  ///   - changes: of the files.
  mutating func add(
    _ join: JoinPlan, at commit: ObjectID, changes: [TreeChange], in repository: Repository
  ) throws {
    events += join.events
    let ours = try join.ours.map { try repository.commit($0).tree }
    renamedTheirs.formUnion(
      try repository.renamedTheirs(join.events, in: commit) {
        try repository.entry(at: $0, inTree: ours)
      })
    arrived.add(ChangeList(changes, in: repository, leavingOut: eventPaths))
    plan.steps.append(.join(join))
  }

  mutating func add(_ undo: UndoPlan, in repository: Repository) {
    events += undo.commit.events
    if !undo.keptRules.isEmpty { remark(.rulesStay(undo.keptRules)) }
    undone = ChangeList(undo.changes, in: repository)
    plan.steps.append(.undo(undo))
  }

  /// - Parameter list: the changes that are pushed.
  mutating func add(_ push: PushPlan, _ list: ChangeList) {
    if push.isApart { remark(.pushedTo(address: push.address, branch: push.branch)) }
    if let followed = push.follows {
      remark(.upstreamSet(remote: followed.remote, branch: followed.branch))
    }
    sent = list
    plan.steps.append(.push(push))
  }

  /// Reports the result of a fetch.
  ///
  /// - Returns: nil if it failed, which is reported too.
  mutating func fetched(_ fetch: () throws(TransportError) -> Fetched) -> Fetched? {
    let fetched: Fetched
    do throws(TransportError) {
      fetched = try fetch()
    } catch {
      network = .failed(error)
      return nil
    }
    if fetched.ranWithoutGit { remark(.serverHooksDidNotRun) }
    if let error = fetched.trackingError {
      remark(.trackingStays(branch: fetched.branch, message: error.message))
    }
    if fetched.branch != "refs/heads/" + branch { remark(.branch(fetched.branch)) }
    return fetched
  }
}
