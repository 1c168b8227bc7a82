internal import Cryptography
internal import HTTPTypes
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// What all routes share.
struct ServerCore: Sendable {
  let settings: ServerSettings
  let keys: ServerKeys
  let tokens: TokenIssuer
  let signIns: SignInStore
  let servers: AccountServers
  let passwords: PasswordSignIn
  /// Guards the database of sign-ins.
  let queue = WorkQueue("sign-ins")
  /// Raised when running requests have used up their time.
  let stop = ShutdownFlag()
  let log: @Sendable (String) -> Void

  /// - Parameter passwords: as of `NotesyncServer`.
  init(
    _ settings: ServerSettings, passwords: PasswordSignIn?,
    log: @escaping @Sendable (String) -> Void
  ) async throws {
    self.settings = settings
    self.log = log
    try SystemPath.makeFolders(settings.stateFolder, permissions: 0o700)
    AccountServer.removeLeftovers(in: settings.stateFolder)
    keys = try ServerKeys(in: settings.stateFolder)
    let now = settings.surroundings.now
    tokens = TokenIssuer(keys, now: now)
    signIns = try SignInStore(in: settings.stateFolder, now: now)
    servers = AccountServers(settings, stop, log: log)
    self.passwords = passwords ?? settings.passwordSignIn(log: log)
  }

  var accounts: AccountDirectory { passwords.accounts }

  /// The whole of a small body.
  ///
  /// - Throws: an `HTTPErrorReply` for a larger one.
  func smallBody(_ request: WebRequest) async throws -> [UInt8] {
    try await request.body.all(limit: 1 << 16, within: settings.web.smallBodyTime)
  }
}

// MARK: - Who it is

extension ServerCore {
  /// Authenticates a request on `/api`: first the server's key, then the token.
  ///
  /// - Returns: who sent it, and the sign-in that issued the token: one app on one device.
  func authorize(_ request: WebRequest) async throws -> (account: Account, session: String) {
    guard hasKey(request) else {
      throw HTTPErrorReply(reply: .json(.unauthorized, ["error": "unauthorized"]))
    }
    let claims = try await claims(of: request, [.access])
    let account = try account(of: claims)
    request.accept(as: "account \(account.id)")
    return (account, claims.sid)
  }

  /// Whether a request has the server's key.
  func hasKey(_ request: WebRequest) -> Bool {
    let given = HTTPField.Name("X-API-Key").flatMap { request.headers[$0] } ?? ""
    return constantTimeEqual(sha256Hex(given.utf8).utf8, sha256Hex(keys.apiKey.utf8).utf8)
  }

  /// The account of a token that was issued for its current password.
  func account(of claims: TokenClaims) throws -> Account {
    guard let account = accounts.account(id: claims.sub) else {
      throw HTTPErrorReply(
        reply: .json(.unauthorized, ["msg": "Error loading the user \(claims.sub)"]))
    }
    guard constantTimeEqual(claims.pwd.utf8, account.password.stamp.utf8) else {
      throw HTTPErrorReply.invalidToken
    }
    return account
  }

  /// The claims of the request's bearer token.
  func claims(
    of request: WebRequest, _ kinds: Set<TokenClaims.Kind>
  ) async throws -> TokenClaims {
    let prefix = "Bearer "
    guard let field = request.headers[.authorization], field.hasPrefix(prefix) else {
      throw HTTPErrorReply(
        reply: .json(.unauthorized, ["error": "authorization_required", "msg": "Missing token"]))
    }
    return try await claims(of: String(field.dropFirst(prefix.count)), kinds)
  }

  func claims(of token: String, _ kinds: Set<TokenClaims.Kind>) async throws -> TokenClaims {
    let claims: TokenClaims
    do {
      claims = try tokens.claims(of: token, kinds)
    } catch .expired {
      throw HTTPErrorReply(
        reply: .json(.unauthorized, ["error": "token_expired", "msg": "Token has expired"]))
    } catch {
      throw HTTPErrorReply.invalidToken
    }
    let signIns = signIns
    if try await queue.run({ try signIns.hasEnded(claims.sid) }) {
      throw HTTPErrorReply.invalidToken
    }
    return claims
  }
}
