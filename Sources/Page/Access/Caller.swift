internal import HTTPTypes
internal import SystemCalls
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

  /// The answer to a caller who may not use a route; nil if he may.
  func refusal(at route: Route, of site: PageSite, _ request: WebRequest) throws -> Reply? {
    switch (route.access, self) {
    case (.open, _): return nil
    case (.api, .session):
      if route.method.isWrite, !request.isByScript { throw PageProblem.isStale }
      return nil
    case (.api, .program(let token)), (.token, .program(let token)):
      if route.needsWritingToken, token.isReadOnly { throw APIProblem.tokenReadsOnly(token.name) }
      return nil
    case (.api, _), (.token, _): throw APIProblem.noToken
    case (.session, .session), (.form, .session), (.script, .session): return nil
    case (.session, _), (.form, _), (.script, _):
      return try SignIn.page(site, for: request, route)
    }
  }
}

extension PageSite {
  /// A token counts before a cookie, and only where programs may ask.
  ///
  /// - Throws: if the tokens cannot be read.
  func caller(
    of request: WebRequest, for route: Route?, at path: String?
  ) throws(SystemError) -> Caller {
    let takesTokens = route?.takesTokens ?? path.map(APIProblem.answers) ?? false
    if takesTokens, let text = request.bearerToken {
      return try scripts.token(text).map(Caller.program) ?? .unknownProgram
    }
    return session(of: request).map(Caller.session) ?? .nobody
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
