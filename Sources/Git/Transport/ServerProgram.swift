internal import SystemCalls
internal import VaultFormat

/// Starts git's program at the server: over ssh, or in a folder of this machine.
///
/// `remote.NAME.uploadpack` and `remote.NAME.receivepack` name programs. They are used over ssh, where the server
/// decides what an account may run, and ignored for folders of this machine, where they would run a command line from a
/// repository's settings.
struct ServerProgram {
  let settings: NetworkSettings
  let address: RemoteAddress
  /// Returns a value of git's configuration.
  let setting: (String) -> String?
  /// The remote's name in the repository's settings.
  let remoteName: String?

  /// Whether a program is started here.
  var isStarted: Bool {
    switch address.kind {
    case .ssh: true
    case .file: settings.git != nil
    case .http, .https, .git: false
    }
  }

  /// Nil if no program is started for the address.
  ///
  /// - Throws: `.programMissing`.
  func command(for service: GitService) throws(TransportError) -> ChildCommand? {
    switch address.kind {
    case .ssh(let user, let host, let port, let path):
      let program = program(for: service) ?? "git-\(service.rawValue)"
      return try sshCommand(
        SSHArguments(
          user: user, host: host, port: port, command: "\(program) \(path.shellQuoted)"))
    case .file(let path):
      guard let git = settings.git else { return nil }
      return ChildCommand(
        program: git, arguments: [service.rawValue, path],
        environment: settings.outsideEnvironment, hasOwnGroup: true)
    case .http, .https, .git:
      return nil
    }
  }

  /// The ssh command for the git program, with tl's options; nil for git's default.
  var commandForGit: String? {
    guard case .ssh = address.kind else { return nil }
    let ssh = SSHCommand(environment: settings.environment, setting: setting)
    guard ssh.variant == .openSSH else { return nil }
    let words =
      switch ssh.program {
      case .shell(let words): words
      case .file(let path): path.shellQuoted
      }
    let options = SSHArguments.options(asks: asks, connectTimeout: settings.connectTimeout)
    return ([words] + options).joined(separator: " ")
  }

  /// Whether ssh may ask the user.
  private var asks: Bool {
    settings.isInteractive || settings.environment["SSH_ASKPASS_REQUIRE"] != nil
  }

  private func program(for service: GitService) -> String? {
    remoteName.flatMap {
      setting("remote.\($0).\(service == .uploadPack ? "uploadpack" : "receivepack")")
    }
  }

  private func sshCommand(_ arguments: SSHArguments) throws(TransportError) -> ChildCommand {
    let ssh = SSHCommand(environment: settings.environment, setting: setting)
    var variant = ssh.variant
    if variant == .unknown {
      let probe = try ssh.childCommand(
        arguments.probe(asks: asks, connectTimeout: settings.connectTimeout), settings: settings)
      let timeouts = SocketTimeouts(idle: settings.idleTimeout)
      let answer = try? ChildProcess.run(probe, input: [], timeouts: timeouts)
      variant = answer?.status == 0 ? .openSSH : .simple
    }
    return try ssh.childCommand(
      arguments.words(for: variant, asks: asks, connectTimeout: settings.connectTimeout),
      settings: settings)
  }
}
