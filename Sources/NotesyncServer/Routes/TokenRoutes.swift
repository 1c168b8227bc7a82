internal import Cryptography
internal import HTTPTypes
internal import Notesync
internal import SystemCalls
internal import WebServer

/// Issues, refreshes and revokes tokens.
struct TokenRoutes {
  let core: ServerCore

  /// `POST /auth/login`.
  func login(_ incoming: WebRequest) async throws -> Reply {
    guard incoming.mediaType == "application/json" else {
      return .plain(.unsupportedMediaType)
    }
    guard let body = SmallJSON(try await core.smallBody(incoming)) else {
      return .plain(.badRequest)
    }
    let wrong = Reply.json(.unauthorized, ["message": "Invalid username or password"])
    guard let name = body.string("username"), let password = body.string("password") else {
      return wrong
    }
    switch try await core.passwords.check(
      name: name, password: password, address: incoming.clientAddress)
    {
    case .wrong: return wrong
    case .wait(let seconds):
      var reply = Reply.json(
        .tooManyRequests, ["message": "Too many attempts; try again in \(seconds) s"])
      reply.headers[.retryAfter] = "\(seconds)"
      return reply
    case .account(let account):
      let session = RandomText.make()
      let access = try core.tokens.token(.access, for: account, session: session)
      let refresh = try core.tokens.token(.refresh, for: account, session: session)
      return .json { writer in
        writer.beginObject()
        writer.members(["message": "Logged in"])
        writer.key("tokens")
        writer.beginObject()
        writer.members(["access_token": access, "refresh_token": refresh])
        writer.endObject()
        writer.endObject()
      }
    }
  }

  /// `POST /auth/register`: only the operator of the server makes accounts.
  func register(_ incoming: WebRequest) -> Reply {
    .json(.forbidden, ["message": "Accounts are made by whoever runs this server"])
  }

  /// `GET /auth/refresh`.
  func refreshByBearer(_ incoming: WebRequest) async throws -> Reply {
    let claims = try await core.claims(of: incoming, [.refresh])
    let account = try core.account(of: claims)
    let access = try core.tokens.token(.access, for: account, session: claims.sid)
    return .json(.ok, ["access_token": access, "message": claims.sub])
  }

  /// `POST /auth/refresh`, as the apps send it, as `refresh_token` or `refreshToken`.
  func refreshByBody(_ incoming: WebRequest) async throws -> Reply {
    let body = SmallJSON(try await core.smallBody(incoming))
    guard let token = body?.string("refresh_token") ?? body?.string("refreshToken") else {
      throw HTTPErrorReply.invalidRequest(["refresh_token"], "is missing, or no string")
    }
    let claims = try await core.claims(of: token, [.refresh])
    return try await pair(for: try core.account(of: claims), session: claims.sid) { _ in }
  }

  /// `GET /auth/logout`: ends the sign-in that issued the token.
  func logout(_ incoming: WebRequest) async throws -> Reply {
    let claims = try await core.claims(of: incoming, [.access, .refresh])
    let signIns = core.signIns
    try await core.queue.run { try signIns.end(claims.sid) }
    return .json(.ok, ["msg": "\(claims.type.rawValue) token has been revoked"])
  }

  /// `POST /api/auth/exchange`.
  func exchange(_ incoming: WebRequest) async throws -> Reply {
    guard let body = SmallJSON(try await core.smallBody(incoming)) else {
      throw HTTPErrorReply.invalidRequest([], "is no JSON object")
    }
    guard let code = body.string("code") else {
      throw HTTPErrorReply.invalidRequest(["code"], "is missing, or no string")
    }
    let verifier = body.string("code_verifier")
    let signIns = core.signIns
    let invalid = Reply.json(.badRequest, ["error": "invalid_code"])
    guard
      let found = try await core.queue.run({ try signIns.exchange(code, verifier: verifier) })
    else { return invalid }
    guard let account = core.accounts.account(id: found.account) else {
      return .json(.notFound, ["error": "user_not_found"])
    }
    guard constantTimeEqual(found.password.utf8, account.password.stamp.utf8) else {
      return invalid
    }
    return try await pair(for: account, session: RandomText.make()) { writer in
      writer.key("user")
      writer.beginObject()
      writer.members(["id": account.id, "username": account.name])
      writer.key("email")
      writer.null()
      writer.endObject()
    }
  }

  /// The four fields that both apps need.
  private func pair(
    for account: Account, session: String, _ more: (inout JSONWriter) -> Void
  ) async throws -> Reply {
    let access = try core.tokens.token(.access, for: account, session: session)
    let refresh = try core.tokens.token(.refresh, for: account, session: session)
    return .json { writer in
      writer.beginObject()
      writer.members(["access_token": access, "refresh_token": refresh, "token_type": "Bearer"])
      writer.key("expires_in")
      writer.number(TokenIssuer.accessLifetime)
      more(&writer)
      writer.endObject()
    }
  }
}
