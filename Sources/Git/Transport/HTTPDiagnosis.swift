internal import CGit2

/// Classifies libgit2's error of a request over http or https.
struct HTTPDiagnosis {
  var error: GitError

  /// Nil for any other error.
  var transportError: TransportError? {
    let message = error.message
    switch error.code.rawValue {
    case GIT_EAUTH.rawValue: return .authentication(message: message)
    case GIT_ECERTIFICATE.rawValue: return .encryption(message: message)
    default: break
    }
    if let status = statusCode {
      switch status {
      case 401, 403, 407: return .authentication(message: message)
      case 404, 410: return .notARepository(message: message)
      default: return .unreachable(message: message, isTimeout: false)
      }
    }
    switch UInt32(bitPattern: error.category) {
    case GIT_ERROR_SSL.rawValue: return .encryption(message: message)
    case GIT_ERROR_NET.rawValue, GIT_ERROR_HTTP.rawValue:
      // Only a refused name and password make libgit2 ask again and again.
      return message.hasPrefix("too many redirects or authentication")
        ? .authentication(message: message) : .unreachable(message: message, isTimeout: false)
    default: return nil
    }
  }

  /// The number of `unexpected http status code: 404`.
  private var statusCode: Int? {
    let words = "unexpected http status code: "
    guard error.message.hasPrefix(words) else { return nil }
    return Int(
      error.message.utf8.dropFirst(words.utf8.count).prefix(3).reduce(into: "") {
        $0.append(Character(UnicodeScalar($1)))
      })
  }
}
