internal import HTTPTypes
internal import WebServer

/// Who has sent a request.
enum Caller: Sendable {
  case nobody
  /// A browser.
  case session(Session)
  /// A program whose token was made with `tl serve token add`.
  case program(AccessToken)
  /// A program with a token that is none, or was removed.
  case unknownProgram

  var session: Session? { if case .session(let session) = self { session } else { nil } }

  /// Of whoever has valid credentials: each browser and each program has its own.
  var name: String? {
    switch self {
    case .session(let session): session.name
    case .program(let token): "program \(token.name)"
    case .nobody, .unknownProgram: nil
    }
  }

  var isKnown: Bool { name != nil }

  var isProgram: Bool {
    switch self {
    case .program, .unknownProgram: true
    case .nobody, .session: false
    }
  }
}

extension WebRequest {
  /// The credentials of `Authorization: Bearer …` (RFC 6750, 2.1), which may be empty; nil without them.
  var bearerToken: String? {
    guard let field = headers[.authorization], field.prefix(7).lowercased() == "bearer " else {
      return nil
    }
    return field.dropFirst(7).filter { $0 != " " }
  }
}
