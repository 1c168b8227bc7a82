internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

/// The part of a sync that needs a remote.
extension SyncCycle {
  /// Notes what a fetch had to say.
  ///
  /// - Returns: nil where it failed, which is noted too.
  mutating func fetched(_ fetch: () throws(TransportError) -> Fetched) -> Fetched? {
    let fetched: Fetched
    do throws(TransportError) {
      fetched = try fetch()
    } catch {
      report.network = .failed(error)
      return nil
    }
    if fetched.ranWithoutGit { report.remark(.serverHooksDidNotRun) }
    if let error = fetched.trackingError {
      report.remark(.trackingStays(branch: fetched.branch, message: error.message))
    }
    if fetched.branch != "refs/heads/" + report.branch { report.remark(.branch(fetched.branch)) }
    return fetched
  }

  /// Pushes what the branch is at.
  ///
  /// - Parameters:
  ///   - target: what was there when it was fetched.
  ///   - theirs: the branch that is followed.
  /// - Returns: false when the remote has moved, and all has to be tried again.
  mutating func push(
    _ ours: Joined, onto target: Fetched, _ theirs: Fetched, _ remotes: SyncRemotes
  ) throws -> Bool {
    report.network = .done
    guard let remote = remotes.target, let commit = ours.commit, commit != target.commit else {
      return true
    }
    var base: ObjectID?
    if let old = target.commit { base = try repository.commit(old).tree }
    // Of a first push the list takes as long as a scan: it is made while git pushes.
    let outgoing = Outgoing(repository, from: base, to: commit, leavingOut: report.eventPaths)
    let listed: ChangeList?
    do {
      let (message, list) = try ThreadTeam.run(aside: { try? outgoing.list() }) {
        try sendOrDrop(commit, [target, theirs], to: target, of: remote)
      }
      listed = list
      if !message.isEmpty { report.remark(.server(message)) }
    } catch TransportError.moved {
      return false
    } catch let error as TransportError {
      report.network = .failed(error)
      return true
    }
    let sent = try synced.branch().head ?? commit
    if remotes.isApart {
      report.remark(.pushedTo(address: remote.pushAddress.publicText, branch: target.branch))
    }
    // What is followed has to be there.
    if theirs.commit != nil || !remotes.isApart && target.branch == theirs.branch,
      try synced.follow(theirs.branch, of: remotes.sourceName)
    {
      report.remark(.upstreamSet(remote: remotes.sourceName, branch: theirs.branch))
    }
    let final = Outgoing(repository, from: base, to: sent, leavingOut: report.eventPaths)
    report.sent = final == outgoing ? try listed ?? final.list() : try final.list()
    return true
  }

  /// Pushes; where the server refuses that, what it may refuse goes out of the commits.
  ///
  /// - Returns: what the server said.
  private mutating func sendOrDrop(
    _ tip: ObjectID, _ fetched: [Fetched], to target: Fetched, of remote: Remote
  ) throws -> String {
    do {
      return try send("refs/heads/" + report.branch, to: target, of: remote)
    } catch let refusal as TransportError {
      guard
        let message = try pushWithout(tip, after: refusal, fetched, to: target, of: remote)
      else { throw refusal }
      return message
    }
  }

  /// - Parameter reference: of this repository, in full.
  /// - Returns: what the server said.
  mutating func send(
    _ reference: String, to target: Fetched, of remote: Remote
  ) throws -> String {
    callbacks.begin(.sending, remote)
    let result = try remote.push(
      reference, to: target.branch,
      engine: .git(runsHooks: preflight.pushesByGit), progress: callbacks.progress)
    if result.ranWithoutGit { report.remark(.serverHooksDidNotRun) }
    return result.message
  }
}

/// What a push brings to the remote.
private struct Outgoing: Hashable, Sendable {
  var root: String
  var prefix: VaultPath?
  /// The tree that the remote has.
  var base: ObjectID?
  var commit: ObjectID
  var exceptions: Set<VaultPath>

  /// - Parameter exceptions: paths that something else is said of.
  init(
    _ repository: Repository, from base: ObjectID?, to commit: ObjectID,
    leavingOut exceptions: Set<VaultPath>
  ) {
    root = repository.root
    prefix = repository.prefix
    self.base = base
    self.commit = commit
    self.exceptions = exceptions
  }

  /// Reads by a handle of its own, on any thread.
  func list() throws -> ChangeList {
    let repository = try Repository(openingRoot: root, vaultAt: prefix)
    return ChangeList(
      try repository.changes(from: base, to: repository.commit(commit).tree), in: repository,
      leavingOut: exceptions)
  }
}
