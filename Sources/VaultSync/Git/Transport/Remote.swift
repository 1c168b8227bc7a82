internal import CGit2

/// A remote repository, and how to get there from this one.
///
/// git's settings count as in git: `insteadOf`, `pushInsteadOf`, `pushurl`, `core.sshCommand`,
/// `credential.*`, `http.proxy`, and the remote's own. Those in `.git/config` too: like git, this
/// trusts a repository that belongs to the user, because a clone brings no such file;
/// `Repository.configuredPrograms` lists what that may start, for a folder that came with its
/// `.git`.
///
/// One thread at a time. Every call connects anew, ends in a time limit when the other side is
/// silent, and leaves no program behind.
package final class Remote {
  let repository: Repository
  /// Nil for an address that the settings do not name.
  package let name: String?
  package let fetchAddress: RemoteAddress
  package let pushAddress: RemoteAddress
  let network: NetworkSettings
  /// For the next conversation.
  var headStart: HeadStart?

  /// A remote of the repository's settings, such as "origin".
  ///
  /// - Throws: `.noSuchRemote`, `.refusedAddress`.
  package init(
    named name: String, in repository: Repository, network: NetworkSettings
  ) throws(TransportError) {
    self.name = name
    self.repository = repository
    self.network = network
    let handle: GitHandle
    do throws(GitError) {
      handle = try Self.handle(name: name, address: "", in: repository)
    } catch  where error.code == .missing || error.code == .invalidName {
      throw .noSuchRemote(name)
    } catch {
      throw .git(error)
    }
    (fetchAddress, pushAddress) = try Self.addresses(of: handle, in: repository)
  }

  /// An address; nothing is written about it, and no branch of it is kept.
  ///
  /// - Throws: `.refusedAddress`.
  package init(
    address: String, in repository: Repository, network: NetworkSettings
  ) throws(TransportError) {
    name = nil
    self.repository = repository
    self.network = network
    // Before libgit2 sees it: what it makes of an odd one is its own.
    _ = try RemoteAddress(address, relativeTo: repository.root)
    let handle: GitHandle
    do throws(GitError) {
      handle = try Self.handle(name: nil, address: address, in: repository)
    } catch {
      throw .git(error)
    }
    (fetchAddress, pushAddress) = try Self.addresses(of: handle, in: repository)
  }

  static func handle(
    name: String?, address: String, in repository: Repository
  ) throws(GitError) -> GitHandle {
    try SocketStream.register()
    return try GitHandle("read the remote's settings", free: git_remote_free) { out in
      name.map { git_remote_lookup(out, repository.handle, $0) }
        ?? git_remote_create_anonymous(out, repository.handle, address)
    }
  }

  private static func addresses(
    of handle: borrowing GitHandle, in repository: Repository
  ) throws(TransportError) -> (fetch: RemoteAddress, push: RemoteAddress) {
    let text = git_remote_url(handle.pointer).map { String(cString: $0) } ?? ""
    let fetch = try RemoteAddress(text, relativeTo: repository.root)
    guard let other = git_remote_pushurl(handle.pointer) else { return (fetch, fetch) }
    return (fetch, try RemoteAddress(String(cString: other), relativeTo: repository.root))
  }
}

extension Remote {
  /// What is in the remote, as it says itself.
  package struct References: Hashable, Sendable {
    /// With their full names; `HEAD` is left out.
    package var all: [(name: String, id: ObjectID)] { entries.map { ($0.name, $0.id) } }
    /// `refs/heads/…`; nil where the remote has no commit, or does not say.
    package var defaultBranch: String?

    var entries: [Entry]

    struct Entry: Hashable, Sendable {
      var name: String
      var id: ObjectID
    }

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(name: String) -> ObjectID? {
      entries.first { $0.name == name }?.id
    }
  }

  /// Asks the remote what it has; takes nothing.
  ///
  /// - Parameter forPush: whether to ask where a push would go, with the rights of one.
  package func listReferences(
    forPush: Bool = false, progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> References {
    try converse(
      forPush ? pushAddress : fetchAddress, progress,
      git: { command throws(TransportError) in try command.references() }
    ) { conversation throws(GitError) in
      try conversation.connect(forPush ? GIT_DIRECTION_PUSH : GIT_DIRECTION_FETCH)
      return try conversation.references()
    }
  }
}
