package import Git
internal import SystemCalls
package import VaultFormat
internal import VaultStore

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
        if try repository.isIgnored(file.new) { return false }
        if try repository.isIgnored(file.old) { return true }
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

/// A file and its new name.
package struct RenamedFile: Hashable, Sendable {
  package var old: VaultPath
  package var new: VaultPath

  package init(_ old: VaultPath, to new: VaultPath) {
    self.old = old
    self.new = new
  }
}

extension RenamedFile {
  /// A note and its media.
  ///
  /// - Parameter media: by their paths in the media folder.
  package static func note(
    _ old: VaultPath, to new: VaultPath, media: [VaultPath]
  ) -> [RenamedFile] {
    let note = [RenamedFile(old, to: new)]
    guard let folder = MediaFolder(of: old)?.path, let target = MediaFolder(of: new)?.path else {
      return note
    }
    return note + files(media, from: folder, to: target)
  }

  /// The files of a folder that gets another name.
  ///
  /// - Parameter names: their paths in the folder.
  package static func files(
    _ names: [VaultPath], from folder: VaultPath, to target: VaultPath
  ) -> [RenamedFile] {
    names.map {
      RenamedFile(
        VaultPath(in: folder, named: $0.bytes), to: VaultPath(in: target, named: $0.bytes))
    }
  }
}
