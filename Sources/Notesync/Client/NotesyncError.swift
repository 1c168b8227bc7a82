/// Why something with the server could not be done.
///
/// Nothing in it is a secret or a note's text.
package enum NotesyncError: Error, Hashable, Sendable {
  // MARK: Signing in

  /// Nobody is signed in.
  case notSignedIn
  /// The session ended, and could not be renewed.
  case loginExpired
  /// The server wants another API key, or any.
  case wrongAPIKey
  case wrongPassword
  /// An authorization code that is unknown, used or too old.
  case invalidCode
  /// What came back from the browser belongs to another login.
  case foreignLogin
  /// The account does not exist any more.
  case accountGone
  /// The token or the API key, whichever it is called, holds a control character, so that no header can carry it.
  case unusableSecret(String)

  // MARK: The network

  /// No connection: offline, no such host, nobody listens, a certificate that is not valid; the text says which.
  case unreachable(String)
  /// A connection that broke, or nothing came for too long.
  case interrupted(String)
  /// 429, 503 and the like, also after waiting.
  case busy(status: Int)
  /// 500 and the like, for everything that was tried.
  case serverFails(status: Int)
  /// A redirect, which is never followed; where to.
  case redirected(to: String)
  /// A password would go over the network in clear text.
  case clearText(server: String)

  // MARK: Answers

  /// The address leads to something that does not speak notesync.
  case notNotesync(status: Int)
  /// An answer that is no notesync; what was wrong.
  case unusableAnswer(String)
  /// A list of so many notes did not come, or not in full, with media that are too much for the server; why.
  case listFails(asked: Int, String)
  /// A single request is larger than the server takes.
  case tooLarge
  /// The request was refused; the server's word for why.
  case refused(status: Int, String)

  // MARK: Here

  case invalidAddress(String)
  /// Another process is at work with the same account and vault.
  case alreadyRunning
  /// Something on this disk; what, reads after a path.
  case disk(path: String, String)
}

extension NotesyncError {
  /// Somebody has to sign in, or to set another key.
  package var isAuthentication: Bool {
    switch self {
    case .notSignedIn, .loginExpired, .wrongAPIKey, .wrongPassword, .invalidCode, .foreignLogin,
      .accountGone, .unusableSecret:
      true
    default: false
    }
  }

  /// The server could not be reached; later it may.
  package var isUnreachable: Bool {
    switch self {
    case .unreachable, .interrupted, .busy: true
    default: false
    }
  }
}

extension NotesyncError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notSignedIn: "nobody is signed in"
    case .loginExpired: "the session has ended"
    case .wrongAPIKey: "the server does not accept the API key"
    case .wrongPassword: "the server does not accept this name and password"
    case .invalidCode: "the code is wrong, used or too old"
    case .foreignLogin: "the answer belongs to another login"
    case .accountGone: "the account does not exist any more"
    case .unusableSecret(let what): "the \(what) holds a line end or another control character"
    case .unreachable(let why): "the server cannot be reached: \(why)"
    case .interrupted(let why): "the connection was lost: \(why)"
    case .busy(let status): "the server is too busy (\(status))"
    case .serverFails(let status): "the server fails (\(status))"
    case .redirected(let place): "the server sends on to \(place), which is not followed"
    case .clearText(let server): "\(server) would be spoken to in clear text"
    case .notNotesync(let status): "there is no notesync server (\(status))"
    case .unusableAnswer(let why): "the answer cannot be used: \(why)"
    case .listFails(let count, let why):
      "the server cannot send \(count) notes with their media at once: \(why)"
    case .tooLarge: "the request is larger than the server takes"
    case .refused(let status, let why): "the server refused it (\(status)): \(why)"
    case .invalidAddress(let text): "\(text) is no address of a server"
    case .alreadyRunning: "another process is at work with this account"
    case .disk(let path, let why): "\(path): \(why)"
    }
  }
}
