internal import CGit2

/// What a fetch found.
package struct FetchResult: Hashable, Sendable {
  package var references: Remote.References
  /// The commit of the branch that was asked for; nil where the remote has no such branch, or where
  /// none was asked for.
  package var branch: ObjectID?
  /// Whether the remote's own settings and hooks played no part, because there is no git program.
  package var ranWithoutGit: Bool

  /// The reference in which the commit is kept here; nil where none is.
  package var tracking: String?
  /// Why that reference could not be moved: nothing else depends on it.
  package var trackingError: GitError?

  /// Whether the remote has no branch.
  package var isEmpty: Bool { !references.entries.contains { $0.name.hasPrefix("refs/heads/") } }
  package var defaultBranch: String? { references.defaultBranch }
}

extension Remote {
  /// Gets what one branch of the remote has and this repository has not, and moves the tracking reference of that
  /// branch to it; no other branch, no tags, nothing is removed.
  ///
  /// - Parameters:
  ///   - branch: with or without `refs/heads/`.
  ///   - progress: false ends the fetch; called several times a second even when nothing happens.
  package func fetch(
    branch: String, progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> FetchResult {
    let reference = branch.hasPrefix("refs/") ? branch : "refs/heads/" + branch
    return try fetch(progress: progress) { _ in reference }
  }

  /// The same for a branch that depends on what the remote has.
  ///
  /// - Parameters:
  ///   - address: of this remote, where it is not that of fetches.
  ///   - choose: gives the full name; one that the remote has not is fine, and nil.
  package func fetch(
    from address: RemoteAddress? = nil, progress: @escaping (TransferProgress) -> Bool,
    choosing choose: (References) -> String?
  ) throws(TransportError) -> FetchResult {
    let address = address ?? fetchAddress
    func wanted(_ references: References) -> String? {
      choose(references).flatMap { references[$0] == nil ? nil : $0 }
    }
    let references = try converse(
      address, progress,
      git: { command throws(TransportError) in
        let references = try command.references()
        if let reference = wanted(references) { try command.fetch(reference) }
        return references
      }
    ) { conversation throws(GitError) in
      try conversation.connect(GIT_DIRECTION_FETCH)
      let references = try conversation.references()
      if let reference = wanted(references) {
        try repository.removeDanglingRemoteHeads()
        try conversation.download(reference)
      }
      return references
    }
    let reference = wanted(references)
    var result = FetchResult(
      references: references, branch: reference.flatMap { references[$0] },
      ranWithoutGit: isWithoutGit(address))
    guard let reference, let commit = result.branch else { return result }
    do throws(GitError) {
      result.tracking = try keep(commit, as: reference, log: "fetch")
    } catch {
      result.trackingError = error
    }
    return result
  }

  /// Moves the tracking reference of a branch of the remote.
  ///
  /// - Returns: the reference; nil where none is kept.
  @discardableResult
  func keep(_ commit: ObjectID, as branch: String, log: String) throws(GitError) -> String? {
    guard let tracking = try trackingReference(of: branch) else { return nil }
    try repository.setTrackingReference(tracking, to: commit, log: log)
    return tracking
  }

  /// Where what is known of a branch of the remote is kept; nil for an address without a name.
  package func trackingReference(of branch: String) throws(GitError) -> String? {
    guard let name else { return nil }
    return try repository.trackingReference(of: branch, at: name)
  }

  /// Whether libgit2 itself reads and writes a repository on this machine.
  func isWithoutGit(_ address: RemoteAddress) -> Bool {
    if case .file = address.kind { network.git == nil } else { false }
  }
}
