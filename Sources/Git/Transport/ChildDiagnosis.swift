/// Finds out from the last words of ssh, of git, or of git's program at the other end, why it ended.
///
/// OpenSSH's words are the same in every language. A server's may not be: what is not recognised
/// stays a broken line, with the words for people to read.
struct ChildDiagnosis {
  var talk: String
  /// The exit status, or 128 and the number of a signal.
  var status: Int32
  var address: RemoteAddress

  var error: TransportError {
    if case .file = address.kind { return .notARepository(message: talk) }
    for (words, error) in table where words.contains(where: { has($0) }) { return error }
    if status == 127, talk.isEmpty || has("not found") {
      return .programMissing(name: has("git-") ? "git" : "ssh", onServer: has("git-"))
    }
    let message = talk.isEmpty ? "ssh ended with status \(status)" : talk
    return .unreachable(message: message, timeLimit: false)
  }

  /// In the order in which they count: a changed key is also one that is not known.
  private var table: [(words: [String], error: TransportError)] {
    [
      (["REMOTE HOST IDENTIFICATION HAS CHANGED", "REVOKED"], .changedHost(message: talk)),
      (["Host key verification failed"], .unknownHost(message: talk)),
      (["SSL", "TLS", "certificate"], .encryption(message: talk)),
      (Self.authenticationWords, .authentication(message: talk)),
      (Self.repositoryWords, .notARepository(message: talk)),
      (["timed out", "Timeout, server", "too slow"], .unreachable(message: talk, timeLimit: true)),
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

  private func has(_ words: String) -> Bool {
    let bytes = Array(talk.utf8)
    let wanted = Array(words.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains {
      bytes[$0..<$0 + wanted.count] == wanted[...]
    }
  }
}
