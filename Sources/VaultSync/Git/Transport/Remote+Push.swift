internal import CGit2

/// What a push did besides moving the branch.
package struct PushResult: Hashable, Sendable {
  /// What the server's hooks had to say: at most some two kilobytes, not to be trusted on a
  /// terminal.
  package var message: String
  /// Whether the remote's hooks did not run, because there is no git program.
  package var ranWithoutGit: Bool
}

/// Who does a push.
package enum PushEngine: Hashable, Sendable {
  case library
  /// The git program where there is one, else the library.
  ///
  /// `runsHooks`: the repository's `pre-push` decides whether it goes out.
  case git(runsHooks: Bool)
}

extension Remote {
  /// Who does a push in the least time.
  ///
  /// Git looks at what changed, where libgit2 goes through all that the remote has; and it sends what is packed
  /// already as it is. To a web server libgit2 is as good, as most of the time is the network's, and keeps to
  /// its own time limits.
  ///
  /// - Parameter isFirst: the remote has nothing of the branch yet.
  package func quickestPushEngine(isFirst: Bool) -> PushEngine {
    switch pushAddress.kind {
    case .http, .https: isFirst ? .git(runsHooks: false) : .library
    default: .git(runsHooks: false)
    }
  }
}

extension Remote {
  /// Moves a branch of the remote to where one of this repository is; only forward.
  ///
  /// `refs/remotes/NAME/…` follows where the remote's settings say so.
  ///
  /// - Parameters:
  ///   - branch: of this repository, `refs/heads/…`.
  ///   - reference: of the remote, `refs/heads/…`.
  ///   - engine: who does it.
  ///   - progress: false ends the push; called several times a second even when nothing happens.
  /// - Throws: `.moved`, `.refused`.
  package func push(
    _ branch: String, to reference: String, engine: PushEngine = .library,
    progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> PushResult {
    let refspec = "\(branch):\(reference)"
    if case .git(let runsHooks) = engine, let command = gitCommand(for: pushAddress, progress) {
      let message = try command.push(refspec, to: reference, runsHooks: runsHooks)
      return PushResult(message: message, ranWithoutGit: false)
    }
    let message = try converse(
      pushAddress, progress,
      git: { command throws(TransportError) in
        Outcome.done(try command.push(refspec, to: reference, runsHooks: false))
      }
    ) { conversation throws(GitError) in
      try conversation.connect(GIT_DIRECTION_PUSH)
      try conversation.push(refspec)
      return Outcome(conversation.transfer)
    }.get()
    return PushResult(message: message, ranWithoutGit: isWithoutGit(pushAddress))
  }

  /// What a server made of a push: its words, or its refusal.
  private enum Outcome {
    case done(String)
    case refused(TransportError)

    init(_ transfer: Transfer) {
      let message = transfer.serverTalk.text
      self =
        transfer.refusals.first.map {
          .refused(Remote.error(reference: $0.reference, reason: $0.reason, message: message))
        } ?? .done(message)
    }

    func get() throws(TransportError) -> String {
      switch self {
      case .done(let message): return message
      case .refused(let error): throw error
      }
    }
  }

  /// Somebody who pushed at the same moment is no refusal: the next try will see what they pushed.
  static func error(reference: String, reason: String, message: String) -> TransportError {
    let races = [
      "non-fast-forward", "fetch first", "failed to update ref", "cannot lock ref",
      "reference already exists", "stale info",
    ]
    guard !races.contains(where: { reason.hasPrefix($0) }) else { return .moved }
    return .refused(reference: reference, reason: reason, message: message)
  }
}
