internal import CGit2
internal import System

extension Remote {
  /// Runs `body` with a connection to be, and says what its errors mean.
  ///
  /// - Parameters:
  ///   - isPush: the rights of a push are asked for; false: those of a fetch, wherever `address` leads.
  ///   - git: the same by the git program, for http and https where libgit2 cannot do what
  ///     git's settings ask for, or where it finds no way through TLS or a proxy.
  func converse<Result>(
    _ address: RemoteAddress, isPush: Bool = false,
    _ progress: @escaping (TransferProgress) -> Bool,
    git: (GitCommand) throws(TransportError) -> Result,
    _ body: (Conversation) throws(GitError) -> Result
  ) throws(TransportError) -> Result {
    if case .file(let path) = address.kind, !SystemPath.isFolder(path) {
      throw .notARepository(message: "there is no folder \(path)")
    }
    let http = try httpSettings(for: address)
    let command = http == nil ? nil : gitCommand(for: address, isPush: isPush, progress)
    if let command, http?.needsGit == true { return try git(command) }
    let transfer = transfer(to: address, usesProxy: http?.usesProxy ?? false, progress)
    swap(&transfer.headStart, &headStart)
    do throws(GitError) {
      let result = try Transfer.current.with(transfer) { () throws(GitError) in
        let handle = try Self.handle(name: name, address: address.text, in: repository)
        let conversation = try Conversation(transfer, handle)
        defer { conversation.end() }
        return try body(conversation)
      }
      transfer.credentials.approve()
      return result
    } catch {
      let meaning = transfer.error(for: error)
      if let command, transfer.isForGit { return try git(command) }
      throw meaning
    }
  }

  /// Nil without the git program.
  ///
  /// - Parameter isPush: for `git push`, which finds all addresses itself by the name of the remote.
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
    to address: RemoteAddress, usesProxy: Bool,
    _ progress: @escaping (TransferProgress) -> Bool
  ) -> Transfer {
    Transfer(
      settings: network, server: serverProgram(at: address),
      credentials: CredentialSource(
        settings: network, address: address, gitFolder: repository.gitFolder),
      usesProxy: usesProxy, progress: progress)
  }

  func serverProgram(at address: RemoteAddress) -> ServerProgram {
    ServerProgram(
      settings: network, address: address,
      setting: { [repository] in try? repository.configuration().string($0) },
      remoteName: name)
  }

  /// Nil for what does not go over http or https.
  private func httpSettings(for address: RemoteAddress) throws(TransportError) -> HTTPSettings? {
    switch address.kind {
    case .http, .https: break
    default: return nil
    }
    do throws(GitError) {
      let settings = try repository.configuration()
      var entries = try settings.entries(matching: "^http\\.")
      if let name, let proxy = try settings.string("remote.\(name).proxy") {
        entries.append((name: "remote.proxy", value: proxy))
      }
      return HTTPSettings(entries: entries, environment: network.environment)
    } catch {
      throw .git(error)
    }
  }
}
