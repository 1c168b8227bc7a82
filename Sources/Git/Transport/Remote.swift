internal import CGit2
internal import SystemCalls

/// A remote repository, and how to reach it.
///
/// Git's settings count as in git: `insteadOf`, `pushInsteadOf`, `pushurl`, `core.sshCommand`, `credential.*`,
/// `http.proxy`, and the remote's own. Those in `.git/config` count too: like git, this trusts a repository that
/// belongs to the user, because a clone brings no such file.
///
/// For one thread at a time. Every call opens a new connection, with timeouts, and leaves no program running.
package final class Remote {
  package let repository: Repository
  /// Nil for an address that is not in the settings.
  package let name: String?
  /// The first one, as in git.
  package let fetchAddress: RemoteAddress
  /// All targets of a push, as in git; never empty.
  package let pushAddresses: [RemoteAddress]
  let network: NetworkSettings
  /// A connection that the next session takes.
  var earlyConnection: EarlyConnection?

  /// A remote of the repository's settings, such as "origin".
  ///
  /// - Throws: `.noSuchRemote`, `.refusedAddress`.
  package init(
    named name: String, in repository: Repository, network: NetworkSettings
  ) throws(TransportError) {
    let addresses: (urls: [String], pushURLs: [String])
    let rules: AddressRules
    do throws(GitError) {
      let settings = try repository.configuration()
      addresses = (
        try settings.strings("remote.\(name).url"), try settings.strings("remote.\(name).pushurl")
      )
      rules = try AddressRules(settings)
    } catch {
      throw error.code == .invalidName ? .noSuchRemote(name) : .git(error)
    }
    guard let first = addresses.urls.first ?? addresses.pushURLs.first else {
      throw .noSuchRemote(name)
    }
    self.name = name
    self.repository = repository
    self.network = network
    fetchAddress = try Self.addresses(of: first, in: repository, by: rules).fetch
    var pushAddresses: [RemoteAddress] = []
    for url in addresses.pushURLs {
      pushAddresses.append(try Self.addresses(of: url, in: repository, by: rules).fetch)
    }
    for url in addresses.urls where addresses.pushURLs.isEmpty {
      pushAddresses.append(try Self.addresses(of: url, in: repository, by: rules).push)
    }
    self.pushAddresses = pushAddresses
  }

  /// An address; nothing about it is stored, and it has no tracking references.
  ///
  /// - Throws: `.refusedAddress`.
  package init(
    address: String, in repository: Repository, network: NetworkSettings
  ) throws(TransportError) {
    name = nil
    self.repository = repository
    self.network = network
    let rules: AddressRules
    do throws(GitError) { rules = try AddressRules(repository.configuration()) } catch {
      throw .git(error)
    }
    let (fetch, push) = try Self.addresses(of: address, in: repository, by: rules)
    fetchAddress = fetch
    pushAddresses = [push]
  }

  package var pushAddress: RemoteAddress { pushAddresses.first ?? fetchAddress }

  /// An address after `insteadOf` and `pushInsteadOf`.
  private static func addresses(
    of text: String, in repository: Repository, by rules: AddressRules
  ) throws(TransportError) -> (fetch: RemoteAddress, push: RemoteAddress) {
    // Checked before a setting can hide an odd address.
    _ = try RemoteAddress(text, relativeTo: repository.root)
    return (
      try RemoteAddress(rules.fetchAddress(text), relativeTo: repository.root),
      try RemoteAddress(rules.pushAddress(text), relativeTo: repository.root)
    )
  }
}

extension Remote {
  package struct References: Hashable, Sendable {
    /// `refs/heads/…`; nil if the remote has no commit or does not report it.
    package var defaultBranch: String?
    /// With full names, without `HEAD`.
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

  /// Lists the remote's references; fetches nothing.
  ///
  /// - Parameter forPush: whether to ask the push address, with write access.
  package func listReferences(
    forPush: Bool = false, progress: @escaping (TransferProgress) -> Bool = { _ in true }
  ) throws(TransportError) -> References {
    try withSession(
      forPush ? pushAddress : fetchAddress, progress: progress,
      git: { command throws(TransportError) in try command.references() }
    ) { session throws(GitError) in
      try session.connect(forPush ? GIT_DIRECTION_PUSH : GIT_DIRECTION_FETCH)
      return try session.references()
    }
  }
}

/// Git's settings `url.BASE.insteadOf` and `url.BASE.pushInsteadOf`, which replace the beginning of an address by `BASE`.
///
/// libgit2 knows them too, but leaks about 20 KB for each setting of the repository that it compares with their names
/// (1.5, `git_regexp_match`): a program that syncs all day would grow without end.
private struct AddressRules {
  private typealias Rule = (beginning: String, base: String)
  private let rules: [Rule]
  private let pushRules: [Rule]

  init(_ settings: borrowing GitConfiguration) throws(GitError) {
    let entries = try settings.entries(of: "url")
    func rules(_ key: String) -> [Rule] {
      entries.compactMap { entry in
        guard entry.key == key, let base = entry.subsection else { return nil }
        return (beginning: entry.value, base: base)
      }
    }
    self.rules = rules("insteadof")
    pushRules = rules("pushinsteadof")
  }

  func fetchAddress(_ text: String) -> String { Self.rewritten(text, by: rules) ?? text }

  /// For a remote without a `pushurl`.
  func pushAddress(_ text: String) -> String {
    Self.rewritten(text, by: pushRules) ?? fetchAddress(text)
  }

  /// Rewrites by the rule with the longest beginning, of several the first; nil if none matches.
  private static func rewritten(_ text: String, by rules: [Rule]) -> String? {
    var best: Rule?
    for rule in rules where text.utf8.starts(with: rule.beginning.utf8) {
      if let best, best.beginning.utf8.count >= rule.beginning.utf8.count { continue }
      best = rule
    }
    return best.map { rule in
      rule.base + String(decoding: text.utf8.dropFirst(rule.beginning.utf8.count), as: UTF8.self)
    }
  }
}

extension Remote {
  /// Runs `body` in a session with the remote, and classifies its errors.
  ///
  /// - Parameters:
  ///   - isPush: whether to ask for write access; otherwise read access, whatever `address` is for.
  ///   - git: the same with the git program, for http and https if libgit2 lacks what git's
  ///     settings ask for, or fails at TLS or a proxy.
  func withSession<Result>(
    _ address: RemoteAddress, isPush: Bool = false,
    progress: @escaping (TransferProgress) -> Bool,
    git: (GitCommand) throws(TransportError) -> Result,
    _ body: (RemoteSession) throws(GitError) -> Result
  ) throws(TransportError) -> Result {
    if case .file(let path) = address.kind, !SystemPath.isFolder(path) {
      throw .notARepository(message: "there is no folder \(path)")
    }
    let http = try httpSettings(for: address)
    let command = http == nil ? nil : gitCommand(for: address, isPush: isPush, progress)
    if let command, http?.needsGit == true { return try git(command) }
    let transfer = transfer(to: address, http, progress: progress)
    swap(&transfer.earlyConnection, &earlyConnection)
    do throws(GitError) {
      let result = try Transfer.current.with(transfer) { () throws(GitError) in
        let session = try RemoteSession(transfer, in: repository)
        defer { session.end() }
        return try body(session)
      }
      transfer.credentials.approve()
      return result
    } catch {
      let meaning = transfer.error(for: error)
      if let command, transfer.mayRetryWithGit { return try git(command) }
      throw meaning
    }
  }

  /// Nil without the git program.
  ///
  /// - Parameter isPush: for `git push`, which looks up all addresses by the remote's name.
  func gitCommand(
    for address: RemoteAddress, isPush: Bool, _ progress: @escaping (TransferProgress) -> Bool
  ) -> GitCommand? {
    guard let git = network.git else { return nil }
    let server = serverProgram(at: address)
    return GitCommand(
      git: git, settings: network, gitFolder: repository.gitFolder, root: repository.root,
      place: isPush || address == fetchAddress ? name ?? address.text : address.text,
      address: address, ssh: server.commandForGit, progress: progress)
  }

  private func transfer(
    to address: RemoteAddress, _ http: HTTPSettings?,
    progress: @escaping (TransferProgress) -> Bool
  ) -> Transfer {
    Transfer(
      settings: network, server: serverProgram(at: address),
      credentials: CredentialSource(
        settings: network, address: address, gitFolder: repository.gitFolder),
      http: http, progress: progress)
  }

  func serverProgram(at address: RemoteAddress) -> ServerProgram {
    ServerProgram(
      settings: network, address: address,
      setting: { [repository] in try? repository.configuration().string($0) },
      remoteName: name)
  }

  /// Nil unless the address is of http or https.
  private func httpSettings(for address: RemoteAddress) throws(TransportError) -> HTTPSettings? {
    guard case .http = address.kind else { return nil }
    do throws(GitError) {
      let settings = try repository.configuration()
      return HTTPSettings(
        try settings.entries(of: "http").map { ($0.key, $0.value) },
        ownProxy: try name.flatMap { name throws(GitError) in
          try settings.string("remote.\(name).proxy")
        }, environment: network.environment)
    } catch {
      throw .git(error)
    }
  }
}
