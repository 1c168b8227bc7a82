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
  package let repository: Repository
  /// Nil for an address that the settings do not name.
  package let name: String?
  /// The first of several, as in git.
  package let fetchAddress: RemoteAddress
  /// All places that a push goes to, as in git; never empty.
  package let pushAddresses: [RemoteAddress]
  let network: NetworkSettings
  /// For the next conversation.
  var headStart: HeadStart?

  /// A remote of the repository's settings, such as "origin".
  ///
  /// - Throws: `.noSuchRemote`, `.refusedAddress`.
  package init(
    named name: String, in repository: Repository, network: NetworkSettings
  ) throws(TransportError) {
    let addresses: (urls: [String], pushURLs: [String])
    do throws(GitError) {
      let settings = try repository.configuration()
      addresses = (
        try settings.strings("remote.\(name).url"), try settings.strings("remote.\(name).pushurl")
      )
    } catch {
      throw error.code == .invalidName ? .noSuchRemote(name) : .git(error)
    }
    guard let first = addresses.urls.first ?? addresses.pushURLs.first else {
      throw .noSuchRemote(name)
    }
    self.name = name
    self.repository = repository
    self.network = network
    fetchAddress = try Self.addresses(of: first, in: repository).fetch
    var pushAddresses: [RemoteAddress] = []
    for url in addresses.pushURLs {
      pushAddresses.append(try Self.addresses(of: url, in: repository).fetch)
    }
    for url in addresses.urls where addresses.pushURLs.isEmpty {
      pushAddresses.append(try Self.addresses(of: url, in: repository).push)
    }
    self.pushAddresses = pushAddresses
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
    let (fetch, push) = try Self.addresses(of: address, in: repository)
    fetchAddress = fetch
    pushAddresses = [push]
  }

  package var pushAddress: RemoteAddress { pushAddresses.first ?? fetchAddress }

  /// For a conversation; what the settings of the remote say of a proxy counts where they can be read by libgit2,
  /// which knows no negative refspecs, for one.
  static func handle(
    name: String?, address: String, in repository: Repository
  ) throws(GitError) -> GitHandle {
    try SocketStream.register()
    let operation = "read the remote's settings"
    if let name {
      do throws(GitError) {
        return try GitHandle(operation, free: git_remote_free) {
          git_remote_lookup($0, repository.handle, name)
        }
      } catch {
        // Without a name it goes on all the same.
      }
    }
    return try GitHandle(operation, free: git_remote_free) {
      git_remote_create_anonymous($0, repository.handle, address)
    }
  }

  /// An address as `insteadOf` and `pushInsteadOf` have it.
  private static func addresses(
    of text: String, in repository: Repository
  ) throws(TransportError) -> (fetch: RemoteAddress, push: RemoteAddress) {
    // Before libgit2 sees it: what it makes of an odd one is its own.
    _ = try RemoteAddress(text, relativeTo: repository.root)
    let handle: GitHandle
    do throws(GitError) {
      handle = try Self.handle(name: nil, address: text, in: repository)
    } catch {
      throw .git(error)
    }
    let fetch = git_remote_url(handle.pointer).map { String(cString: $0) } ?? ""
    let push = git_remote_pushurl(handle.pointer).map { String(cString: $0) } ?? fetch
    return (
      try RemoteAddress(fetch, relativeTo: repository.root),
      try RemoteAddress(push, relativeTo: repository.root)
    )
  }
}

extension Remote {
  /// What is in the remote, as it says itself.
  package struct References: Hashable, Sendable {
    /// With their full names; `HEAD` is left out.
    package var all: [(name: String, id: ObjectID)] { entries.map { ($0.name, $0.id) } }
    /// `refs/heads/…`; nil where the remote has no commit, or does not say.
    package var defaultBranch: String?

    package var entries: [Entry]

    package struct Entry: Hashable, Sendable {
      package var name: String
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
