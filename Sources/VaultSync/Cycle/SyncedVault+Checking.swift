package import Git
internal import VaultFormat

/// A step of connecting to a remote, and its result.
package struct RemoteStep: Sendable {
  package var name: String
  /// What was used or found; may contain control characters.
  package var detail: String
  package var error: TransportError?
  /// False for information without a test of its own.
  package var isTried = true
}

extension SyncedVault {
  /// Files that git ignores, or that a filter encrypts, under their old names but not under their new ones.
  package func exposed(_ files: [RenamedFile]) throws(SyncError) -> [RenamedFile] {
    try asSyncError {
      let needs = try repository.filterNeeds(repository.readIndex())
      return try files.filter { file in
        if try repository.isIgnored(file.new, isFolder: false) { return false }
        if try repository.isIgnored(file.old, isFolder: false) { return true }
        let need = try needs.need(of: file.old)
        return try need.needsProgram && needs.need(of: file.new) != need
      }
    }
  }

  /// Tries to reach the remote for reading, then for writing; changes nothing there or here.
  ///
  /// Stops at the first step that fails. Empty without a remote.
  package func checkRemote() throws(SyncError) -> [RemoteStep] {
    try asSyncError {
      guard let remotes = try remotes() else { return [] }
      let remote = remotes.source
      var steps = [
        RemoteStep(name: "address", detail: remote.fetchAddress.publicText),
        RemoteStep(name: "program", detail: program(for: remote.fetchAddress)),
      ]
      steps += sshSteps(remote.fetchAddress)
      for index in steps.indices { steps[index].isTried = false }
      do throws(TransportError) {
        let references = try remote.listReferences()
        steps.append(RemoteStep(name: "read", detail: try remotes.description(of: references)))
      } catch {
        return steps + [RemoteStep(name: "read", detail: "", error: error)]
      }
      if let other = remotes.other {
        steps.append(
          RemoteStep(
            name: "push to", detail: "\(other.name), \(other.address.publicText)", isTried: false))
      }
      do throws(TransportError) {
        _ = try remotes.pushed().listReferences(forPush: true)
        steps.append(
          RemoteStep(name: "write", detail: "access granted; the remote may still refuse a push")
        )
      } catch {
        steps.append(RemoteStep(name: "write", detail: "", error: error))
      }
      return steps
    }
  }

  /// How the remote is reached: with which program and settings.
  private func program(for address: RemoteAddress) -> String {
    let environment = settings.network.environment
    switch address.kind {
    case .ssh:
      return environment["GIT_SSH_COMMAND"].map { "GIT_SSH_COMMAND (\($0))" }
        ?? (try? repository.configuration().string("core.sshCommand")).flatMap { $0 }
        .map { "core.sshCommand (\($0))" }
        ?? environment["GIT_SSH"].map { "GIT_SSH (\($0))" }
        ?? "ssh, with the settings of ~/.ssh/config"
    case .file:
      return settings.network.git.map { "\($0) on this machine" }
        ?? "built in; there is no git program"
    default:
      if environment["TL_GIT_TOKEN"] != nil { return "built in, with TL_GIT_TOKEN as the password" }
      let helpers = helpers()
      if settings.network.git == nil || helpers.isEmpty {
        return "built in; asks for a password on a terminal"
      }
      return
        "built in, with passwords from git's credential helpers (\(helpers.joined(separator: ", ")))"
    }
  }

  /// The credential helpers in git's settings.
  private func helpers() -> [String] {
    let entries = try? repository.configuration().entries(of: "credential", key: "helper")
    // A shell command may contain anything, even a password.
    return (entries ?? []).map { $0.value.hasPrefix("!") ? "a command" : $0.value }
      .filter { !$0.isEmpty }
  }

  /// What ssh uses for a host; empty for other addresses, and if it is unknown.
  private func sshSteps(_ address: RemoteAddress) -> [RemoteStep] {
    guard case .ssh(let user, let host, let port, _) = address.kind else { return [] }
    let configuration = try? repository.configuration()
    let command = SSHCommand(environment: settings.network.environment) {
      try? configuration?.string($0)
    }
    guard
      let plan = SSHPlan(command, user: user, host: host, port: port, settings: settings.network)
    else { return [] }
    return [
      RemoteStep(name: "host", detail: plan.host), RemoteStep(name: "keys", detail: plan.keys),
      RemoteStep(name: "host key", detail: plan.knownHost),
    ]
  }
}
