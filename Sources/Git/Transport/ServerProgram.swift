internal import System

/// Starts git's program at the other end: over ssh, or in a folder of this machine.
///
/// `remote.NAME.uploadpack` and `remote.NAME.receivepack` name programs. They are followed over ssh,
/// where the server decides what an account may run, and passed over for folders of this machine,
/// where they would make a command line out of a repository's settings.
struct ServerProgram {
  let settings: NetworkSettings
  let address: RemoteAddress
  /// Looks a key of git's configuration up.
  let setting: (String) -> String?
  /// The name of the remote in the repository's settings.
  let remoteName: String?

  /// Whether the other end is a program that is started here.
  var isStarted: Bool {
    switch address.kind {
    case .ssh: true
    case .file: settings.git != nil
    case .http, .https, .git: false
    }
  }

  /// Nil where the address is not one for which a program is started.
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

  /// How the git program is to run ssh, with the options of tl; nil: as it likes.
  var commandForGit: String? {
    guard case .ssh = address.kind else { return nil }
    let ssh = SSHCommand(environment: settings.environment, setting: setting)
    guard ssh.variant == .openSSH else { return nil }
    let words =
      switch ssh.program {
      case .shell(let words): words
      case .file(let path): path.shellQuoted
      }
    let options = SSHArguments.options(asks: asks, connectLimit: settings.connectLimit)
    return ([words] + options).joined(separator: " ")
  }

  /// Whether ssh may ask somebody something.
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
        arguments.probe(asks: asks, connectLimit: settings.connectLimit), settings: settings)
      let limits = WaitLimits(first: settings.idleLimit, idle: settings.idleLimit)
      let answer = try? ChildProcess.run(probe, input: [], limits: limits)
      variant = answer?.status == 0 ? .openSSH : .simple
    }
    return try ssh.childCommand(
      arguments.words(for: variant, asks: asks, connectLimit: settings.connectLimit),
      settings: settings)
  }
}
