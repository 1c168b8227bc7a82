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
