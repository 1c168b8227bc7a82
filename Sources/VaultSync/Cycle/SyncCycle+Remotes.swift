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
    let outgoing = try Outgoing(plan, from: repository, leavingOut: report.eventPaths)
    let refused = outgoing.changes.refusedPaths
    if !refused.isEmpty {
      report.network = .withheld(refused)
      return true
    }
    // For a first push the list takes as long as a scan: it is made while git pushes.
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
    let pushed = plan.new
    plan.new = try synced.branch().head ?? pushed
    if let followed = plan.follows { try synced.follow(followed) }
    let known = plan.new == pushed ? listed : nil
    let changes =
      try known ?? Outgoing(plan, from: repository, leavingOut: report.eventPaths).list()
    report.add(plan, changes)
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
    let runsHooks = try !Preflight.pushReasons(repository).isEmpty
    let result = try remote.push(
      reference, to: branch, engine: .git(runsHooks: runsHooks), progress: callbacks.progress)
    if result.ranWithoutGit { report.remark(.serverHooksDidNotRun) }
    return result.message
  }
}

/// The changes of a push.
private struct Outgoing: Sendable {
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
