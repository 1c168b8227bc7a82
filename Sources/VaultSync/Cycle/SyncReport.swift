package import Git
package import VaultFormat
package import VaultStore

/// The result of a sync.
package struct SyncReport: Sendable {
  /// The branch without `refs/heads/`.
  package var branch: String
  /// The executed steps; of a dry run the planned ones.
  package var plan = SyncPlan()
  /// The address without a password; nil without a remote.
  package var remote: String?
  /// What this device recorded.
  package var committed = ChangeList()
  /// What came from others.
  package var arrived = ChangeList()
  /// What an undo reverted.
  package var undone = ChangeList()
  /// What this device pushed.
  package var sent = ChangeList()
  /// Decisions about changes of both sides.
  package var events: [MergeEvent] = []
  /// Files of others with another name here, because this device had a file with theirs.
  package var renamedTheirs: Set<VaultPath> = []
  /// Files that a gate held back, or that cannot be recorded.
  package var heldBack: [SkippedPath] = []
  /// Files that are kept in git only.
  package var kept: [GitOnlyFile] = []
  /// Versions that another program saved at the moment of their replacement; they are in the trash.
  package var leftovers: [TrashEntry] = []
  /// Findings about new names.
  package var findings: [NameFinding] = []
  package var remarks: [SyncRemark] = []
  package var network = NetworkOutcome.done
  /// What was not pushed because the server refused it; nil if it refused nothing.
  package var unsent: UnsentSummary?

  /// Notes with a conflict copy from this sync.
  package var conflictCount: Int {
    events.count { if case .conflictCopy = $0.kind { true } else { false } }
  }

  package var mergedCount: Int { events.count { $0.kind == .merged } }
}

/// The result of the part that needs a remote.
package enum NetworkOutcome: Sendable {
  case done
  /// The vault has no remote: everything is recorded here.
  case noRemote
  /// Everything is recorded here, and the next sync continues.
  case failed(TransportError)
  /// Turned off (`--no-push`).
  case notPushed
  /// Others pushed first, each time.
  case keepsMoving
  /// Commits of git have these paths, which every other device would refuse: nothing was sent.
  case withheld([RefusedPath])
}

/// Information that needs no action.
package enum SyncRemark: Hashable, Sendable {
  /// Commits have a default name or address; reported once.
  case defaultIdentity(name: String, email: String)
  /// The remote is a folder, and its hooks did not run without the git program; reported once.
  case serverHooksDidNotRun
  /// Another branch than the remote's default one.
  case branch(String)
  /// An interrupted sync was recovered before this one.
  case recovered
  /// Another sync was putting files in place, or had been interrupted then, while this dry run read the folder.
  case unfinished
  /// The new upstream of the branch.
  case upstreamSet(remote: String, branch: String)
  /// Files that changed while their new versions were written; the new versions are in git.
  case keptChanging([VaultPath])
  /// A file that another program has open for writing: it stays as it is, and is merged once that has closed it.
  case openElsewhere(VaultPath)
  /// The number of notes edited without tl whose `updated` was set.
  case stamped(Int)
  /// Trackers that had conflict markers of git between their events.
  case tookOutMarkers([VaultPath])
  /// A media folder that followed its renamed note.
  case movedMedia(from: VaultPath, to: VaultPath)
  /// The messages of the server's hooks.
  case server(String)
  /// Pushed to another remote than that of the upstream.
  case pushedTo(address: String, branch: String)
  /// Files were removed from unsent commits. `isAsked`: the user asked for it; otherwise the files no longer existed.
  case droppedUnsent(files: [DroppedFile], commits: Int, isAsked: Bool)
  /// A device's newest commit is more than a day ahead of the clock here.
  case clockAhead(device: String, time: NoteTime, now: NoteTime)
  /// Git's hooks left nothing to commit.
  case emptiedByHooks
  /// Ignore and attribute files that an undo keeps.
  case rulesStay([VaultPath])
  /// Files of Git LFS that neither the remote nor this device has, as Git LFS names them.
  case largeFilesMissing([String])
  /// Files of Git LFS that the remote may lack could not be sent.
  case largeFilesStay(TransportError)
  /// The tracking reference could not be updated; git's message.
  case trackingStays(branch: String, message: String)
}

extension SyncReport {
  /// Adds a remark unless the report has it.
  mutating func remark(_ remark: SyncRemark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  /// Files that the report mentions in an event.
  var eventPaths: Set<VaultPath> {
    var paths: Set<VaultPath> = []
    for event in events {
      paths.insert(event.path)
      switch event.kind {
      case .conflictCopy(let copy, _): paths.insert(copy)
      case .moved(let old), .followedNote(let old): paths.insert(old)
      default: break
      }
    }
    return paths
  }
}

// MARK: - Clocks

extension SyncReport {
  /// More seconds than time zones and daylight saving time explain.
  private static let maximumClockSkew: Int64 = 86_400
  /// The number of arriving commits that are checked, newest first.
  private static let commitLimit = 1_000

  /// Reports commits that are more than a day ahead of this device's clock: one of the clocks is wrong.
  ///
  /// No decision depends on it: every device must get the same result.
  mutating func checkClocks(
    of theirs: ObjectID?, besides ours: ObjectID?, in repository: Repository,
    surroundings: Surroundings
  ) throws {
    guard let theirs, theirs != ours else { return }
    let now = surroundings.now()
    let limit = now.addingReportingOverflow(Self.maximumClockSkew).partialValue
    var latest: [String: Int64] = [:]
    for id in try repository.commits(
      from: theirs, excluding: ours.map { [$0] } ?? [], limit: Self.commitLimit)
    {
      let commit = try repository.commit(id)
      let time = max(commit.author.time, commit.committer.time)
      guard time > limit else { continue }
      let device = DeviceTrailer.device(in: commit.message) ?? commit.author.name
      latest[device] = max(latest[device] ?? time, time)
    }
    let zone = surroundings.zone
    for (device, time) in latest.sorted(by: { $0.key < $1.key }) {
      remark(
        .clockAhead(
          device: device, time: NoteTime(instant: time, zone: zone),
          now: NoteTime(instant: now, zone: zone)))
    }
  }
}

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
    heldBack = record.skipped.filter { $0.reason != .otherFile(isAnswered: true) }
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
  mutating func fetched(_ fetch: () throws(TransportError) -> FetchedBranch) -> FetchedBranch? {
    let fetched: FetchedBranch
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
