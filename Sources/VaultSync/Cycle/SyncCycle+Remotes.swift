internal import VaultFormat

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
    do {
      let message = try sendOrDrop(commit, [target, theirs], to: target, of: remote)
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
    var base: ObjectID?
    if let old = target.commit { base = try repository.commit(old).tree }
    report.sent = ChangeList(
      try repository.changes(from: base, to: repository.commit(sent).tree), in: repository,
      leavingOut: report.eventPaths)
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
    talk.begin(.sending, remote)
    let result = try remote.push(
      reference, to: target.branch,
      engine: .git(runsHooks: preflight.pushesByGit), progress: talk.progress)
    if result.ranWithoutGit { report.remark(.serverHooksDidNotRun) }
    return result.message
  }
}
