internal import CGit2

/// What a push did besides moving the branch.
package struct PushResult: Hashable, Sendable {
  /// What the server's hooks had to say: at most some two kilobytes, not to be trusted on a
  /// terminal.
  package var message: String
  /// Whether the remote's hooks did not run, because there is no git program.
  package var ranWithoutGit: Bool
}

extension Remote {
  /// Moves a branch of the remote to where one of this repository is; only forward.
  ///
  /// `refs/remotes/NAME/…` follows where the remote's settings say so.
  ///
  /// - Parameters:
  ///   - branch: of this repository, `refs/heads/…`.
  ///   - reference: of the remote, `refs/heads/…`.
  ///   - progress: false ends the push; called several times a second even when nothing happens.
  /// - Throws: `.moved`, `.refused`.
  package func push(
    _ branch: String, to reference: String,
    progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> PushResult {
    let (refusals, message) = try converse(pushAddress, progress) { talk throws(GitError) in
      try talk.connect(GIT_DIRECTION_PUSH)
      try talk.push("\(branch):\(reference)")
      return (talk.transfer.refusals, talk.transfer.serverTalk.text)
    }
    if let refusal = refusals.first {
      throw Self.error(reference: refusal.reference, reason: refusal.reason, message: message)
    }
    return PushResult(message: message, ranWithoutGit: isWithoutGit(pushAddress))
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
