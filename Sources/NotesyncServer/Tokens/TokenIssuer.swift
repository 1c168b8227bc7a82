internal import Cryptography
internal import WebServer

/// Makes and checks the tokens of a server: HS256, access tokens last three hours, refresh tokens thirty days.
struct TokenIssuer: Sendable {
  static let accessLifetime: Int64 = 3 * 3600
  static let refreshLifetime: Int64 = 30 * 86_400

  private let key: SecretKey
  private let now: @Sendable () -> Int64

  init(_ serverKeys: ServerKeys, now: @escaping @Sendable () -> Int64) {
    key = serverKeys.tokenKey
    self.now = now
  }

  /// Why a token is invalid.
  enum Problem: Error, Hashable {
    case expired
    case invalid
  }

  /// - Parameter session: of the sign-in.
  func token(
    _ kind: TokenClaims.Kind, for account: Account, session: String
  ) throws -> String {
    let now = now()
    let lifetime = kind == .access ? Self.accessLifetime : Self.refreshLifetime
    let claims = TokenClaims(
      sub: account.id, type: kind, iat: now, nbf: now, exp: now + lifetime,
      jti: RandomText.make(), fresh: false, csrf: RandomText.make(), isAdmin: "user", sid: session,
      pwd: account.password.stamp)
    return try SignedToken.make(claims, key: key)
  }

  /// The claims of a token that has our signature, one of the kinds, and has not expired.
  func claims(
    of token: String, _ kinds: Set<TokenClaims.Kind>
  ) throws(Problem) -> TokenClaims {
    // Our tokens have a few hundred bytes.
    guard token.utf8.count <= 4096,
      let claims = SignedToken.claims(TokenClaims.self, of: token, key: key)
    else { throw .invalid }
    let now = now()
    guard kinds.contains(claims.type), claims.nbf <= now else { throw .invalid }
    guard now < claims.exp else { throw .expired }
    return claims
  }
}
