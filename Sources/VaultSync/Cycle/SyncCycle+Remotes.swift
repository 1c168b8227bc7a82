internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The part of a sync that needs a remote.
extension SyncCycle {
  /// Pushes the planned commit, whatever happens to the branch meanwhile.
  ///
  /// - Parameters:
  ///   - target: the push branch.
  ///   - theirs: the upstream branch.
  /// - Returns: false if the remote has moved, and the sync must be retried.
  mutating func push(
    _ planned: PushPlan, onto target: FetchedBranch, besides theirs: FetchedBranch,
    to remote: Remote
  ) throws -> Bool {
    let outgoing = try OutgoingChanges(planned, from: repository, leavingOut: report.eventPaths)
    let refused =
      try outgoing.changes.refusedPaths
      + privatePaths(in: planned.new, excluding: [target.commit, theirs.commit])
    if !refused.isEmpty {
      report.network = .withheld(refused)
      return true
    }
    // For a first push the list takes as long as a scan: it is made while git pushes.
    let pushed: ObjectID
    let listed: ChangeList?
    do {
      let (sent, list) = try ThreadTeam.run(aside: { try? outgoing.list() }) {
        try sendOrDrop(planned, [target, theirs], to: remote)
      }
      (pushed, listed) = (sent.commit, list)
      if !sent.message.isEmpty { report.remark(.server(sent.message)) }
    } catch TransportError.moved {
      return false
    } catch let error as TransportError {
      report.network = .failed(error)
      return true
    }
    noteSent(pushed, to: target)
    var plan = planned
    plan.new = pushed
    if let followed = plan.follows { try synced.follow(followed, by: report.branch) }
    let known = pushed == planned.new ? listed : nil
    let changes =
      try known ?? OutgoingChanges(plan, from: repository, leavingOut: report.eventPaths).list()
    report.add(plan, changes)
    return true
  }

  /// Sends the files of Git LFS that commits on the push branch have, if another program than tl pushed these from here:
  /// it may have had no hook.
  ///
  /// - Parameter ours: this device's commit before it received anything.
  mutating func sendLargeFiles(
    of target: FetchedBranch, hadBy ours: ObjectID?, to remote: Remote
  ) throws {
    guard let pushed = target.commit, let ours, try repository.hasLargeFiles(),
      lastRecord.commit(of: target.branch, at: target.address, root: repository.root) != pushed,
      try repository.isAncestor(pushed, of: ours)
    else { return }
    callbacks.begin(.sending, remote)
    do throws(TransportError) {
      let missing = try remote.pushLargeFiles(upTo: pushed, progress: callbacks.progress)
      if !missing.isEmpty { report.remark(.largeFilesMissing(missing)) }
    } catch {
      // The next sync tries again.
      forget(target)
      report.remark(.largeFilesStay(error))
    }
  }

  /// The files of this device alone that a commit which was not sent has, also if a later one takes them out again.
  private func privatePaths(
    in head: ObjectID, excluding known: [ObjectID?]
  ) throws -> [RefusedPath] {
    let unsent = try repository.commits(from: head, excluding: known.compactMap(\.self))
    // All that one commit changes is in the difference of both ends.
    guard unsent.count > 1 else { return [] }
    var found: Set<RefusedPath> = []
    for id in unsent {
      let commit = try repository.commit(id)
      let parent = try commit.parents.first.map { try repository.commit($0).tree }
      let paths = try repository.changes(
        from: parent, to: commit.tree, where: ArrivingPath.mayBeSettings
      ).refusedPaths
      found.formUnion(paths.filter { $0.reason == .local })
    }
    return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Pushes; if the server refuses, removes from the commits what it may refuse.
  private mutating func sendOrDrop(
    _ plan: PushPlan, _ fetched: [FetchedBranch], to remote: Remote
  ) throws -> AcceptedPush {
    do {
      return try send(plan.new, to: plan.branch, of: remote)
    } catch let refusal as TransportError {
      guard let sent = try pushWithout(plan, after: refusal, fetched: fetched, to: remote) else {
        throw refusal
      }
      return sent
    }
  }

  /// - Parameter branch: of the remote, in full.
  mutating func send(
    _ commit: ObjectID, to branch: String, of remote: Remote
  ) throws -> AcceptedPush {
    callbacks.begin(.sending, remote)
    let runsHooks = try !Preflight.pushReasons(repository).isEmpty
    let result = try remote.push(
      commit, to: branch, engine: .git(runsHooks: runsHooks), progress: callbacks.progress)
    if result.ranWithoutGit { report.remark(.serverHooksDidNotRun) }
    return AcceptedPush(commit: commit, message: result.message)
  }
}

struct AcceptedPush {
  var commit: ObjectID
  /// The server's.
  var message: String
}

private struct OutgoingChanges: Sendable {
  let changes: [TreeChange]
  private let root: String
  private let prefix: VaultPath?
  private let exceptions: Set<VaultPath>

  /// - Parameter exceptions: paths that are reported otherwise.
  init(
    _ plan: PushPlan, from repository: Repository, leavingOut exceptions: Set<VaultPath>
  ) throws(GitError) {
    // The tree that the remote has.
    let base = try plan.old.map { commit throws(GitError) in try repository.commit(commit).tree }
    changes = try repository.changes(from: base, to: repository.commit(plan.new).tree)
    (root, prefix) = (repository.root, repository.prefix)
    self.exceptions = exceptions
  }

  /// Uses a handle of its own, on any thread.
  func list() throws -> ChangeList {
    ChangeList(
      changes, in: try Repository(openingRoot: root, vaultAt: prefix), leavingOut: exceptions)
  }
}

extension Repository {
  /// Whether Git LFS has files of this repository on this device.
  fileprivate func hasLargeFiles() throws(GitError) -> Bool {
    let storage = try configuration().path("lfs.storage") ?? "lfs"
    let folder = storage.hasPrefix("/") ? storage : commonFolder + storage
    return (try? FileDescriptor.status(ofPath: folder + "/objects")) != nil
  }
}
