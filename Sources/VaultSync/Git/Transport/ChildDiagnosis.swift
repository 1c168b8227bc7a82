/// Finds out from the last words of ssh, or of git's program at the other end, why it ended.
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

  private var table: [(words: [String], error: TransportError)] {
    [
      (["REMOTE HOST IDENTIFICATION HAS CHANGED", "REVOKED"], .changedHost(message: talk)),
      (["Host key verification failed"], .unknownHost(message: talk)),
      (
        [
          "Permission denied", "Too many authentication failures", "No more authentication methods",
        ],
        .authentication(message: talk)
      ),
      (
        [
          "not appear to be a git repository", "not a git repository", "epository not found",
          "ould not be found", "access denied or repository not exported",
        ], .notARepository(message: talk)
      ),
      (
        ["timed out", "Timeout, server"], .unreachable(message: talk, timeLimit: true)
      ),
      (
        ["Could not resolve", "Connection refused", "No route to host", "unreachable"],
        .unreachable(message: talk, timeLimit: false)
      ),
      (
        [
          "upload-pack: not found", "upload-pack: command not found", "receive-pack: not found",
          "receive-pack: command not found", "git: command not found",
        ], .programMissing(name: "git", onServer: true)
      ),
    ]
  }

  private func has(_ words: String) -> Bool {
    let bytes = Array(talk.utf8)
    let wanted = Array(words.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains {
      bytes[$0..<$0 + wanted.count] == wanted[...]
    }
  }
}
