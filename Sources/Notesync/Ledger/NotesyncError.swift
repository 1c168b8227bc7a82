/// Why an operation with the server failed.
///
/// It never has a secret or a note's text.
package enum NotesyncError: Error, Hashable, Sendable {
  // MARK: Signing in

  case notSignedIn
  /// The session ended, and could not be renewed.
  case loginExpired
  /// The API key is missing or wrong.
  case wrongAPIKey
  case wrongPassword
  /// An authorization code that is unknown, used or expired.
  case invalidCode
  /// The browser's answer belongs to another login.
  case foreignLogin
  case accountGone
  /// The named token or API key contains a control character, which no header may have.
  case unusableSecret(String)

  // MARK: The network

  /// No connection: offline, unknown host, connection refused, invalid certificate; the text says which.
  case unreachable(String)
  /// The connection broke or timed out.
  case interrupted(String)
  /// 429, 503 and the like, even after retries.
  case busy(status: Int)
  /// 500 and the like, for every request.
  case serverFails(status: Int)
  /// A redirect, which is never followed; with its target.
  case redirected(to: String)
  /// A password would be sent in clear text.
  case clearText(server: String)

  // MARK: Answers

  /// The server at this address does not support notesync.
  case notNotesync(status: Int)
  /// An answer that is not valid notesync, and why.
  case unusableAnswer(String)
  /// The server could not send a list of this many notes with their media; with the reason.
  case listFails(asked: Int, String)
  /// A single request is larger than the server accepts.
  case tooLarge
  /// The request was refused, with the server's reason.
  case refused(status: Int, String)

  // MARK: Here

  case invalidAddress(String)
  /// Another process is using the same account and vault.
  case alreadyRunning
  /// An error on this disk; the text is printed after the path.
  case disk(path: String, String)
}

extension NotesyncError {
  /// The user has to sign in, or set another key.
  package var isAuthentication: Bool {
    switch self {
    case .notSignedIn, .loginExpired, .wrongAPIKey, .wrongPassword, .invalidCode, .foreignLogin,
      .accountGone, .unusableSecret:
      true
    default: false
    }
  }

  /// The server could not be reached; a later try may succeed.
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
    case .notSignedIn: "you are not signed in"
    case .loginExpired: "the session has ended"
    case .wrongAPIKey: "the server does not accept the API key"
    case .wrongPassword: "the server does not accept this name and password"
    case .invalidCode: "the code is wrong, used or expired"
    case .foreignLogin: "the answer belongs to another login"
    case .accountGone: "the account does not exist any more"
    case .unusableSecret(let what): "the \(what) contains a line end or another control character"
    case .unreachable(let why): "the server cannot be reached: \(why)"
    case .interrupted(let why): "the connection was lost: \(why)"
    case .busy(let status): "the server is too busy (\(status))"
    case .serverFails(let status): "the server fails (\(status))"
    case .redirected(let place): "the server redirects to \(place), which is not followed"
    case .clearText(let server): "the connection to \(server) would not be encrypted"
    case .notNotesync(let status): "there is no notesync server (\(status))"
    case .unusableAnswer(let why): "the answer cannot be used: \(why)"
    case .listFails(let count, let why):
      "the server cannot send \(count) notes with their media at once: \(why)"
    case .tooLarge: "the request is larger than the server accepts"
    case .refused(let status, let why): "the server refused it (\(status)): \(why)"
    case .invalidAddress(let text): "\(text) is not the address of a server"
    case .alreadyRunning: "another process is using this account"
    case .disk(let path, let why): "\(path): \(why)"
    }
  }
}

/// Reads the body of a 400, which may be truncated and may repeat the whole request.
enum ErrorDetails {
  /// - Returns: the server's error code, the index of the first bad operation, and the reason.
  static func first(in body: [UInt8]) -> (word: String?, index: Int?, message: String?) {
    var reader = ElementsReader(arrays: ["details"], wanted: ["loc", "msg"])
    // A truncated text ends in an error, after the part of interest.
    let details = (try? body.withUnsafeBufferPointer { try reader.read($0) }) ?? reader.found
    let word = JSONElement.small(body, wanted: ["error"])?["error"]?.text
    guard let detail = details.first?.value else { return (word, nil, nil) }
    var index: Int?
    var place: [String] = []
    if case .array(let location)? = detail["loc"] {
      place = location.compactMap { element in
        switch element {
        case .string(let text): text
        case .number(let text): text
        default: nil
        }
      }
      if place.first == "ops", place.count > 1 { index = Int(place[1]) }
    }
    let message = detail["msg"]?.text.map { (place.dropFirst(2) + [$0]).joined(separator: ": ") }
    return (word, index, message)
  }
}
