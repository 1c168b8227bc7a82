package import SystemCalls

/// The ssh program, and how it takes options.
///
/// Git's order: `GIT_SSH_COMMAND`, or else `core.sshCommand`, or else `GIT_SSH`, or else the `ssh` of `PATH`.
package struct SSHCommand: Hashable {
  enum Program: Hashable {
    /// A shell command line.
    case shell(String)
    /// A name, or a path.
    case file(String)
  }

  /// Which options a program takes.
  enum Variant: Hashable {
    /// The program takes the options of OpenSSH.
    case openSSH
    /// None: only a host and a command.
    case simple
    /// To be found by a probe, as git does.
    case unknown
  }

  let program: Program
  let variant: Variant

  /// - Parameter setting: returns a value of git's configuration.
  package init(environment: [String: String], setting: (String) -> String?) {
    if let words = environment["GIT_SSH_COMMAND"] ?? setting("core.sshCommand"), !words.isEmpty {
      program = .shell(words)
    } else if let file = environment["GIT_SSH"], !file.isEmpty {
      program = .file(file)
    } else {
      program = .file("ssh")
    }
    let named = environment["GIT_SSH_VARIANT"] ?? setting("ssh.variant")
    variant = Self.variant(named: named, of: program)
  }

  private static func variant(named name: String?, of program: Program) -> Variant {
    switch name {
    case "ssh": return .openSSH
    case "simple": return .simple
    default: break
    }
    let first =
      switch program {
      case .shell(let words): words.prefix { $0 != " " && $0 != "\t" }
      case .file(let path): path[...]
      }
    return first.split(separator: "/").last == "ssh" ? .openSSH : .unknown
  }

  /// The command with `arguments`.
  ///
  /// - Throws: `.programMissing`.
  package func childCommand(
    _ arguments: [String], settings: NetworkSettings
  ) throws(TransportError) -> ChildCommand {
    var command = ChildCommand(
      program: "/bin/sh", arguments: arguments, environment: settings.outsideEnvironment,
      hasOwnGroup: !settings.isInteractive)
    switch program {
    case .shell(let words):
      command.arguments = ["-c", words + " \"$@\"", words] + arguments
    case .file(let path) where path.contains("/"):
      command.program = path
    case .file(let name):
      guard let path = settings.program(name) else {
        throw .programMissing(name: name, onServer: false)
      }
      command.program = path
    }
    return command
  }
}

package struct SSHArguments {
  var user: String?
  var host: String
  var port: Int?
  /// A command line for the server's shell.
  var command: String

  package init(user: String?, host: String, port: Int?, command: String) {
    self.user = user
    self.host = host
    self.port = port
    self.command = command
  }

  /// - Parameter asks: whether ssh may ask the user.
  func words(for variant: SSHCommand.Variant, asks: Bool, connectTimeout: Int) -> [String] {
    let place = user.map { "\($0)@\(host)" } ?? host
    guard variant != .simple else { return [place, command] }
    let options = Self.options(asks: asks, connectTimeout: connectTimeout)
    return options + portOption + [place, command]
  }

  /// The arguments with which git finds out whether a program takes OpenSSH's options.
  package func probe(asks: Bool, connectTimeout: Int) -> [String] {
    ["-G"] + Self.options(asks: asks, connectTimeout: connectTimeout) + portOption + [host]
  }

  private var portOption: [String] {
    port.map { ["-p", String($0)] } ?? []
  }

  /// The options of tl; none contains untrusted text.
  static func options(asks: Bool, connectTimeout: Int) -> [String] {
    (asks ? [] : ["-o", "BatchMode=yes"]) + [
      "-o", "ConnectTimeout=\(max(1, connectTimeout / 1000))", "-o", "ServerAliveInterval=15",
    ]
  }
}
