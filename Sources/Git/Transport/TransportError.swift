internal import SystemCalls

/// Why a transfer with a remote failed.
///
/// Messages are those of the server, ssh or git: up to about two kilobytes, with line breaks and control characters.
/// After a failed fetch no reference has moved. After a failed push the remote is unchanged, except perhaps after
/// `interrupted` and `cancelled`, when its answer may have been lost.
package enum TransportError: Error, Hashable, Sendable {
  /// `isTimeout`: the remote did not answer in time; otherwise connecting failed, or the connection was lost.
  case unreachable(message: String, isTimeout: Bool)
  /// The connection was lost while a push sent objects, or waited for the answer; `isTimeout`: nothing came any more.
  case interrupted(message: String, isTimeout: Bool)
  case authentication(AuthenticationProblem, message: String)
  /// The remote could not store what was sent.
  case notStored(message: String)
  /// ssh does not know the server's key.
  case unknownHost(message: String)
  /// The server's key differs from the known one, or was revoked.
  ///
  /// `removal`: the command that removes the known key, if ssh prints it.
  case changedHost(removal: String?, message: String)
  /// TLS failed, mostly because the certificate is not trusted.
  case encryption(message: String)
  /// The server, or the folder, has no such repository, or hides it from this user.
  case notARepository(message: String)
  /// The output is not git's protocol: mostly that of a shell's startup files.
  case notGitProtocol(firstBytes: String)
  /// The server refused a branch: the reason, and its other messages.
  case refused(reference: String, reason: String, message: String)
  /// The hook `pre-push` of this repository ended the push; with what it printed.
  case refusedByHook(message: String)
  /// The remote has commits that the pushed branch lacks, perhaps from a concurrent push.
  case moved
  case cancelled
  case programMissing(name: String, onServer: Bool)
  case refusedAddress(String, AddressFault)
  /// There is no such remote in the repository's settings.
  case noSuchRemote(String)
  /// The remote has branches, but not the upstream or push branch of the settings, which was renamed or removed there.
  ///
  /// All names in full; the remote's default branch first.
  case branchGone(remote: String, branch: String, others: [String])
  /// Git's settings allow no push of the branch.
  case noPushRoute(PushObstacle)
  case git(GitError)
}

extension TransportError {
  /// What this error means when it ends a push.
  ///
  /// - Parameter phase: the last one that was heard of. From `sending` on the remote was reached, and is a repository.
  func ending(_ phase: TransferProgress.Phase) -> TransportError {
    guard phase == .sending else { return self }
    switch self {
    case .unreachable(let message, _), .notARepository(let message):
      // A server that answers with it has refused the push.
      guard !message.hasPrefix("unexpected http status") else { return self }
      let isTimeout = if case .unreachable(_, isTimeout: true) = self { true } else { false }
      return .interrupted(message: Self.faults(in: message), isTimeout: isTimeout)
    default: return self
    }
  }

  /// The output of git without what it says about its progress.
  private static func faults(in output: String) -> String {
    let lines = output.split(whereSeparator: \.isNewline)
    let faults = lines.filter { line in
      ["error:", "fatal:", "send-pack:", "remote:"].contains { line.hasPrefix($0) }
    }
    return (faults.isEmpty ? lines : faults).joined(separator: "\n")
  }
}

extension TransportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreachable(let message, isTimeout: true), .interrupted(let message, isTimeout: true):
      message.isEmpty ? "no answer before the timeout" : message
    case .unreachable(let message, isTimeout: false), .interrupted(let message, isTimeout: false),
      .authentication(_, let message),
      .unknownHost(let message), .changedHost(_, let message), .encryption(let message),
      .notARepository(let message), .notStored(let message):
      message
    case .notGitProtocol(let bytes): "not git's protocol: \(bytes)"
    case .refused(let reference, let reason, _): "the remote refused \(reference): \(reason)"
    case .refusedByHook: "the hook pre-push refused the push"
    case .moved: "the remote has commits that are missing here"
    case .cancelled: "cancelled"
    case .programMissing(let name, onServer: true): "\(name) not found on the server"
    case .programMissing(let name, onServer: false): "\(name) not found on this machine"
    case .refusedAddress(let address, let fault): "\(address): \(fault)"
    case .noSuchRemote(let name): "no remote named \(name)"
    case .branchGone(let remote, let branch, _): "\(remote) has no branch \(branch.withoutHeads)"
    case .noPushRoute(let obstacle): "\(obstacle)"
    case .git(let error): "\(error)"
    }
  }
}

extension AddressFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "empty address"
    case .controlCharacter: "control character in the address"
    case .looksLikeOption: "host, user or path begins with -"
    case .shellCharacter: "shell character in the host or user"
    case .incomplete: "incomplete address"
    case .unknownScheme(let scheme): "unsupported scheme \(scheme)"
    }
  }
}

/// Why a remote denied access.
package enum AuthenticationProblem: Hashable, Sendable {
  /// It asks for a password, and there is no terminal to ask on.
  case noPassword
  case passwordRefused
  /// It refused every key that ssh offered.
  case keyRefused
  case other

  /// - Parameter message: of git or ssh, untranslated.
  init(in message: String) {
    if message.contains("could not read Password") || message.contains("could not read Username") {
      self = .noPassword
    } else if message.contains("Authentication failed") {
      self = .passwordRefused
    } else if message.contains("Permission denied") {
      self = .keyRefused
    } else {
      self = .other
    }
  }
}

extension TransportError {
  /// - Parameter message: of git, ssh or a server.
  static func authentication(message: String) -> TransportError {
    .authentication(AuthenticationProblem(in: message), message: message)
  }

  /// ssh found another key than the one it knows.
  static func changedHost(message: String) -> TransportError {
    let removal = message.split(whereSeparator: \.isNewline).first { $0.contains("ssh-keygen -f") }
    return .changedHost(removal: removal.map { String($0.drop { $0 == " " }) }, message: message)
  }
}

/// Classifies the error output of ssh, git, or git on the server.
///
/// OpenSSH does not translate its messages. A server may: an unknown message counts as a lost connection.
struct ChildDiagnosis {
  var output: String
  /// The exit status, or 128 and the number of a signal.
  var status: Int32
  var address: RemoteAddress

  var error: TransportError {
    if case .file = address.kind { return .notARepository(message: output) }
    for (words, error) in table where words.contains(where: { has($0) }) { return error }
    if status == 127, output.isEmpty || has("not found") {
      return .programMissing(name: has("git-") ? "git" : "ssh", onServer: has("git-"))
    }
    let message = output.isEmpty ? "ssh ended with status \(status)" : output
    return .unreachable(message: message, isTimeout: false)
  }

  /// The first match counts: a changed key also fails verification.
  private var table: [(words: [String], error: TransportError)] {
    [
      (["REMOTE HOST IDENTIFICATION HAS CHANGED", "REVOKED"], .changedHost(message: output)),
      (["Host key verification failed"], .unknownHost(message: output)),
      (["SSL", "TLS", "certificate"], .encryption(message: output)),
      (Self.authenticationWords, .authentication(message: output)),
      (Self.repositoryWords, .notARepository(message: output)),
      (
        ["timed out", "Timeout, server", "too slow"], .unreachable(message: output, isTimeout: true)
      ),
      (Self.programWords, .programMissing(name: "git", onServer: true)),
    ]
  }

  private static let authenticationWords = [
    "Permission denied", "Too many authentication failures", "No more authentication methods",
    "Authentication failed", "could not read Username", "could not read Password", "error: 401",
    "error: 403",
  ]
  private static let repositoryWords = [
    "not appear to be a git repository", "not a git repository", "epository not found",
    "ould not be found", "' not found", "access denied or repository not exported",
  ]
  private static let programWords = [
    "upload-pack: not found", "upload-pack: command not found", "receive-pack: not found",
    "receive-pack: command not found", "git: command not found",
  ]

  private func has(_ words: String) -> Bool { output.utf8.contains(words.utf8) }
}

/// The messages of a server for the user, without progress lines.
struct ServerMessages {
  private var tail = TextTail()
  private var line: [UInt8] = []

  mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"): endLine()
      // The line will be overwritten.
      case UInt8(ascii: "\r"): line.removeAll()
      default: if line.count < TextTail.limit { line.append(byte) }
      }
    }
  }

  /// May contain control characters.
  var text: String {
    var all = self
    all.endLine()
    return all.tail.text
  }

  private mutating func endLine() {
    defer { line.removeAll() }
    guard !isProgress else { return }
    tail.append(line + [UInt8(ascii: "\n")])
  }

  /// Such as `Resolving deltas: 100% (3/3), done`.
  private var isProgress: Bool {
    zip(line, line.dropFirst(1)).contains { $0 == UInt8(ascii: "%") && $1 == UInt8(ascii: " ") }
      && line.contains(UInt8(ascii: "("))
  }
}
