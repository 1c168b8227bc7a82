internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Notesync
internal import SystemCalls
internal import VaultFormat

/// What all routes share.
struct ServerCore: Sendable {
  let settings: ServerSettings
  let keys: ServerKeys
  let tokens: TokenIssuer
  let signIns: SignInStore
  let accounts: AccountDirectory
  let throttle: LoginThrottle
  let connections: ConnectionRegistry
  /// Guards the database of sign-ins.
  let queue = WorkQueue("sign-ins")
  /// Raised when running requests have used up their time.
  let stop = ShutdownFlag()
  let log: @Sendable (String) -> Void

  init(_ settings: ServerSettings, log: @escaping @Sendable (String) -> Void) async throws {
    self.settings = settings
    self.log = log
    try SystemPath.makeFolders(settings.stateFolder, permissions: 0o700)
    AccountServer.removeLeftovers(in: settings.stateFolder)
    keys = try ServerKeys(in: settings.stateFolder)
    let now = settings.surroundings.now
    tokens = await TokenIssuer(keys, now: now)
    signIns = try SignInStore(in: settings.stateFolder, now: now)
    accounts = try AccountDirectory(settings, stop, log: log)
    throttle = LoginThrottle(now: now)
    connections = ConnectionRegistry(settings)
  }

  /// The whole of a small body.
  ///
  /// - Throws: an `HTTPErrorReply` for a larger one.
  func smallBody(_ incoming: IncomingRequest) async throws -> [UInt8] {
    try await incoming.body.all(limit: 1 << 16, within: settings.smallBodyTime)
  }
}

extension Request {
  /// In bytes; a number too large to read counts as larger than any limit.
  var contentLength: Int64? { headers[.contentLength].map { Int64($0) ?? .max } }

  /// Without parameters, in lower case.
  var mediaType: String? {
    headers[.contentType].map { field in
      String(field.prefix { $0 != ";" }.filter { !$0.isWhitespace }).lowercased()
    }
  }
}

// MARK: - Who it is

extension ServerCore {
  /// Who sent a request.
  struct Caller {
    var account: Account
    /// The sign-in that issued the token: one app on one device.
    var session: String
  }

  /// Authenticates a request on `/api`: first the server's key, then the token.
  func authorize(_ incoming: IncomingRequest) async throws -> Caller {
    guard hasKey(incoming.request) else {
      throw HTTPErrorReply(reply: .json(.unauthorized, ["error": "unauthorized"]))
    }
    let claims = try await claims(of: incoming.request, [.access])
    let account = try account(of: claims)
    connections.accept(incoming.channel)
    return Caller(account: account, session: claims.sid)
  }

  /// Whether a request has the server's key.
  func hasKey(_ request: Request) -> Bool {
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
    of request: Request, _ kinds: Set<TokenClaims.Kind>
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
      claims = try await tokens.claims(of: token, kinds)
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

// MARK: - Passwords

extension ServerCore {
  enum LoginOutcome {
    case account(Account)
    case wrong
    /// Seconds.
    case wait(Int64)
  }

  /// The wait when too many passwords are being checked, in seconds.
  private static let busyPause: Int64 = 5

  func logIn(name: String, password: String, address: String) async throws -> LoginOutcome {
    // No account has a longer one.
    guard name.utf8.count <= 256, !PasswordHash.isTooLong(password) else { return .wrong }
    let network = rateLimitPrefix(of: address)
    let signIns = signIns
    // Also for unknown names, so that the time does not reveal which exist.
    let known = accounts.id(name: name) ?? ""
    let isFamiliar = try await queue.run { try signIns.isFamiliar(network, to: known) }
    let attempt: LoginThrottle.Attempt
    switch throttle.begin(name: name, address: network, isFamiliar: isFamiliar) {
    case .wait(let seconds): return .wait(seconds)
    case .attempt(let begun): attempt = begun
    }
    let check = try await accounts.check(
      name: name, password: password, isFamiliar: isFamiliar)
    guard case .right(let account) = check else {
      guard case .busy = check else { return .wrong }
      throttle.withdraw(attempt)
      return .wait(Self.busyPause)
    }
    throttle.succeeded(attempt)
    // A failure here costs at most a wait.
    try? await queue.run { try signIns.setFamiliar(network, to: account.id) }
    return .account(account)
  }
}
