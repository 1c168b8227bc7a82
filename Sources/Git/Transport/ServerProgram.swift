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
    case .http, .git: false
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
    case .http, .git:
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

/// The server program of the next fetch, started before the fetch.
///
/// Meanwhile ssh connects and the server lists its references; both wait until their output is read.
final class EarlyConnection {
  private let process: ChildProcess
  private let timeouts: SocketTimeouts

  /// Nil if the address needs no program, or if it does not start: the fetch will report why.
  init?(_ server: ServerProgram) {
    let idle = server.settings.idleTimeout
    timeouts = SocketTimeouts(first: server.settings.firstTimeout, idle: idle)
    guard let command = try? server.command(for: .uploadPack),
      let process = try? ChildProcess(command, timeouts: timeouts)
    else { return nil }
    self.process = process
  }

  /// Waits until the server has answered or the program has ended; ssh asks nothing after that.
  func waitForAnswer() {
    try? process.channel.waitForInput()
  }

  /// The program, with other timeouts; nil if the server has closed the connection.
  ///
  /// A program that ended without an answer is returned: its end is the error to report.
  func take(_ timeouts: SocketTimeouts) -> ChildProcess? {
    if isOver { return nil }
    process.channel.timeouts = timeouts
    return process
  }

  /// Whether the server has answered and closed the connection.
  var isOver: Bool { process.channel.isAbandoned && process.channel.hasInput }
}

extension Remote {
  /// Starts the connection of the next fetch; changes nothing.
  ///
  /// Nothing may ask at the terminal until `waitForEarlyConnection` or the fetch: ssh may be asking there.
  package func connectEarly() {
    guard earlyConnection == nil else { return }
    earlyConnection = EarlyConnection(serverProgram(at: fetchAddress))
  }

  /// Waits until the early connection asks nothing more.
  package func waitForEarlyConnection() { earlyConnection?.waitForAnswer() }
}

/// The git program at the server's side.
enum GitService: String, Hashable {
  case uploadPack = "upload-pack"
  case receivePack = "receive-pack"
}

/// Variables that bind git to one repository (`git rev-parse --local-env-vars`); a program that works in another
/// repository must not get them.
private let repositoryVariables: Set<String> = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS",
  "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
  "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX",
  "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX",
]

extension NetworkSettings {
  /// The environment for a program that works in another repository.
  package var outsideEnvironment: [String: String] {
    environment.filter { !repositoryVariables.contains($0.key) }
  }

  package func program(_ name: String) -> String? {
    findProgram(name, path: environment["PATH"])
  }

  /// The git program; nil if there is none.
  package var git: String? { program("git") }
}
