/// Why a remote denied access.
package enum AuthenticationProblem: Hashable, Sendable {
  /// It asks for a password, and there is no terminal to ask on.
  case noPassword
  /// It refused a name and a password.
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
