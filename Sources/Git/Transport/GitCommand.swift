internal import SystemCalls
internal import VaultFormat

/// The git program, for what libgit2 cannot do: git's settings for certificates, proxies and headers, and the first
/// push of a large repository.
struct GitCommand {
  package let git: String
  let settings: NetworkSettings
  let gitFolder: String
  /// The work tree: the base of relative paths.
  let root: String
  /// A remote's name in git's settings, or an address.
  let place: String
  let address: RemoteAddress
  /// The ssh command for git; nil for git's default.
  let ssh: String?
  let progress: (TransferProgress) -> Bool

  func references() throws(TransportError) -> Remote.References {
    let output = try run(["ls-remote", "--symref", "--", place])
    var references = Remote.References(defaultBranch: nil, entries: [])
    for line in String(decoding: output.bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 2 else { continue }
      if parts[1] == "HEAD", parts[0].hasPrefix("ref: ") {
        references.defaultBranch = String(parts[0].dropFirst("ref: ".count))
      } else if parts[1].hasPrefix("refs/"), !parts[1].hasSuffix("^{}"),
        let id = ObjectID(hex: parts[0])
      {
        references.entries.append(.init(name: String(parts[1]), id: id))
      }
    }
    // A remote without a commit may name the branch of its first one.
    if let branch = references.defaultBranch, references[branch] == nil {
      references.defaultBranch = nil
    }
    return references
  }

  /// Fetches the objects of one reference; moves no local reference, whatever the settings say.
  func fetch(_ reference: String) throws(TransportError) {
    // As a pack, whatever its size: loose objects cannot be marked (`FetchedPacks`).
    _ = try run([
      "-c", "fetch.unpackLimit=1", "fetch", "--refmap=", "--no-tags", "--no-prune",
      "--no-write-fetch-head", "--no-recurse-submodules", "--progress", "--", place, reference,
    ])
  }

  /// - Returns: the server's messages.
  func push(
    _ refspec: String, to reference: String, runsHooks: Bool
  ) throws(TransportError) -> String {
    guard progress(TransferProgress(.packing)) else { throw .cancelled }
    // A mirror (`remote.NAME.mirror`) would remove all other branches of the remote.
    let single = place.contains("=") ? [] : ["-c", "remote.\(place).mirror=false"]
    let verify = runsHooks ? "--verify" : "--no-verify"
    let arguments = ["push", "--porcelain", "--progress", "--no-recurse-submodules", verify]
    var messages = ServerMessages()
    var reader = ProgressReader()
    let output: ChildProcess.Output
    do throws(TransportError) {
      output = try attempt(single + arguments + ["--", place, refspec]) {
        messages.append($0)
        reader.append($0)
      }
    } catch {
      throw error.ending(reader.state.phase)
    }
    let message = Self.remoteLines(of: messages.text)
    guard output.status != 0 else { return message }
    for line in String(decoding: output.bytes, as: UTF8.self).split(separator: "\n") {
      // `!`, the two names, and `[remote rejected] (the reason)`, separated by tabs.
      guard line.hasPrefix("!\t"), let open = line.lastIndex(of: "("), line.hasSuffix(")") else {
        continue
      }
      let reason = String(line[open...].dropFirst().dropLast())
      throw Remote.error(reference: reference, reason: reason, message: message)
    }
    // Of a push that got as far as the hook, git says nothing about the branch, and its status is not that of an error.
    if runsHooks, output.status == 1 {
      let lines = output.errorOutput.split(separator: "\n")
        .filter { !$0.hasPrefix("error: failed to push some refs") }
      throw .refusedByHook(message: lines.joined(separator: "\n"))
    }
    throw diagnosis(output).ending(reader.state.phase)
  }

  /// Sends the files of Git LFS that the commits up to `commit` have and the remote lacks.
  ///
  /// - Returns: the names of those that are not here either.
  func pushLargeFiles(upTo commit: ObjectID) throws(TransportError) -> [String] {
    let output = try run([
      "-c", "lfs.allowincompletepush=true", "lfs", "push", "--all", "--", place, commit.hex,
    ])
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      // `  (missing) NAME (ID)`.
      let start = "  (missing) "
      guard line.hasPrefix(start), let open = line.lastIndex(of: "(") else { return nil }
      return String(line[..<open].dropFirst(start.count).dropLast())
    }
  }

  private func run(_ arguments: [String]) throws(TransportError) -> ChildProcess.Output {
    let output = try attempt(arguments)
    guard output.status == 0 else { throw diagnosis(output) }
    return output
  }

  private func diagnosis(_ output: ChildProcess.Output) -> TransportError {
    ChildDiagnosis(output: output.errorOutput, status: output.status, address: address).error
  }

  private func attempt(
    _ arguments: [String], onErrorOutput: @escaping (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(TransportError) -> ChildProcess.Output {
    var environment = settings.environment
    // The messages are parsed here.
    environment["LC_ALL"] = "C"
    environment["GIT_TERMINAL_PROMPT"] = settings.isInteractive ? "1" : "0"
    // Sending a large file would otherwise look like a program that hangs.
    environment["GIT_LFS_FORCE_PROGRESS"] = "1"
    if let ssh { environment["GIT_SSH_COMMAND"] = ssh }
    let command = ChildCommand(
      program: git, arguments: options + arguments, environment: environment,
      hasOwnGroup: !settings.isInteractive)
    var reader = ProgressReader()
    let timeouts = SocketTimeouts(first: settings.firstTimeout, idle: settings.idleTimeout) {
      progress(reader.state)
    }
    do throws(SocketFailure) {
      return try ChildProcess.run(
        command, input: [], limit: 16 << 20, timeouts: timeouts, onOutput: { reader.append($0) },
        onErrorOutput: { bytes in
          reader.append(bytes)
          onErrorOutput(bytes)
        })
    } catch {
      throw Self.error(error)
    }
  }

  private var options: [String] {
    var options = [
      "-C", root, "--git-dir=\(gitFolder)", "-c", "maintenance.auto=false", "-c", "gc.auto=0",
    ]
    let seconds = max(1, settings.idleTimeout / 1000)
    options += ["-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=\(seconds)"]
    return options + tokenOptions
  }

  /// A credential helper that returns `TL_GIT_TOKEN`, replacing all others.
  ///
  /// The shell that git starts reads the variable, so that no list of processes shows it.
  private var tokenOptions: [String] {
    guard let token = settings.token(for: address), let place = address.credentialScope else {
      return []
    }
    let user = token.user.shellQuoted
    let answer = "printf 'username=%s\\npassword=%s\\n' \(user) \"$TL_GIT_TOKEN\""
    let key = "credential.\(place.text).helper"
    return ["-c", "\(key)=", "-c", "\(key)=!f() { test \"$1\" = get && \(answer); }; f"]
  }

  private static func error(_ failure: SocketFailure) -> TransportError {
    switch failure {
    case .cancelled: .cancelled
    case .timeout: .unreachable(message: "", isTimeout: true)
    case .closed: .unreachable(message: "git ended early", isTimeout: false)
    case .unknownHost(let words): .unreachable(message: words, isTimeout: false)
    case .system(let error) where error.isMissing: .programMissing(name: "git", onServer: false)
    case .system(let error): .unreachable(message: error.reason, isTimeout: false)
    }
  }

  /// The server's messages, without git's own lines and the spaces with which git pads lines.
  private static func remoteLines(of text: String) -> String {
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("remote:") }
    return lines.map { line in
      var words = line.dropFirst("remote:".count).drop { $0 == " " }
      while words.last == " " { words.removeLast() }
      return String(words)
    }.joined(separator: "\n")
  }
}

/// Parses the progress that git and Git LFS print.
///
/// Such as `Receiving objects:  45% (450/1000), 1.20 MiB | 2.00 MiB/s`.
struct ProgressReader {
  private(set) var state = TransferProgress(.connecting)
  private var line: [UInt8] = []

  mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
        endLine()
      } else if line.count < 200 {
        line.append(byte)
      }
    }
  }

  private mutating func endLine() {
    defer { line.removeAll() }
    let text = String(decoding: line, as: UTF8.self)
    let phases: [(String, TransferProgress.Phase)] = [
      ("Receiving objects:", .receiving), ("Resolving deltas:", .resolving),
      ("Counting objects:", .packing), ("Compressing objects:", .packing),
      ("Writing objects:", .sending), ("Uploading LFS objects:", .sending),
    ]
    guard let phase = phases.first(where: { text.hasPrefix($0.0) })?.1,
      let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")")
    else { return }
    let numbers = text[open..<close].dropFirst().split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2 else { return }
    state = TransferProgress(phase, done: numbers[0], total: numbers[1])
  }
}
