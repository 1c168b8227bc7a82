internal import CGit2

package struct PushResult: Hashable, Sendable {
  /// The messages of the server's hooks: at most about two kilobytes, with any characters.
  package var message: String
  /// Whether the remote's hooks did not run, because there is no git program.
  package var ranWithoutGit: Bool
}

package enum PushEngine: Hashable, Sendable {
  case library
  /// The git program if there is one, or else libgit2.
  ///
  /// `runsHooks`: whether the repository's `pre-push` hook may refuse it.
  case git(runsHooks: Bool)
}

extension Remote {
  /// Is at the commit while libgit2 pushes it, which takes no ids.
  private static let draft = "refs/tl/unsent"

  /// Moves a branch of the remote to a commit of this repository; only fast-forward.
  ///
  /// Pushes to all addresses of the remote, one after the other, until one fails. Moves the tracking reference too.
  ///
  /// - Parameters:
  ///   - commit: this one is sent, wherever branches move meanwhile.
  ///   - reference: of the remote, `refs/heads/…`.
  ///   - engine: libgit2 or the git program.
  ///   - progress: returns false to cancel; called several times a second even if nothing happens.
  /// - Throws: `.moved`, `.refused`.
  package func push(
    _ commit: ObjectID, to reference: String, engine: PushEngine = .library,
    progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> PushResult {
    let result = try send(commit, to: reference, engine: engine, progress: progress)
    // The remote has it; without the tracking reference the next fetch finds that out.
    _ = try? track(commit, as: reference, log: "update by push")
    return result
  }

  /// Sends the files of Git LFS that the commits up to `commit` have and the remote lacks; does nothing without git.
  ///
  /// - Returns: the names of those that are not here either, as Git LFS prints them.
  package func pushLargeFiles(
    upTo commit: ObjectID, progress: @escaping (TransferProgress) -> Bool
  ) throws(TransportError) -> [String] {
    try gitCommand(for: pushAddress, isPush: true, progress)?.pushLargeFiles(upTo: commit) ?? []
  }

  private func send(
    _ commit: ObjectID, to reference: String, engine: PushEngine,
    progress: @escaping (TransferProgress) -> Bool
  ) throws(TransportError) -> PushResult {
    let refspec = "\(commit.hex):\(reference)"
    if case .git(let runsHooks) = engine,
      let command = gitCommand(for: pushAddress, isPush: true, progress)
    {
      let message = try command.push(refspec, to: reference, runsHooks: runsHooks)
      return PushResult(message: message, ranWithoutGit: false)
    }
    var result = PushResult(message: "", ranWithoutGit: false)
    for address in pushAddresses {
      let outcome: Result<String, TransportError> = try withSession(
        address, isPush: true, progress: progress,
        git: { command throws(TransportError) in
          .success(try command.push(refspec, to: reference, runsHooks: false))
        }
      ) { session throws(GitError) in
        try session.connect(GIT_DIRECTION_PUSH)
        try repository.setTrackingReference(Self.draft, to: commit, log: "push")
        defer { try? repository.removeReference(Self.draft, expecting: commit) }
        try session.push("\(Self.draft):\(reference)")
        return Self.outcome(of: session.transfer)
      }
      let message = try outcome.get()
      result.message += result.message.isEmpty || message.isEmpty ? message : "\n" + message
      result.ranWithoutGit = result.ranWithoutGit || isWithoutGit(address)
    }
    return result
  }

  /// The server's response to a push: its messages, or its refusal.
  private static func outcome(of transfer: Transfer) -> Result<String, TransportError> {
    let message = transfer.serverMessages.text
    guard let (reference, reason) = transfer.refusals.first else { return .success(message) }
    return .failure(error(reference: reference, reason: reason, message: message))
  }

  /// A concurrent push by another is not a refusal: the next try will merge it.
  static func error(reference: String, reason: String, message: String) -> TransportError {
    let races = [
      "non-fast-forward", "fetch first", "failed to update ref", "cannot lock ref",
      "reference already exists", "stale info",
    ]
    guard !races.contains(where: { reason.hasPrefix($0) }) else { return .moved }
    // Git's own words for a server that did not say what became of the branch.
    guard reason != "remote failed to report status" else {
      return .interrupted(message: reason, isTimeout: false)
    }
    return .refused(reference: reference, reason: reason, message: message)
  }
}
