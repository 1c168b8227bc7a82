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
  /// Moves a branch of the remote to where one of this repository is; only forward.
  ///
  /// At all of its addresses, one after the other; the first one that fails ends it. The tracking reference follows.
  ///
  /// - Parameters:
  ///   - branch: of this repository, in full.
  ///   - reference: of the remote, `refs/heads/…`.
  ///   - engine: who does it.
  ///   - progress: false ends the push; called several times a second even when nothing happens.
  /// - Throws: `.moved`, `.refused`.
  package func push(
    _ branch: String, to reference: String, engine: PushEngine = .library,
    progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> PushResult {
    let commit: ObjectID?
    do throws(GitError) { commit = try repository.reference(branch) } catch { throw .git(error) }
    let result = try push("\(branch):\(reference)", to: reference, engine, progress)
    // The remote has it; that this is not known here costs nothing but a look at the next fetch.
    if let commit { _ = try? keep(commit, as: reference, log: "update by push") }
    return result
  }

  private func push(
    _ refspec: String, to reference: String, _ engine: PushEngine,
    _ progress: @escaping (TransferProgress) -> Bool
  ) throws(TransportError) -> PushResult {
    if case .git(let runsHooks) = engine,
      let command = gitCommand(for: pushAddress, isPush: true, progress)
    {
      let message = try command.push(refspec, to: reference, runsHooks: runsHooks)
      return PushResult(message: message, ranWithoutGit: false)
    }
    var result = PushResult(message: "", ranWithoutGit: false)
    for address in pushAddresses {
      let message = try converse(
        address, isPush: true, progress,
        git: { command throws(TransportError) in
          Outcome.done(try command.push(refspec, to: reference, runsHooks: false))
        }
      ) { conversation throws(GitError) in
        try conversation.connect(GIT_DIRECTION_PUSH)
        try conversation.push(refspec)
        return Outcome(conversation.transfer)
      }.get()
      result.message += result.message.isEmpty || message.isEmpty ? message : "\n" + message
      result.ranWithoutGit = result.ranWithoutGit || isWithoutGit(address)
    }
    return result
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
