internal import CGit2

/// What a fetch found.
package struct FetchResult: Hashable, Sendable {
  package var references: Remote.References
  /// The commit of the branch that was asked for; nil where the remote has no such branch, or where
  /// none was asked for.
  package var branch: ObjectID?
  /// Whether the remote's own settings and hooks played no part, because there is no git program.
  package var ranWithoutGit: Bool

  package var isEmpty: Bool { references.isEmpty }
  package var defaultBranch: String? { references.defaultBranch }
}

extension Remote {
  /// Gets what the remote has and this repository has not, and moves `refs/remotes/NAME/…` (what the
  /// remote's settings say) to it; no tags, nothing is removed.
  ///
  /// - Parameters:
  ///   - branch: only this one, with or without `refs/heads/`; nil: all that the settings name.
  ///   - progress: false ends the fetch; called several times a second even when nothing happens.
  package func fetch(
    branch: String? = nil, progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> FetchResult {
    let reference = branch.map { $0.hasPrefix("refs/") ? $0 : "refs/heads/" + $0 }
    let refspecs = reference.map { [refspec(for: $0)] } ?? []
    let references = try converse(
      fetchAddress, progress,
      git: { command throws(TransportError) in
        let references = try command.references()
        if Self.isWanted(reference, references) { try command.fetch(refspecs) }
        return references
      }
    ) { conversation throws(GitError) in
      try conversation.connect(GIT_DIRECTION_FETCH)
      let references = try conversation.references()
      if Self.isWanted(reference, references) { try conversation.download(refspecs) }
      return references
    }
    return FetchResult(
      references: references, branch: reference.flatMap { references[$0] },
      ranWithoutGit: isWithoutGit(fetchAddress))
  }

  /// Whether there is anything to get.
  private static func isWanted(_ reference: String?, _ references: References) -> Bool {
    reference.map { references[$0] != nil } ?? !references.isEmpty
  }

  private func refspec(for reference: String) -> String {
    guard let name, reference.hasPrefix("refs/heads/") else { return reference }
    return "+\(reference):refs/remotes/\(name)/\(reference.dropFirst("refs/heads/".count))"
  }

  /// Whether libgit2 itself reads and writes a repository on this machine.
  func isWithoutGit(_ address: RemoteAddress) -> Bool {
    if case .file = address.kind { network.git == nil } else { false }
  }
}
