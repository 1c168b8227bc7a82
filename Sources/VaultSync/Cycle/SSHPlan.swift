internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// What ssh would use for a host, by its own output (`ssh -G`); does not connect.
struct SSHPlan {
  /// `git@example.org, port 22, via gate`.
  let host: String
  /// The existing key files, and the agent.
  let keys: String
  /// The file and line of the host's key in known_hosts.
  let knownHost: String

  /// Enough for ssh's settings; a program that is not OpenSSH may print anything.
  private static let limit = 1 << 16
  private static var timeouts: SocketTimeouts { SocketTimeouts(idle: 5_000) }

  /// Nil if the program does not answer like OpenSSH.
  init?(
    _ command: SSHCommand, user: String?, host: String, port: Int?, settings: NetworkSettings
  ) {
    let arguments = SSHArguments(
      user: user, host: host, port: port, command: ""
    ).probe(asks: false, connectTimeout: settings.connectTimeout)
    guard
      let question = try? command.childCommand(
        (user.map { ["-l", $0] } ?? []) + arguments, settings: settings),
      let output = try? ChildProcess.run(
        question, input: [], limit: Self.limit, timeouts: Self.timeouts),
      output.status == 0
    else { return nil }
    let answers = Answers(String(decoding: output.bytes, as: UTF8.self))
    guard let name = answers.first("hostname") else { return nil }
    let number = answers.first("port") ?? "22"
    let jump = answers.first("proxyjump").flatMap { $0 == "none" ? nil : ", via \($0)" } ?? ""
    self.host = "\(answers.first("user").map { "\($0)@" } ?? "")\(name), port \(number)\(jump)"
    let home = settings.environment["HOME"] ?? ""
    keys = Self.keys(answers, home: home, settings: settings)
    let alias = answers.first("hostkeyalias").flatMap { $0 == "none" ? nil : $0 }
    let known = alias ?? (number == "22" ? name : "[\(name)]:\(number)")
    knownHost = Self.line(of: known, answers: answers, home: home, settings: settings)
  }

  private static func keys(
    _ answers: Answers, home: String, settings: NetworkSettings
  ) -> String {
    let files = answers.all("identityfile").map { expanded($0, home) }.filter { isFile($0) }
    let named = answers.first("identityagent")
    let hasAgent =
      named == "none" ? false : named != nil || settings.environment["SSH_AUTH_SOCK"] != nil
    if files.isEmpty { return hasAgent ? "those of the agent" : "none; ssh-keygen makes one" }
    return files.joined(separator: ", ") + (hasAgent ? ", and those of the agent" : ", no agent")
  }

  private static func line(
    of host: String, answers: Answers, home: String, settings: NetworkSettings
  ) -> String {
    let files = ["userknownhostsfile", "globalknownhostsfile"]
      .flatMap { answers.first($0)?.split(separator: " ").map(String.init) ?? [] }
      .map { expanded($0, home) }.filter { isFile($0) }
    if let program = settings.program("ssh-keygen") {
      for file in files {
        let command = ChildCommand(
          program: program, arguments: ["-F", host, "-f", file],
          environment: settings.outsideEnvironment, hasOwnGroup: true)
        let output = try? ChildProcess.run(command, input: [], limit: limit, timeouts: timeouts)
        let text = String(decoding: output?.bytes ?? [], as: UTF8.self)
        if let number = text.split(whereSeparator: \.isWhitespace).drop(while: { $0 != "line" })
          .dropFirst().first
        {
          return "\(file), line \(number)"
        }
      }
    }
    return "\(host) is unknown; connect to it once with ssh"
  }

  private static func expanded(_ path: String, _ home: String) -> String {
    path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  private static func isFile(_ path: String) -> Bool {
    (try? FileDescriptor.status(ofPath: path))?.kind == .file
  }
}

/// The lines `key value` that ssh prints.
private struct Answers {
  private let lines: [(key: Substring, value: Substring)]

  init(_ text: String) {
    lines = text.split(whereSeparator: \.isNewline).compactMap { line in
      guard let blank = line.firstIndex(of: " ") else { return nil }
      return (line[..<blank], line[line.index(after: blank)...])
    }
  }

  func all(_ key: String) -> [String] { lines.filter { $0.key == key }.map { String($0.value) } }

  func first(_ key: String) -> String? { all(key).first }
}
