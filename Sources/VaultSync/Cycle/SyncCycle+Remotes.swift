internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The part of a sync that needs a remote.
extension SyncCycle {
  /// Pushes the branch's commit.
  ///
  /// - Parameter fetched: the remotes' commits: of the push branch, then of the upstream.
  /// - Returns: false if the remote has moved, and the sync must be retried.
  mutating func push(
    _ planned: PushPlan, _ fetched: [Fetched], to remote: Remote
  ) throws -> Bool {
    var plan = planned
    let base = try plan.old.map { try repository.commit($0).tree }
    let refused = try repository.changes(from: base, to: repository.commit(plan.new).tree)
      .filter { $0.new != nil }.compactMap { ArrivingPath.refusal(of: $0.path.bytes) }
    if !refused.isEmpty {
      report.network = .withheld(refused)
      return true
    }
    // For a first push the list takes as long as a scan: it is made while git pushes.
    let outgoing = Outgoing(
      root: repository.root, prefix: repository.prefix, base: base, commit: plan.new,
      exceptions: report.eventPaths)
    let listed: ChangeList?
    do {
      let (message, list) = try ThreadTeam.run(aside: { try? outgoing.list() }) {
        try sendOrDrop(plan, fetched, to: remote)
      }
      listed = list
      if !message.isEmpty { report.remark(.server(message)) }
    } catch TransportError.moved {
      return false
    } catch let error as TransportError {
      report.network = .failed(error)
      return true
    }
    plan.new = try synced.branch().head ?? plan.new
    if let followed = plan.follows { try synced.follow(followed) }
    var sent = outgoing
    sent.commit = plan.new
    sent.exceptions = report.eventPaths
    report.add(plan, sent == outgoing ? try listed ?? sent.list() : try sent.list())
    return true
  }

  /// Pushes; if the server refuses, removes from the commits what it may refuse.
  ///
  /// - Returns: the server's messages.
  private mutating func sendOrDrop(
    _ plan: PushPlan, _ fetched: [Fetched], to remote: Remote
  ) throws -> String {
    do {
      return try send("refs/heads/" + report.branch, to: plan.branch, of: remote)
    } catch let refusal as TransportError {
      guard let message = try pushWithout(plan, after: refusal, fetched: fetched, to: remote) else {
        throw refusal
      }
      return message
    }
  }

  /// - Parameters:
  ///   - reference: of this repository, in full.
  ///   - branch: of the remote, in full.
  /// - Returns: the server's messages.
  mutating func send(
    _ reference: String, to branch: String, of remote: Remote
  ) throws -> String {
    callbacks.begin(.sending, remote)
    let result = try remote.push(
      reference, to: branch,
      engine: .git(runsHooks: preflight.pushNeedsGit), progress: callbacks.progress)
    if result.ranWithoutGit { report.remark(.serverHooksDidNotRun) }
    return result.message
  }
}

/// The changes of a push.
private struct Outgoing: Hashable, Sendable {
  var root: String
  var prefix: VaultPath?
  /// The tree that the remote has.
  var base: ObjectID?
  var commit: ObjectID
  /// Paths that are reported otherwise.
  var exceptions: Set<VaultPath>

  /// Uses a handle of its own, on any thread.
  func list() throws -> ChangeList {
    let repository = try Repository(openingRoot: root, vaultAt: prefix)
    return ChangeList(
      try repository.changes(from: base, to: repository.commit(commit).tree), in: repository,
      leavingOut: exceptions)
  }
}
