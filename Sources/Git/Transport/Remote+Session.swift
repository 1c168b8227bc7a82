internal import CGit2
internal import SystemCalls

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
    switch address.kind {
    case .http, .https: break
    default: return nil
    }
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
