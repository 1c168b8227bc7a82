internal import Notesync
internal import NotesyncServer
internal import SystemCalls
internal import WebServer
internal import Words

extension Problem {
  init(_ error: NotesyncError, _ environment: Environment) {
    let hint = error.hint(withToken: environment["TL_NOTESYNC_TOKEN"] != nil)
    self.init(error.description, hint: hint, kind: error.kind)
  }

  init(_ problem: ServerProblem) {
    switch problem {
    case .noVault: self.init(problem.description, hint: "name its vault in the accounts file")
    }
  }

  init(_ problem: WebServerProblem) {
    let hint: String? =
      switch problem {
      case .needsTLS:
        "--tls-cert and --tls-key turn TLS on; --insecure-behind-proxy leaves it to a reverse proxy"
      case .cannotListen: "--listen HOST:PORT takes another address"
      case .unreadableTLS: nil
      case .foreignKey:
        "--tls-cert and --tls-key take two files of one pair, the server's own certificate first in its file"
      }
    self.init(problem.description, hint: hint)
  }
}

extension NotesyncError {
  fileprivate var kind: Problem.Kind {
    if isAuthentication { return .authenticationFailed }
    if isUnreachable { return .unreachable }
    switch self {
    case .alreadyRunning: return .locked
    case .invalidAddress, .clearText: return .wrongUsage
    default: return .failure
    }
  }

  /// - Parameter withToken: the environment gave a token.
  fileprivate func hint(withToken: Bool) -> String? {
    switch self {
    case .notSignedIn where withToken: "TL_NOTESYNC_SERVER has to name the server of the token"
    case .loginExpired where withToken, .accountGone where withToken:
      "TL_NOTESYNC_TOKEN needs a new token; unsent changes are kept"
    case .notSignedIn: "tl notesync login URL signs in"
    case .loginExpired, .accountGone: "tl notesync login signs in again; unsent changes are kept"
    case .wrongAPIKey:
      "the operator of the server has the key: tl notesync login asks for it, TL_NOTESYNC_API_KEY sets it"
    case .unusableSecret:
      "tl notesync login asks for another; TL_NOTESYNC_TOKEN and TL_NOTESYNC_API_KEY set them"
    case .wrongPassword: "tl notesync login tries again; --user NAME names another account"
    case .invalidCode, .foreignLogin: "tl notesync login --browser starts again"
    case .unreachable, .interrupted, .busy: "unsent changes are kept: try again later"
    case .serverFails: "try again later; tl notesync queue lists the pending changes"
    case .listFails(let asked, _):
      "what was received is kept; tl notesync restore -n \(max(1, asked / 2)) asks for fewer notes"
    case .redirected(let place):
      ServerAddress(redirectedTo: place).map { "if that is right: tl notesync login \($0.text)" }
    case .clearText: "use an address that begins with https://"
    case .invalidAddress: "such as https://notes.example.org"
    case .notNotesync, .unusableAnswer: "check the address: tl notesync status shows it"
    case .alreadyRunning: "wait until it is done"
    default: nil
    }
  }
}
