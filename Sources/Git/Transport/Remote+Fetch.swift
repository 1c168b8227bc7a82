internal import CGit2
internal import SystemCalls

package struct FetchResult: Hashable, Sendable {
  package var references: Remote.References
  /// The commit of the requested branch; nil if the remote has no such branch, or none was requested.
  package var branch: ObjectID?
  /// Whether the remote's own settings and hooks were ignored, because there is no git program.
  package var ranWithoutGit: Bool

  /// The tracking reference of the commit; nil if there is none.
  package var tracking: String?
  /// Why that reference could not be moved; nothing else depends on it.
  package var trackingError: GitError?
}

extension Remote {
  /// Fetches the missing commits of one branch, which is chosen by the remote's references, and moves its tracking
  /// reference; fetches no other branch and no tags, and removes nothing.
  ///
  /// - Parameters:
  ///   - address: of this remote, if it is not that of fetches.
  ///   - progress: returns false to cancel; called several times a second even if nothing happens.
  ///   - choose: returns a full name, which the remote need not have, or nil.
  package func fetch(
    from address: RemoteAddress? = nil, progress: @escaping (TransferProgress) -> Bool,
    choosing choose: (References) -> String?
  ) throws(TransportError) -> FetchResult {
    let address = address ?? fetchAddress
    func wanted(_ references: References) -> String? {
      choose(references).flatMap { references[$0] == nil ? nil : $0 }
    }
    let packs = FetchedPacks(of: repository)
    let references = try withSession(
      address, progress: progress,
      git: { command throws(TransportError) in
        let references = try command.references()
        if let reference = wanted(references) { try command.fetch(reference) }
        return references
      }
    ) { session throws(GitError) in
      try session.connect(GIT_DIRECTION_FETCH)
      let references = try session.references()
      if let reference = wanted(references) {
        try repository.removeDanglingRemoteHeads()
        try session.download(reference)
      }
      return references
    }
    packs.keep()
    let reference = wanted(references)
    var result = FetchResult(
      references: references, branch: reference.flatMap { references[$0] },
      ranWithoutGit: isWithoutGit(address))
    guard let reference, let commit = result.branch else { return result }
    do throws(GitError) {
      result.tracking = try track(commit, as: reference, log: "fetch")
      // Without that reference the packs wait for the branch to move, until the next fetch.
      if result.tracking != nil { packs.release() }
    } catch {
      result.trackingError = error
    }
    return result
  }

  /// Moves the tracking reference of a branch of the remote.
  ///
  /// - Returns: the reference; nil if there is none.
  @discardableResult
  func track(_ commit: ObjectID, as branch: String, log: String) throws(GitError) -> String? {
    guard let tracking = try trackingReference(of: branch) else { return nil }
    try repository.setTrackingReference(tracking, to: commit, log: log)
    return tracking
  }

  /// The tracking reference of a branch of the remote; nil for an address without a name.
  package func trackingReference(of branch: String) throws(GitError) -> String? {
    guard let name else { return nil }
    return try repository.trackingReference(of: branch, at: name)
  }

  /// Whether libgit2 itself reads and writes a repository on this machine.
  func isWithoutGit(_ address: RemoteAddress) -> Bool {
    if case .file = address.kind { network.git == nil } else { false }
  }
}

/// The packs of a fetch, until a reference has their commits: before that `git repack -a -d` would remove them.
///
/// Git marks them in the same way (git-index-pack(1), `--keep`). Where a mark cannot be written or removed, the fetch goes
/// on: it is as safe as without.
struct FetchedPacks {
  private static let mark = Array("fetched by tl\n".utf8)

  private let folder: SystemFolder
  /// The names of the packs that were there before.
  private let known: Set<String>

  /// Removes the marks that an earlier fetch has left.
  init(of repository: Repository) {
    folder = SystemFolder(path: repository.commonFolder + "objects/pack")
    let names = (try? folder.names(in: ".")) ?? []
    known = Set(names.filter { $0.hasSuffix(".pack") })
    for name in names where name.hasSuffix(".keep") { removeMark(name) }
  }

  /// Marks the packs that have come since.
  func keep() {
    for mark in marks { try? folder.create(mark, content: Self.mark) }
  }

  /// Removes these marks.
  func release() {
    for mark in marks { removeMark(mark) }
  }

  /// Does nothing to a mark of git.
  private func removeMark(_ name: String) {
    guard let content = try? folder.content(of: name), content.bytes == Self.mark else { return }
    try? folder.remove(name)
  }

  /// The names of the marks of all packs that are new.
  private var marks: [String] {
    let packs = ((try? folder.names(in: ".")) ?? []).filter { $0.hasSuffix(".pack") }
    return packs.filter { !known.contains($0) }.map { "\($0.dropLast("pack".count))keep" }
  }
}
